/** The lender's own payment table: its checks, and the rate that it implies. */
import { dayNumber } from '../calendar.ts';
import { cents, type Cents, formatMoney, MAX_AMOUNT } from '../money.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { paymentsPerYear } from './frequency.ts';
import { type Rate, rateOf } from './rate.ts';
import { checkAmounts, checkEnd, checkPaymentCount, type TableTerms } from './terms.ts';
import type { LenderRow } from './timetable.ts';

/** A row as the lender wrote it: interest or balance may be missing, but not both. */
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
 * the row before; the stated balance is kept.
 * @throws Refusal invalid, naming the row.
 */
export function lenderTable(loanAmount: Cents, rows: readonly StatedRow[]): LenderRow[] {
  let before: number = loanAmount;
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
  let earlier: LenderRow | undefined;
  for (const [index, row] of table.entries()) {
    if (earlier && row.date <= earlier.date) {
      throw refused(index, 'paymentDate', 'must be dated after the row before it.');
    }
    if (row.date < startDate) throw refused(index, 'paymentDate', 'is dated before the start date.');
    checkRow(row, index, earlier?.balance ?? loanAmount);
    earlier = row;
  }
  checkEnd(`schedulePayments.${table.length - 1}.paymentDate`, startDate, earlier?.date ?? startDate);
  if (earlier && earlier.balance !== 0) {
    const left = formatMoney(earlier.balance);
    throw tableRefused(`The last payment leaves ${left}. Is the rest a balloon? Add it as the last payment.`);
  }
  if (!Number.isFinite(impliedRate(terms, table).annualPercent)) {
    throw tableRefused(
      'These payments match no interest rate. Please check the loan amount, the dates and the payments.',
    );
  }
}

function checkRow({ amount, balance }: LenderRow, index: number, before: number): void {
  const most = formatMoney(MAX_AMOUNT);
  if (!(amount > 0 && amount <= MAX_AMOUNT)) {
    throw refused(index, 'payments', `needs a payment of more than $0.00 and at most ${most}.`);
  }
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
export function impliedRate(
  { loanAmount, frequency, startDate }: TableTerms,
  table: readonly LenderRow[],
): Rate {
  const start = dayNumber(startDate);
  const flows = table.map(({ date, amount }) => ({
    amount,
    years: (dayNumber(date) - start) / DAYS_IN_YEAR,
  }));
  const isFree = flows.reduce((sum, { amount }) => sum + amount, 0) === loanAmount;
  const force = isFree ? 0 : forceOf(loanAmount, flows);
  return rateOf(Math.expm1(force / paymentsPerYear(frequency)), frequency);
}

/** The force of interest, a year. */
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
