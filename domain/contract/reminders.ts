import { addDays, type CalendarDate } from '../calendar.ts';
import type { Contract } from './contract.ts';

/** How many days before its due date a payment is announced. */
export const REMINDER_DAYS = 7;

/** The reminders already sent for a schedule. */
export interface SentReminders {
  /** Payments dated on or before this day are announced. */
  readonly announced: CalendarDate | null;
  /** The date of the last payment, once its end is announced. */
  readonly ended: CalendarDate | null;
}

/** The reminders to send for a schedule on a day. */
export interface DueReminders {
  /** Numbers of the payments due within {@link REMINDER_DAYS} that aren't announced yet. */
  readonly payments: readonly number[];
  /** Whether to announce that the last payment is reached. */
  readonly isLast: boolean;
  /** The reminders sent once these are. */
  readonly sent: SentReminders;
  /** The first day with further reminders; null if none are left. */
  readonly next: CalendarDate | null;
}

/** Returns the reminders due on `today`, of payments that aren't 0.00. A schedule that ended before it was entered, on `entered`, has none. */
export function remindersOn(
  schedule: Pick<Contract, 'count' | 'endDate' | 'dateOf' | 'dueBy' | 'before' | 'amountDue'>,
  sent: SentReminders,
  today: CalendarDate,
  entered: CalendarDate,
): DueReminders {
  const horizon = addDays(today, REMINDER_DAYS);
  const from = sent.announced !== null && sent.announced >= today ? addDays(sent.announced, 1) : today;
  const first = schedule.before(from) + 1;
  const through = schedule.dueBy(horizon);
  const payments = Array.from(
    { length: Math.max(0, through - first + 1) },
    (_each, index) => first + index,
  ).filter((number) => schedule.amountDue(number) > 0);

  const { count, endDate } = schedule;
  // A last payment that wasn't announced is announced before its end.
  const isOver = endDate <= today && payments.length === 0;
  const isLast = isOver && endDate >= entered && sent.ended !== endDate;
  const announced = sent.announced !== null && sent.announced > horizon ? sent.announced : horizon;
  return {
    payments,
    isLast,
    sent: { announced, ended: isOver ? endDate : sent.ended },
    next: through < count ? addDays(schedule.dateOf(through + 1), -REMINDER_DAYS) : isOver ? null : endDate,
  };
}
