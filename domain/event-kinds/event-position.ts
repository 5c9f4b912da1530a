import { formatDate } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { OpenPeriod } from '../amortisation/debt.ts';
import type { Change, ContractEvent } from './events.ts';
import type { PaymentPlan } from '../amortisation/payment-plan.ts';
import { dateOfPayment, numberDueBy } from '../amortisation/timetable.ts';

/** The place of an event in the contract. */
export interface EventPosition {
  /** The last payment of the closed segment. */
  readonly k: number;
  /** The last payment dated on or before the event. */
  readonly due: number;
  readonly effectiveDate: CalendarDate;
  /** Payments after the event's date are posted, so the balance is worked out again from that date. */
  readonly isReplayed: boolean;
}

/**
 * Finds the payment after which an event takes effect.
 * @throws Refusal conflict if the date is outside the schedule, before the previous event, or after posted payments
 * that would have to change; invalid if `fromPayment` isn't a payment of the schedule.
 */
export function positionOf(open: OpenPeriod, startDate: CalendarDate, event: ContractEvent): EventPosition {
  const { plan, effectiveDate, replayed } = open;
  const { date, change } = event;
  checkDate(open, startDate, date);
  const first = replayed !== null && date < effectiveDate ? replayed.after : plan.after;
  const due = Math.max(numberDueBy(plan.timetable, date), first);
  const settled = Math.max(due, event.postedThrough, plan.after);
  const k = 'fromPayment' in change && change.kind !== 'holiday' ? change.fromPayment - 1 : settled;
  if ('fromPayment' in change) checkFromPayment(change.fromPayment, settled, plan.count);
  if (k >= plan.count) throw afterEnd(plan);
  if (k > due && closesAtOnce(change)) throw paymentsPosted(due + 1, k);
  const isReplayed = k > due && (change.kind === 'rate-change' || change.kind === 'extra-repayment');
  const lastPaid = k === plan.after ? effectiveDate : dateOfPayment(plan.timetable, k);
  return { k, due, isReplayed, effectiveDate: date > lastPaid ? date : lastPaid };
}

function checkDate(
  { plan, effectiveDate, replayed }: OpenPeriod,
  start: CalendarDate,
  date: CalendarDate,
): void {
  if (date < start) {
    throw refused('before-start', `Please choose a date on or after the start date, ${formatDate(start)}.`);
  }
  if (date >= dateOfPayment(plan.timetable, plan.count)) throw afterEnd(plan);
  const earliest = replayed?.date ?? effectiveDate;
  if (date < earliest) {
    throw refused(
      'out-of-order',
      `The previous change takes effect on ${formatDate(earliest)}. Please choose that date or a later one, or undo the previous change first.`,
    );
  }
}

function checkFromPayment(number: number, settled: number, count: number): void {
  if (!Number.isInteger(number) || number < 1 || number > count) {
    throw invalid('fromPayment', 'event/from-payment', `Please choose a payment from 1 to ${count}.`);
  }
  if (number <= settled) {
    throw refused(
      'payment-fixed',
      `Payment ${number} is already due, posted or fixed by a previous change. Please choose payment ${settled + 1} or a later one.`,
    );
  }
}

/** Whether a change can't leave the payments after its date as they are. */
function closesAtOnce({ kind }: Change): boolean {
  return kind === 'payout' || kind === 'refinance' || kind === 'frequency-change';
}

function paymentsPosted(from: number, to: number): Refusal {
  const payments = from === to ? `Payment ${from} is` : `Payments ${from} to ${to} are`;
  return refused(
    'payments-posted',
    `${payments} dated after this change and already posted to Xero or in the opening balances. Please reverse these payments first or choose a later date.`,
  );
}

function afterEnd({ timetable, count }: PaymentPlan): Refusal {
  const end = formatDate(dateOfPayment(timetable, count));
  return refused(
    'after-end',
    `Please choose a date before the last payment, ${end}. No payment remains after it.`,
  );
}

function refused(code: string, message: string): Refusal {
  return new Refusal('conflict', `event/${code}`, message);
}
