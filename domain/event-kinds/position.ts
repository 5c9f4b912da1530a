/** Where an event takes effect: after which payment, and on which date. */
import { type CalendarDate, formatDate } from '../calendar.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import type { Segment } from '../amortisation/segment.ts';
import { numberDueBy } from '../amortisation/timetable.ts';
import type { EventPosition } from './event-kind.ts';
import { type ContractEvent, kindOf } from './kinds.ts';

/**
 * Finds the payment after which an event takes effect.
 * @throws Refusal conflict if the date is outside the schedule, before the previous event, or after posted payments
 * that would have to change; invalid if `fromPayment` isn't a payment of the schedule.
 */
export function positionOf(plan: Segment, startDate: CalendarDate, event: ContractEvent): EventPosition {
  const { date, change } = event;
  checkDate(plan, startDate, date);
  const first = plan.replayed && date < plan.since ? plan.replayed.after : plan.after;
  const due = Math.max(numberDueBy(plan.timetable, date), first);
  const settled = Math.max(due, event.postedThrough, plan.after);
  const { timing } = kindOf(change);
  const fromPayment = 'fromPayment' in change ? change.fromPayment : settled + 1;
  const k = timing === 'from-payment' ? fromPayment - 1 : settled;
  if ('fromPayment' in change) checkFromPayment(fromPayment, settled, plan.count);
  if (k >= plan.count) throw afterEnd(plan);
  if (k > due && timing === 'at-once') {
    const payments = k === due + 1 ? `Payment ${k} is` : `Payments ${due + 1} to ${k} are`;
    const message = `${payments} dated after this change and already posted to Xero or in the opening balances. Please reverse these payments first or choose a later date.`;
    throw refused('payments-posted', message);
  }
  const lastPaid = k === plan.after ? plan.since : plan.dateOf(k);
  return { k, due, effectiveDate: date > lastPaid ? date : lastPaid };
}

function checkDate(plan: Segment, start: CalendarDate, date: CalendarDate): void {
  if (date < start) {
    throw refused('before-start', `Please choose a date on or after the start date, ${formatDate(start)}.`);
  }
  if (date >= plan.endDate) throw afterEnd(plan);
  const earliest = (plan.replayed ?? plan).since;
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

function afterEnd(plan: Segment): Refusal {
  const end = formatDate(plan.endDate);
  const message = `Please choose a date before the last payment, ${end}. No payment remains after it.`;
  return refused('after-end', message);
}

function refused(code: string, message: string): Refusal {
  return conflict(`event/${code}`, message);
}
