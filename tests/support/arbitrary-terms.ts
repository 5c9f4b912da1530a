import * as fc from 'fast-check';
import { addDays, calendarDate, endOfMonth } from '../../domain/calendar.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { cents, MAX_AMOUNT } from '../../domain/money.ts';
import type { Cents } from '../../domain/money.ts';
import { countsMonths, dueDate, FREQUENCIES, paymentsPerYear } from '../../domain/amortisation/frequency.ts';
import type { Frequency } from '../../domain/amortisation/frequency.ts';
import { keptFirstPayment, MAX_PAYMENTS, MAX_TERM_ROWS } from '../../domain/amortisation/terms.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import {
  countPayments,
  dropPayments,
  takePayments,
  type TermRow,
} from '../../domain/amortisation/term-rows.ts';

type Loan = Pick<Terms, 'loanAmount' | 'rows'>;

const DAYS_OF_START_DATES = 47_846;

/** Any accepted start date, 1970-01-01 to 2100-12-31. */
export const startDates: fc.Arbitrary<CalendarDate> = fc
  .integer({ min: 0, max: DAYS_OF_START_DATES })
  .map((days) => addDays(calendarDate('1970-01-01'), days));

const fractions = fc
  .noBias(fc.integer({ min: 0, max: 1_000_000 }))
  .map((millionths) => millionths / 1_000_000);

/** Amounts of any magnitude from a cent to the maximum; each order of magnitude is equally likely. */
const amounts: fc.Arbitrary<Cents> = fractions.map((fraction) => cents(Math.round(MAX_AMOUNT ** fraction)));

const fees = fc.oneof(fc.constant(cents(0)), fc.integer({ min: 1, max: 2000 }).map(cents));

/** Numbers of payments: mostly some dozens, sometimes thousands. */
const counts = fractions.map((fraction) => Math.ceil(2 + 240 * fraction ** 4 + 2950 * fraction ** 400));

/** Numbers of payments in one of many rows. */
const fewer = fractions.map((fraction) => Math.ceil(1 + 40 * fraction ** 6));

/** Common contracts: a loan at a usual rate with equal payments, and sometimes a deposit or a residual. */
const commonLoans: fc.Arbitrary<Loan> = fc
  .record({
    loan: fc.integer({ min: 50_000, max: 300_000_000 }),
    perPeriod: fractions.map((fraction) => 0.02 * fraction ** 3),
    count: counts,
    deposit: fc.option(fractions),
    residual: fc.option(fractions),
  })
  .map(({ loan, perPeriod, count, deposit, residual }) => {
    const level =
      perPeriod > 0 ? (loan * perPeriod) / -Math.expm1(-count * Math.log1p(perPeriod)) : loan / count;
    const rows: TermRow[] = [{ qty: count, amount: cents(Math.ceil(level)) }];
    if (deposit !== null) rows.unshift({ qty: 1, amount: cents(1 + Math.floor((loan - 2) * deposit)) });
    if (residual !== null) rows.push({ qty: 1, amount: cents(1 + Math.floor(loan * residual)) });
    return { loanAmount: cents(loan), rows };
  });

/** Other allowed contracts: up to 100 rows of any amounts, and a loan of any amount up to their sum. */
const strangeLoans: fc.Arbitrary<Loan> = fc
  .record({
    rows: fc.array(fc.record({ qty: fewer, amount: amounts }), {
      minLength: 1,
      maxLength: 100,
      size: 'medium',
    }),
    share: fractions,
    isLogarithmic: fc.boolean(),
  })
  .map(({ rows, share, isLogarithmic }) => {
    const kept = withinLimit(rows);
    const total = kept.reduce((sum, { qty, amount }) => sum + qty * amount, 0);
    const loan = isLogarithmic ? total ** share : total * share;
    return { loanAmount: cents(Math.min(Math.max(Math.round(loan), 1), total, MAX_AMOUNT)), rows: kept };
  });

/** Contracts without interest: the loan equals the sum of the payments. */
const interestFreeLoans: fc.Arbitrary<Loan> = fc
  .record({ qty: fc.integer({ min: 1, max: 400 }), amount: fc.integer({ min: 1, max: 2_000_000 }) })
  .map(({ qty, amount }) => ({ loanAmount: cents(qty * amount), rows: [{ qty, amount: cents(amount) }] }));

/** Where payments begin: on a share of the days up to two and a half usual periods after the start, or the usual day. */
const stubs = fc.option(fractions);

/** A contract has at most so many years of payments, since a stub may add up to two and a half. */
const MOST_YEARS = 97;

type Dated = Pick<
  Terms,
  'frequency' | 'startDate' | 'firstPaymentOnStartDate' | 'firstPaymentDate' | 'paymentsAtMonthEnd'
>;

/** The dates of a contract, some of them with a first payment date or on the last day of each month. */
function datesOf(
  frequency: Frequency,
  start: CalendarDate,
  isInAdvance: boolean,
  stub: number | null,
  wantsMonthEnds: boolean,
): Dated {
  const atMonthEnds = wantsMonthEnds && countsMonths(frequency);
  const startDate = atMonthEnds && (isInAdvance || stub === null) ? endOfMonth(start) : start;
  const dates = { frequency, startDate, firstPaymentOnStartDate: isInAdvance };
  if (isInAdvance) return { ...dates, paymentsAtMonthEnd: atMonthEnds };
  const usual = dueDate(startDate, frequency, 1);
  if (stub === null) {
    return { ...dates, paymentsAtMonthEnd: atMonthEnds && usual === endOfMonth(usual) };
  }
  const days = 1 + Math.floor((stub * 2.5 * 364) / paymentsPerYear(frequency));
  const first = addDays(startDate, days);
  const firstPaymentDate = keptFirstPayment(dates, atMonthEnds ? endOfMonth(first) : first);
  return { ...dates, firstPaymentDate, paymentsAtMonthEnd: atMonthEnds };
}

/** Payments of 0.00 after a share of the others, or none. */
const pauses = fc.option(fc.record({ after: fractions, qty: fc.integer({ min: 1, max: 12 }) }));

function withPause(
  rows: readonly TermRow[],
  pause: { readonly after: number; readonly qty: number } | null,
): readonly TermRow[] {
  const count = countPayments(rows);
  if (pause === null || count + pause.qty > MAX_PAYMENTS || rows.length > MAX_TERM_ROWS - 2) return rows;
  const before = Math.floor(pause.after * (count - 1));
  const skipped = { qty: pause.qty, amount: cents(0) };
  return [...takePayments(rows, before), skipped, ...dropPayments(rows, before)];
}

/** Accepted terms, from common to absurd. */
export const acceptedTerms: fc.Arbitrary<Terms> = fc
  .record({
    loan: fc.oneof(
      { arbitrary: commonLoans, weight: 7 },
      { arbitrary: strangeLoans, weight: 2 },
      { arbitrary: interestFreeLoans, weight: 1 },
    ),
    frequency: fc.constantFrom(...FREQUENCIES),
    startDate: startDates,
    isInAdvance: fc.boolean(),
    stub: stubs,
    isAtMonthEnds: fc.boolean(),
    pause: pauses,
    administrationFee: fees,
  })
  .map(({ loan: { loanAmount, rows }, pause, isInAdvance, stub, isAtMonthEnds, startDate, ...rest }) => {
    const loan = { loanAmount, rows: withPause(rows, pause) };
    const [first] = loan.rows;
    const total = loan.rows.reduce((sum, { qty, amount }) => sum + qty * amount, 0);
    const leavesSomething = first !== undefined && first.amount < loan.loanAmount;
    const count = loan.rows.reduce((sum, { qty }) => sum + qty, 0);
    const isTooLong = count >= MOST_YEARS * paymentsPerYear(rest.frequency);
    const frequency: Frequency = isTooLong ? 'weekly' : rest.frequency;
    const dates = datesOf(frequency, startDate, isInAdvance && leavesSomething, stub, isAtMonthEnds);
    return { ...rest, ...loan, ...dates, total };
  })
  .filter(({ loanAmount, total }) => total >= loanAmount)
  .map(({ total: _, ...terms }) => terms);

/** Returns the rows up to the limit on payments. */
function withinLimit(rows: readonly TermRow[]): TermRow[] {
  let left = MAX_PAYMENTS;
  return rows.flatMap(({ qty, amount }) => {
    const kept = Math.min(qty, left);
    left -= kept;
    return kept > 0 ? [{ qty: kept, amount }] : [];
  });
}
