import { paymentCount, type Terms } from '../../domain/amortisation/terms.ts';

/** Groups schedules in their order, so that a group has at most so many payments, or a single schedule. */
export function inParts<Schedule extends { readonly terms: Terms }>(
  schedules: readonly Schedule[],
  mostPayments: number,
): Schedule[][] {
  const parts: Schedule[][] = [];
  let left = 0;
  for (const schedule of schedules) {
    const count = paymentCount(schedule.terms);
    if (count > left || parts.length === 0) {
      parts.push([]);
      left = mostPayments;
    }
    parts.at(-1)?.push(schedule);
    left -= count;
  }
  return parts;
}
