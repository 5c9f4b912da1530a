import { calendarDate } from '../../domain/calendar.ts';
import { FREQUENCIES, type Frequency } from '../../domain/amortisation/frequency.ts';
import { dateOfPayment, timetableOf } from '../../domain/amortisation/timetable.ts';
import type { Schedule } from '../data/answers.ts';

/** The frequency of the original contract, by its first two payments after a change of frequency. */
export function originalFrequency(schedule: Schedule): Frequency | undefined {
  const { paymentFrequency, firstPaymentOnStartDate, firstPaymentDate, schedulePayments, events } = schedule;
  if (!events.some(({ kind }) => kind === 'frequency-change')) return paymentFrequency;
  const known = schedulePayments.slice(0, 2).filter(({ segment }) => segment === 0);
  // Only a usual first payment tells the frequency by itself.
  const isUsual = !firstPaymentOnStartDate && firstPaymentDate === null;
  if (known.length < (isUsual ? 1 : 2)) return undefined;
  return FREQUENCIES.find((frequency) => {
    const timetable = timetableOf({ ...datesOfSchedule(schedule), frequency });
    return known.every(({ number, paymentDate }) => dateOfPayment(timetable, number) === paymentDate);
  });
}

/** The dates of the original contract but for its frequency. */
export function datesOfSchedule(
  schedule: Pick<
    Schedule,
    'startDate' | 'firstPaymentOnStartDate' | 'firstPaymentDate' | 'paymentsAtMonthEnd'
  >,
) {
  const { startDate, firstPaymentOnStartDate, firstPaymentDate, paymentsAtMonthEnd } = schedule;
  return {
    startDate: calendarDate(startDate),
    firstPaymentOnStartDate,
    ...(firstPaymentDate !== null && { firstPaymentDate: calendarDate(firstPaymentDate) }),
    ...(paymentsAtMonthEnd && { paymentsAtMonthEnd }),
  };
}
