/** The contract of a schedule with its events, worked out in the browser. */
import { calendarDate } from '../../domain/calendar.ts';
import { toCents, ZERO } from '../../domain/money.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { dueDate, FREQUENCIES, type Frequency } from '../../domain/schedule/frequency.ts';
import { scheduleOf, type Contract } from '../../domain/schedule/contract.ts';
import type { Change } from '../../domain/schedule/events.ts';
import type { TermRow } from '../../domain/schedule/term-rows.ts';
import type { Schedule } from '../schedules/draft.ts';
import type { EventInput } from './types.ts';

/**
 * Works out a schedule with its recorded events.
 * @returns null if the original frequency can't be told, since the schedule names the one in force.
 * @throws Refusal as `scheduleOf`.
 */
export function contractOf(schedule: Schedule): Contract | null {
  const { loanAmount, startDate, firstPaymentOnStartDate, schedulePaymentPlans } = schedule;
  const frequency = originalFrequency(schedule);
  if (frequency === undefined) return null;
  const rows = schedulePaymentPlans.toSorted((one, other) => one.number - other.number);
  const terms = {
    loanAmount: toCents(loanAmount),
    frequency,
    startDate: calendarDate(startDate),
    firstPaymentOnStartDate,
    // The fee has no part in balances.
    administrationFee: ZERO,
    rows: rowsOf(rows),
  };
  // Every recorded event begins after its own k, so k stands for the payments that were posted then.
  const events = schedule.events.map(({ date, input, k }) => ({
    date: calendarDate(date),
    postedThrough: k,
    change: changeOf(input),
  }));
  return scheduleOf(terms, events);
}

/** The frequency of the original contract, by its first payments after a change of frequency. */
function originalFrequency(schedule: Schedule): Frequency | undefined {
  const { paymentFrequency, startDate, firstPaymentOnStartDate, schedulePayments, events } = schedule;
  if (!events.some(({ kind }) => kind === 'frequency-change')) return paymentFrequency;
  const next = schedulePayments[firstPaymentOnStartDate ? 1 : 0];
  if (next?.segment !== 0) return undefined;
  const start = calendarDate(startDate);
  return FREQUENCIES.find((frequency) => dueDate(start, frequency, 1) === next.paymentDate);
}

function changeOf(input: EventInput): Change {
  switch (input.kind) {
    case 'payout':
      return { ...payoutOf(input), kind: 'payout', settledFrom: null };
    case 'refinance':
      return { ...payoutOf(input), kind: 'refinance', clearingAccountId: null };
    case 'extra-repayment':
      return { kind: input.kind, amount: toCents(input.amount), keep: input.keep };
    case 'rate-change':
      return input;
    case 'terms-change': {
      const { kind, fromPayment, schedulePaymentPlans } = input;
      return { kind, fromPayment, rows: rowsOf(schedulePaymentPlans) };
    }
    case 'frequency-change': {
      const { kind, paymentFrequency: frequency, schedulePaymentPlans: plans } = input;
      const payments = plans ? { rows: rowsOf(plans) } : { amount: toCents(input.amount ?? 0) };
      return { kind, frequency, firstPaymentDate: calendarDate(input.firstPaymentDate), payments };
    }
    case 'holiday':
      return input;
    case 'fee-change':
      break;
  }
  return { ...input, administrationFee: toCents(input.administrationFee) };
}

function payoutOf({ payoutFigure, fees }: Extract<EventInput, { kind: 'payout' | 'refinance' }>) {
  return {
    payoutFigure: toCents(payoutFigure),
    fees: fees.map(({ amount }) => ({ accountId: null, amount: toCents(amount), taxType: NO_GST })),
  };
}

function rowsOf(plans: readonly { readonly qty: number; readonly amount: number }[]): TermRow[] {
  return plans.map(({ qty, amount }) => ({ qty, amount: toCents(amount) }));
}
