/** A naive calendar that counts day by day and month by month. */

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function nextDay({ year, month, day }: Day): Day {
  if (day < lengthOfMonth(year, month)) return { year, month, day: day + 1 };
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 };
}

/** Returns the same day of the next month, or its last day; `wanted` is the preferred day. */
export function nextMonth({ year, month }: Day, wanted: number): Day {
  const later = month < 12 ? { year, month: month + 1 } : { year: year + 1, month: 1 };
  const length = lengthOfMonth(later.year, later.month);
  return { ...later, day: wanted > length ? length : wanted };
}

export function parseDay(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
}

export function formatDay({ year, month, day }: Day): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}

function lengthOfMonth(year: number, month: number): number {
  if ([4, 6, 9, 11].includes(month)) return 30;
  if (month !== 2) return 31;
  if (year % 400 === 0) return 29;
  if (year % 100 === 0) return 28;
  return year % 4 === 0 ? 29 : 28;
}
