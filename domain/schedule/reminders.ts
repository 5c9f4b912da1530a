import { addDays } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { paymentDate, paymentsBefore, paymentsDueBy } from './due-dates.ts';
import { paymentCount } from './terms.ts';
import type { Terms } from './terms.ts';

/** People are told of a payment that many days before it comes due. */
export const REMINDER_DAYS = 7;

/** What people have been told of a schedule. */
export interface Told {
  /** Payments up to that day. */
  readonly announced: CalendarDate | null;
  /** That the last payment, of that day, is reached. */
  readonly ended: CalendarDate | null;
}

/** What there is to tell of a schedule on a day. */
export interface Telling {
  /** Numbers of the payments that come due within {@link REMINDER_DAYS} and were not told of. */
  readonly payments: readonly number[];
  /** The last payment is reached. */
  readonly isLast: boolean;
  /** What has been told once this is. */
  readonly told: Told;
  /** The first day with more to tell, or null. */
  readonly next: CalendarDate | null;
}

/**
 * What there is to tell on `today`. Of what was over before the schedule was entered, on `entered`, nothing is told.
 */
export function tellingOn(terms: Terms, told: Told, today: CalendarDate, entered: CalendarDate): Telling {
  const horizon = addDays(today, REMINDER_DAYS);
  const from = told.announced !== null && told.announced >= today ? addDays(told.announced, 1) : today;
  const first = paymentsBefore(terms, from) + 1;
  const through = paymentsDueBy(terms, horizon);
  const payments = Array.from({ length: Math.max(0, through - first + 1) }, (_each, index) => first + index);

  const count = paymentCount(terms);
  const end = paymentDate(terms, count);
  // Of a last payment that was not told of before, its coming due is told first.
  const isOver = end <= today && payments.length === 0;
  const isLast = isOver && end >= entered && told.ended !== end;
  const announced = told.announced !== null && told.announced > horizon ? told.announced : horizon;
  return {
    payments,
    isLast,
    told: { announced, ended: isOver ? end : told.ended },
    next: through < count ? addDays(paymentDate(terms, through + 1), -REMINDER_DAYS) : isOver ? null : end,
  };
}
