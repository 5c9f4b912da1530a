import { type CalendarDate, civilOf, daysBetween, endOfMonth } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { yearsLater } from '../years.ts';
import type { Fraction } from './fixed-point.ts';
import { dueDate, dueDates, type Frequency, paymentsPerYear, periodsElapsed } from './frequency.ts';

/** A payment as the lender's own table states it, amounts in cents. */
export interface LenderRow {
  readonly date: CalendarDate;
  /** Without the administration fee. */
  readonly amount: Cents;
  /** The balance after the payment. */
  readonly balance: Cents;
}

/** The terms of a contract from which its due dates follow. */
export interface DateTerms {
  readonly frequency: Frequency;
  /** Interest runs from this day. */
  readonly startDate: CalendarDate;
  readonly firstPaymentOnStartDate: boolean;
  /** Later than the start date. Undefined: the usual date, a period after the start or on it. */
  readonly firstPaymentDate?: CalendarDate | undefined;
  /** Whether every payment is due on the last day of its month. */
  readonly paymentsAtMonthEnd?: boolean | undefined;
  /** The lender's own table: kept as written, instead of a table computed from the rows. */
  readonly table?: readonly LenderRow[] | undefined;
}

/**
 * The due dates of numbered payments. Payment `anchorNumber` is due on `anchorDate`, the others whole periods before
 * or after it, always counted from the anchor. A lender's table states its own dates; its first row is the payment
 * after the anchor.
 */
export interface Timetable {
  readonly frequency: Frequency;
  readonly anchorDate: CalendarDate;
  readonly anchorNumber: number;
  readonly table?: readonly LenderRow[] | undefined;
}

/** A yearly payment at the end of February meets a 29 February within so many years, 1896 to 1904 included. */
const MONTH_ENDS = 12;

/**
 * The timetable of a contract without events. The anchor is payment 1 where its date is given or the start date, else
 * the start date as payment 0.
 */
export function timetableOf(terms: DateTerms): Timetable {
  const { frequency, startDate, firstPaymentOnStartDate, firstPaymentDate, table } = terms;
  if (table) return { frequency, anchorDate: startDate, anchorNumber: 0, table };
  const isFirst = firstPaymentOnStartDate || firstPaymentDate !== undefined;
  const timetable = {
    frequency,
    anchorDate: firstPaymentDate ?? startDate,
    anchorNumber: isFirst ? 1 : 0,
  };
  return terms.paymentsAtMonthEnd === true ? atMonthEnds(timetable) : timetable;
}

/**
 * The same payments, each on the last day of its month. The anchor is the longest of the first month ends, since later
 * dates have its day where their month has it.
 */
export function atMonthEnds(timetable: Timetable): Timetable {
  const { frequency, anchorDate, anchorNumber } = timetable;
  const ends = dueDates(anchorDate, frequency, 0, MONTH_ENDS).map(endOfMonth);
  const days = ends.map((date) => civilOf(date).day);
  const longest = days.indexOf(Math.max(...days));
  return { ...timetable, anchorDate: ends[longest] ?? anchorDate, anchorNumber: anchorNumber + longest };
}

/**
 * The date of payment `number`. Numbers before the first payment give the date that it would have had.
 * @throws RangeError for a number that a lender's table doesn't have.
 */
export function dateOfPayment(timetable: Timetable, number: number): CalendarDate {
  const { frequency, anchorDate, anchorNumber, table } = timetable;
  const periods = number - anchorNumber;
  if (!table) return dueDate(anchorDate, frequency, periods);
  const date = periods === 0 ? anchorDate : table[periods - 1]?.date;
  if (date === undefined) throw new RangeError(`There is no payment ${number}`);
  return date;
}

/** The dates of `count` payments from payment `first` on. */
export function datesOfPayments(timetable: Timetable, first: number, count: number): readonly CalendarDate[] {
  const { frequency, anchorDate, anchorNumber, table } = timetable;
  const periods = first - anchorNumber;
  if (table) return table.slice(periods - 1, periods - 1 + count).map(({ date }) => date);
  return dueDates(anchorDate, frequency, periods, count);
}

/**
 * The number of the last payment dated on or before a date, without regard to where the schedule begins or ends; in a
 * lender's table, one of its rows or the anchor.
 */
export function numberDueBy(timetable: Timetable, date: CalendarDate): number {
  const { frequency, anchorDate, anchorNumber, table } = timetable;
  if (table) return anchorNumber + table.findLastIndex((row) => row.date <= date) + 1;
  return anchorNumber + periodsElapsed(anchorDate, frequency, date);
}

/**
 * Periods from a date until payment n: whole periods counted back from it, and the days before them ÷ the days of the
 * period in which they lie. With d₀, d₋₁ … continuing the due dates backwards and d_k ≤ date < d_(k + 1):
 * (n − 1 − k) + days(date → d_(k + 1)) ÷ days(d_k → d_(k + 1)). So 15 January is 48/31 periods before 1 March.
 */
export function periodsUntil(timetable: Timetable, date: CalendarDate, number: number): Fraction {
  const k = numberDueBy(timetable, date);
  const [from, to] = [dateOfPayment(timetable, k), dateOfPayment(timetable, k + 1)];
  const denominator = daysBetween(from, to);
  return { numerator: (number - 1 - k) * denominator + daysBetween(date, to), denominator };
}

/** Periods from one date to a later one, the difference of their {@link periodsUntil} payment `number`. */
export function periodsBetween(
  timetable: Timetable,
  from: CalendarDate,
  to: CalendarDate,
  number: number,
): Fraction {
  const earlier = periodsUntil(timetable, from, number);
  const later = periodsUntil(timetable, to, number);
  if (earlier.denominator === later.denominator) {
    return { ...earlier, numerator: earlier.numerator - later.numerator };
  }
  return {
    numerator: earlier.numerator * later.denominator - later.numerator * earlier.denominator,
    denominator: earlier.denominator * later.denominator,
  };
}

/**
 * The last payment that counts as due within a year of payment `number`: as many payments later as a year has, or in a
 * lender's table, whose dates may be irregular, the last one dated within 12 months.
 */
export function lastWithinYear(timetable: Timetable, number: number): number {
  if (!timetable.table) return number + paymentsPerYear(timetable.frequency);
  return numberDueBy(timetable, yearsLater(dateOfPayment(timetable, number), 1));
}
