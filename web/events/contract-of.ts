/** The contract of a schedule with its events, worked out in the browser. */
import { calendarDate } from '../../domain/calendar.ts';
import { toCents, ZERO } from '../../domain/money.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { scheduleOf, type Contract } from '../../domain/contract/contract.ts';
import type { Change } from '../../domain/event-kinds/events.ts';
import type { TermRow } from '../../domain/amortisation/term-rows.ts';
import { originalFrequency } from '../contract/original-frequency.ts';
import type { Schedule } from '../data/answers.ts';
import type { EventInput } from './types.ts';

/**
 * Works out a schedule with its recorded events.
 * @returns null if the original terms can't be told: the schedule names the frequency in force, and no longer the rows of a
 * lender's table that were replaced.
 * @throws Refusal as `scheduleOf`.
 */
export function contractOf(schedule: Schedule): Contract | null {
  const { loanAmount, startDate, firstPaymentOnStartDate, schedulePaymentPlans } = schedule;
  const frequency = originalFrequency(schedule);
  const table = originalTable(schedule);
  if (frequency === undefined || table === null) return null;
  const rows = schedulePaymentPlans.toSorted((one, other) => one.number - other.number);
  const terms = {
    loanAmount: toCents(loanAmount),
    frequency,
    startDate: calendarDate(startDate),
    firstPaymentOnStartDate,
    // The fee has no part in balances.
    administrationFee: ZERO,
    rows: rowsOf(rows),
    ...(table && { table }),
  };
  // Every recorded event begins after its own k, so k stands for the payments that were posted then.
  const events = schedule.events.map(({ date, input, k }) => ({
    date: calendarDate(date),
    postedThrough: k,
    change: changeOf(input),
  }));
  return scheduleOf(terms, events);
}

/** The lender's table of the original contract; undefined for computed payments, null if it can't be told. */
function originalTable({ schedulePaymentPlans, schedulePayments, events }: Schedule) {
  if (schedulePaymentPlans.length > 0) return undefined;
  if (events.some(({ kind }) => kind !== 'fee-change')) return null;
  return schedulePayments.map(({ paymentDate, payments, endingBalance }) => ({
    date: calendarDate(paymentDate),
    amount: toCents(payments),
    balance: toCents(endingBalance),
  }));
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
      const { kind, fromPayment, schedulePaymentPlans: plans = [], schedulePayments } = input;
      return { kind, fromPayment, rows: rowsOf(plans), ...(schedulePayments && tableOf(schedulePayments)) };
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

function tableOf(stated: NonNullable<Extract<EventInput, { kind: 'terms-change' }>['schedulePayments']>) {
  const table = stated.map(({ paymentDate, payments, interest, endingBalance }) => ({
    date: calendarDate(paymentDate),
    amount: toCents(payments),
    ...(interest !== undefined && { interest: toCents(interest) }),
    ...(endingBalance !== undefined && { balance: toCents(endingBalance) }),
  }));
  return { table };
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
