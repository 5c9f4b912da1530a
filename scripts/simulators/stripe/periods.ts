/**
 * Returns the end of the period that begins at `start` (Unix seconds): the first instant after it that is a whole number
 * of intervals from the anchor. Counting from the anchor keeps month ends: 31 January, 28 February, 31 March.
 */
export function periodEnd(anchor: number, start: number, interval: string): number {
  const step = interval === 'year' ? 12 : 1;
  let months = step;
  while (addMonths(anchor, months) <= start) months += step;
  return addMonths(anchor, months);
}

/** Adds months, clamped to the last day of the month. */
function addMonths(seconds: number, months: number): number {
  const moved = new Date(seconds * 1000);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return Math.floor(moved.getTime() / 1000);
}
