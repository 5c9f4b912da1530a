/** A billing interval, in calendar months. */
function monthsOf(interval: string): number {
  if (interval === 'month') return 1;
  if (interval === 'year') return 12;
  throw new Error(`The simulator bills by the month or the year, not by the ${interval}.`);
}

/**
 * The end of the period that begins at `start` (Unix seconds): the first moment after it that is a whole number of
 * intervals from the anchor. Counted from the anchor, so that a clamped month-end does not stick: 31 January,
 * 28 February, 31 March.
 */
export function periodEnd(anchor: number, start: number, interval: string): number {
  const step = monthsOf(interval);
  let months = step;
  while (addMonths(anchor, months) <= start) months += step;
  return addMonths(anchor, months);
}

/** The same time of day some months later, on the month's last day where there is no such day. */
function addMonths(seconds: number, months: number): number {
  const moved = new Date(seconds * 1000);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return Math.floor(moved.getTime() / 1000);
}
