import { calendarDate } from '../../domain/calendar.ts';
import { dueDate, FREQUENCIES, type Frequency } from '../../domain/amortisation/frequency.ts';
import type { Schedule } from '../data/answers.ts';

/** The frequency of the original contract, by its first payments after a change of frequency. */
export function originalFrequency(schedule: Schedule): Frequency | undefined {
  const { paymentFrequency, startDate, firstPaymentOnStartDate, schedulePayments, events } = schedule;
  if (!events.some(({ kind }) => kind === 'frequency-change')) return paymentFrequency;
  const next = schedulePayments[firstPaymentOnStartDate ? 1 : 0];
  if (next?.segment !== 0) return undefined;
  const start = calendarDate(startDate);
  return FREQUENCIES.find((frequency) => dueDate(start, frequency, 1) === next.paymentDate);
}
