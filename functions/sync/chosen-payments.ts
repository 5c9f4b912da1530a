import { Refusal } from '../../domain/refusal.ts';
import { paymentId } from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';

/**
 * Returns the numbers of payments by their ids, each once.
 * @throws Refusal `not-found` for ids of other schedules and unknown ids
 */
export function numbersOf({ scheduleId }: OwnedSchedule, count: number, ids: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  for (let number = 1; number <= count; number++) numbers.set(paymentId(scheduleId, number), number);
  return [...new Set(ids)].map((id) => {
    const number = numbers.get(id.toLowerCase());
    if (number !== undefined) return number;
    throw new Refusal('not-found', 'payment/unknown', 'The payment could not be found.');
  });
}
