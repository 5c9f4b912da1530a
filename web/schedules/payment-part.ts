/** Marks of a schedule's payments: the balloon, and payments of interest only. */
import { endsWithBalloon } from '../../domain/amortisation/balloon.ts';
import { toCents } from '../../domain/money.ts';
import type { Schedule, SchedulePayment } from '../data/answers.ts';

/** Returns the payment that is a balloon; null for a schedule without one, and for one that is paid out before. */
export function balloonOf({ schedulePayments }: Pick<Schedule, 'schedulePayments'>): SchedulePayment | null {
  const last = schedulePayments.at(-1);
  const rows = schedulePayments.map(({ payments }) => ({ qty: 1, amount: toCents(payments) }));
  return last && rows.length > 1 && endsWithBalloon(rows) ? last : null;
}

/** Whether a payment repays nothing of the debt and is made all the same. */
export const isInterestOnly = ({ payments, principal }: SchedulePayment): boolean =>
  payments > 0 && principal === 0;
