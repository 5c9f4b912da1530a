import type { CalendarDate } from '../calendar.ts';
import { dueDate, dueDates, periodsElapsed } from './frequency.ts';
import { paymentCount } from './terms.ts';
import type { LenderRow, Terms } from './terms.ts';

/** The date of payment `number`, counted from 1. */
export function paymentDate(terms: Terms, number: number): CalendarDate {
  if (terms.table) return rowOf(terms.table, number).date;
  return dueDate(terms.startDate, terms.frequency, periodsUntil(terms, number));
}

/** The dates of all payments, in order. */
export function paymentDates(terms: Terms): readonly CalendarDate[] {
  if (terms.table) return terms.table.map(({ date }) => date);
  return dueDates(terms.startDate, terms.frequency, periodsUntil(terms, 1), paymentCount(terms));
}

/** How many payments are due on or before a date. */
export function paymentsDueBy(terms: Terms, date: CalendarDate): number {
  if (terms.table) return rowsDueBy(terms.table, date);
  const elapsed = periodsElapsed(terms.startDate, terms.frequency, date);
  const due = terms.firstPaymentOnStartDate ? elapsed + 1 : elapsed;
  return Math.min(Math.max(due, 0), paymentCount(terms));
}

/** How many payments are dated before a date: those an opening journal of that date covers. */
export function paymentsBefore(terms: Terms, date: CalendarDate): number {
  const due = paymentsDueBy(terms, date);
  return due > 0 && paymentDate(terms, due) === date ? due - 1 : due;
}

function rowOf(table: readonly LenderRow[], number: number): LenderRow {
  const row = table[number - 1];
  if (row === undefined) throw new RangeError(`There is no payment ${number}`);
  return row;
}

/** Rows dated on or before a date, by bisection: the dates ascend. */
function rowsDueBy(table: readonly LenderRow[], date: CalendarDate): number {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = table[middle];
    if (row !== undefined && row.date <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}

function periodsUntil(terms: Terms, number: number): number {
  return terms.firstPaymentOnStartDate ? number - 1 : number;
}
