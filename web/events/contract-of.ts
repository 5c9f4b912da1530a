/** The contract of a schedule with its events, worked out in the browser. */
import { calendarDate } from '../../domain/calendar.ts';
import { toCents, ZERO } from '../../domain/money.ts';
import { scheduleOf, type Contract } from '../../domain/contract/contract.ts';
import { fromWire } from '../../domain/event-kinds/kinds.ts';
import { rowsFromWire } from '../../domain/event-kinds/wire.ts';
import { datesOfSchedule, originalFrequency } from '../contract/original-frequency.ts';
import type { Schedule } from '../data/answers.ts';
import { KINDS } from './kinds.ts';

/**
 * Works out a schedule with its recorded events.
 * @returns null if the original terms can't be told: the schedule names the frequency in force, and no longer the rows of a
 * lender's table that were replaced.
 * @throws Refusal as `scheduleOf`.
 */
export function contractOf(schedule: Schedule): Contract | null {
  const { loanAmount, schedulePaymentPlans } = schedule;
  const frequency = originalFrequency(schedule);
  const table = originalTable(schedule);
  if (frequency === undefined || table === null) return null;
  const terms = {
    loanAmount: toCents(loanAmount),
    frequency,
    ...datesOfSchedule(schedule),
    // The fee has no part in balances.
    administrationFee: ZERO,
    rows: rowsFromWire(schedulePaymentPlans),
    ...(table && { table }),
  };
  // Every recorded event begins after its own k, so k stands for the payments that were posted then.
  const events = schedule.events.map(({ date, input, k }) => ({
    date: calendarDate(date),
    postedThrough: k,
    change: fromWire(input),
  }));
  return scheduleOf(terms, events);
}

/** The lender's table of the original contract; undefined for computed payments, null if it can't be told. */
function originalTable({ schedulePaymentPlans, schedulePayments, events }: Schedule) {
  if (schedulePaymentPlans.length > 0) return undefined;
  if (events.some(({ kind }) => KINDS[kind].movesPayments)) return null;
  return schedulePayments.map(({ paymentDate, payments, endingBalance }) => ({
    date: calendarDate(paymentDate),
    amount: toCents(payments),
    balance: toCents(endingBalance),
  }));
}
