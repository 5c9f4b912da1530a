import { syncedNumbersIn } from '../../domain/contract/synced-numbers.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';

/** Whether the schedule's item holds the number of a payment: of one that was synced at once. */
export const isNumbered = ({ syncedWords }: OwnedSchedule, number: number, part: number): boolean =>
  part === 0 && syncedNumbersIn(syncedWords).includes(number);
