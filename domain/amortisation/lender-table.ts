/** The lender's own payment table: its checks, and the rate that it implies. */
import { type CalendarDate, dayNumber, daysBetween } from '../calendar.ts';
import { cents, type Cents, formatMoney, MAX_AMOUNT } from '../money.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { paymentsPerYear } from './frequency.ts';
import { type Rate, rateOf } from './rate.ts';
import { checkAmount, checkAmounts, checkEnd, checkPaymentCount, type TableTerms } from './terms.ts';
import type { LenderRow } from './timetable.ts';

/** A row as the lender wrote it: interest or balance may be missing, and both in every row. */
export interface StatedRow extends Pick<LenderRow, 'date' | 'amount'> {
  readonly interest?: Cents | undefined;
  readonly balance?: Cents | undefined;
}

/** How far a lender's own rounding may be out, in cents. */
const TOLERANCE = 1;
const DAYS_IN_YEAR = 365;
const MAX_ITERATIONS = 200;

/**
 * The lender's rows with a balance each. Where a row states interest and balance, both must agree to the cent with
 * the row before; the stated balance is kept. Where no row states either, the balances follow from the implied rate.
 * @throws Refusal invalid, naming the row.
 */
export function lenderTable(loan: TableLoan, rows: readonly StatedRow[]): LenderRow[] {
  const isAlone =
    rows.length > 0 && rows.every(({ interest, balance }) => interest === undefined && balance === undefined);
  if (isAlone) return impliedTable(loan, rows);
  let before: number = loan.loanAmount;
  return rows.map(({ date, amount, interest, balance }, index) => {
    const computed = interest === undefined ? undefined : before + interest - amount;
    if (balance === undefined && computed === undefined) {
      throw refused(index, 'endingBalance', 'needs its interest or its balance.');
    }
    if (balance !== undefined && computed !== undefined && Math.abs(computed - balance) > TOLERANCE) {
      const expected = formatMoney(cents(computed));
      throw refused(index, 'endingBalance', `should end at ${expected}, but says ${formatMoney(balance)}.`);
    }
    const kept = cents(balance ?? computed ?? 0);
    before = kept;
    return { date, amount, balance: kept };
  });
}

/** The loan that a table repays. */
type TableLoan = Pick<TableTerms, 'loanAmount' | 'frequency' | 'startDate'>;

/**
 * Rows of dates and amounts alone: the balance after each is what the later payments are worth then,
 * Σ p(1 + i/m)^(−m·days/365) at the implied rate, rounded half up. Doubles are enough, since the result is stored.
 */
function impliedTable(loan: TableLoan, rows: readonly StatedRow[]): LenderRow[] {
  checkAmount('loanAmount', loan.loanAmount, 'schedule/loan-amount', 'The loan amount');
  checkTableDates(loan.startDate, rows);
  const missing = loan.loanAmount - rows.reduce((sum, { amount }) => sum + amount, 0);
  if (missing > 0) {
    const message = `The payments add up to ${formatMoney(cents(missing))} less than the loan amount.`;
    throw tableRefused(`${message} Please check the amounts.`);
  }
  const force = forceOfTable(loan, rows);
  if (!Number.isFinite(force)) throw noRate();
  const table: LenderRow[] = [];
  let balance = 0;
  let next: StatedRow | undefined;
  for (const row of rows.toReversed()) {
    if (next) {
      const years = daysBetween(row.date, next.date) / DAYS_IN_YEAR;
      balance = (balance + next.amount) * Math.exp(-force * years);
    }
    table.unshift({ date: row.date, amount: row.amount, balance: cents(Math.round(balance)) });
    next = row;
  }
  return table;
}

/**
 * Accepts terms whose payments the lender's table states: amounts within the limits, dates ascending from the start
 * date, no negative interest, nothing left after the last row, and a rate exists.
 * @throws Refusal invalid, naming the wire field or row.
 */
export function checkLenderTable(terms: TableTerms, table: readonly LenderRow[]): void {
  const { loanAmount, startDate } = terms;
  checkAmounts(terms);
  if (table.length === 0) throw tableRefused('Please provide at least one payment.');
  checkPaymentCount('schedulePayments', table.length);
  checkTableDates(startDate, table);
  const last = table.length - 1;
  for (const [index, row] of table.entries()) {
    checkRow(row, index, table[index - 1]?.balance ?? loanAmount, index === last);
  }
  const earlier = table[last];
  checkEnd(`schedulePayments.${last}.paymentDate`, startDate, earlier?.date ?? startDate);
  if (earlier && earlier.balance !== 0) {
    const left = formatMoney(earlier.balance);
    throw tableRefused(`The last payment leaves ${left}. Is the rest a balloon? Add it as the last payment.`);
  }
  if (!Number.isFinite(impliedRate(terms, table).annualPercent)) {
    throw noRate();
  }
}

const noRate = (): Refusal =>
  tableRefused(
    'These payments match no interest rate. Please check the loan amount, the dates and the payments.',
  );

function checkTableDates(startDate: CalendarDate, rows: readonly Pick<StatedRow, 'date'>[]): void {
  for (const [index, { date }] of rows.entries()) {
    const before = rows[index - 1];
    if (before && date <= before.date) {
      throw refused(index, 'paymentDate', 'must be dated after the row before it.');
    }
    if (date < startDate) throw refused(index, 'paymentDate', 'is dated before the start date.');
  }
}

function checkRow({ amount, balance }: LenderRow, index: number, before: number, isLast: boolean): void {
  const most = formatMoney(MAX_AMOUNT);
  if (!(amount >= 0 && amount <= MAX_AMOUNT)) {
    throw refused(index, 'payments', `needs a payment of at least $0.00 and at most ${most}.`);
  }
  if (isLast && amount === 0) throw refused(index, 'payments', 'is the last and needs a payment.');
  if (balance < 0 || balance > MAX_AMOUNT) {
    throw refused(index, 'endingBalance', `needs a balance of at least $0.00 and at most ${most}.`);
  }
  if (amount < before - balance) {
    throw refused(index, 'endingBalance', 'repays more than its payment: its interest would be negative.');
  }
}

/**
 * The nominal annual rate i that the dated payments imply: Σ p(1 + i/m)^(−m·days/365) = loan, with m payments in a
 * year. The logarithm of that sum is convex and falls in the force of interest, so Newton's method from 0 approaches
 * the only root from below. Infinite where there is none.
 */
export function impliedRate(terms: TableTerms, table: readonly LenderRow[]): Rate {
  const { frequency } = terms;
  return rateOf(Math.expm1(forceOfTable(terms, table) / paymentsPerYear(frequency)), frequency);
}

/** The force of interest that dated payments imply, a year; 0 without interest. */
function forceOfTable(
  { loanAmount, startDate }: TableLoan,
  table: readonly Pick<LenderRow, 'date' | 'amount'>[],
): number {
  const start = dayNumber(startDate);
  const flows = table.map(({ date, amount }) => ({
    amount,
    years: (dayNumber(date) - start) / DAYS_IN_YEAR,
  }));
  const isFree = flows.reduce((sum, { amount }) => sum + amount, 0) === loanAmount;
  return isFree ? 0 : forceOf(loanAmount, flows);
}

/** The root of the sum. */
function forceOf(loanAmount: Cents, flows: readonly { amount: Cents; years: number }[]): number {
  let force = 0;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    let value = 0;
    let weighted = 0;
    for (const { amount, years } of flows) {
      const part = amount * Math.exp(-force * years);
      value += part;
      weighted += part * years;
    }
    const step = (Math.log(value / loanAmount) * value) / weighted;
    if (!Number.isFinite(step)) return Infinity;
    force += step;
    if (Math.abs(step) <= 1e-15 * Math.abs(force)) break;
  }
  return force;
}

function refused(index: number, column: string, what: string): Refusal {
  return invalid(`schedulePayments.${index}.${column}`, 'schedule/lender-table', `Row ${index + 1} ${what}`);
}

function tableRefused(message: string): Refusal {
  return invalid('schedulePayments', 'schedule/lender-table', message);
}
