import { calendarDate, type CalendarDate, endOfMonth, formatDate } from '../calendar.ts';
import { cents, type Cents, formatMoney, MAX_AMOUNT, negated, ZERO } from '../money.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { countsMonths, dueDate, type Frequency } from './frequency.ts';
import { formatCount } from '../text.ts';
import { countPayments, lastAmount, type TermRow } from './term-rows.ts';
import { dateOfPayment, type DateTerms, timetableOf } from './timetable.ts';

/** The terms of a contract, from which its payment table follows. */
export interface Terms extends DateTerms {
  readonly loanAmount: Cents;
  /** Charged with every payment, on top of it; no part of interest, rate or balance. */
  readonly administrationFee: Cents;
  /** Empty where the lender's table states every payment. */
  readonly rows: readonly TermRow[];
  /** Whether a hire purchase's GST on its charges is claimed at the opening. */
  readonly gstOnCharges?: boolean | undefined;
}

/** The terms beside the payments and their dates. */
export type TableTerms = Omit<
  Terms,
  'firstPaymentOnStartDate' | 'firstPaymentDate' | 'paymentsAtMonthEnd' | 'rows' | 'table'
>;

export const MAX_TERM_ROWS = 100;
export const TOO_MANY_ROWS = `A schedule can have at most ${MAX_TERM_ROWS} rows of payment terms.`;
/** Sixty years of weekly payments, and a little. */
export const MAX_PAYMENTS = 3200;
export const TOO_MANY_PAYMENTS = `A schedule can have at most ${formatCount(MAX_PAYMENTS)} payments.`;
export const MAX_SCHEDULES_PER_ENTITY = 2000;
/** A contract ends at most so many years after its start. */
const MAX_YEARS = 100;
const FROM_ZERO = `from ${formatMoney(ZERO)} to ${formatMoney(MAX_AMOUNT)}`;
const UP_TO_MAXIMUM = `more than ${formatMoney(ZERO)} and at most ${formatMoney(MAX_AMOUNT)}`;
export const EARLIEST_START = calendarDate('1970-01-01');
export const LATEST_START = calendarDate('2100-12-31');

/** How many payments the terms have. */
export function paymentCount(terms: Terms): number {
  return terms.table?.length ?? countPayments(terms.rows);
}

/** Σ(qty × amount) − loan amount, in cents: the cost of the loan without fees. Negative if the terms repay too little. */
export function totalInterest(terms: Terms): Cents {
  let total = 0 - terms.loanAmount;
  for (const row of terms.rows) total += row.qty * row.amount;
  for (const row of terms.table ?? []) total += row.amount;
  return cents(total);
}

/**
 * Accepts terms in rows (`checkLenderTable` accepts a table): amounts, counts and dates within the limits, interest not
 * negative, and a rate exists.
 * @throws Refusal invalid, naming the wire field to mend.
 */
export function checkTerms(terms: Terms): void {
  checkAmounts(terms);
  checkDates(terms);
  const { loanAmount, startDate, firstPaymentOnStartDate, rows } = terms;
  checkRows(rows);
  checkEnd('schedulePaymentPlans', startDate, dateOfPayment(timetableOf(terms), countPayments(rows)));
  const interest = totalInterest(terms);
  if (interest < 0) {
    const total = formatMoney(cents(loanAmount + interest));
    const message = `The payments add up to ${total}, which is ${formatMoney(negated(interest))} less than the loan amount of ${formatMoney(loanAmount)}.`;
    throw invalid('schedulePaymentPlans', 'schedule/negative-interest', message);
  }
  if (firstPaymentOnStartDate && interest > 0 && rows[0] && rows[0].amount >= loanAmount) {
    const message = `The first payment, on the start date, already repays the loan, so no interest rate leads to total interest of ${formatMoney(interest)}.`;
    throw invalid('schedulePaymentPlans', 'schedule/no-rate', message);
  }
}

/**
 * The date of the first payment as terms keep it: undefined where it is the usual one, a period after the start, whose
 * later dates follow from the start (31 January, 28 February, 31 March).
 */
export function keptFirstPayment(
  { startDate, frequency }: Pick<Terms, 'startDate' | 'frequency'>,
  date: CalendarDate | undefined,
): CalendarDate | undefined {
  return date === dueDate(startDate, frequency, 1) ? undefined : date;
}

/** @throws Refusal invalid `firstPaymentDate` or `paymentsAtMonthEnd` for dates that payments can't have. */
function checkDates(terms: Terms): void {
  const { startDate, firstPaymentOnStartDate, firstPaymentDate } = terms;
  if (firstPaymentDate !== undefined) {
    if (firstPaymentOnStartDate) {
      throw firstPaymentRefused(
        'The first payment is on the start date. Please leave out the first payment date, or choose payments in arrears.',
      );
    }
    if (firstPaymentDate <= startDate) {
      throw firstPaymentRefused(
        `Please choose a date after the start date, ${formatDate(startDate)}, or payments in advance.`,
      );
    }
    checkEnd('firstPaymentDate', startDate, firstPaymentDate);
  }
  if (terms.paymentsAtMonthEnd !== true) return;
  checkMonthEnds(terms.frequency, dateOfPayment(timetableOf({ ...terms, paymentsAtMonthEnd: false }), 1));
}

/** @throws Refusal invalid `firstPaymentDate` or `paymentsAtMonthEnd`, since a lender's table states its own dates. */
export function refuseDates({ firstPaymentDate, paymentsAtMonthEnd }: Terms): void {
  const message = 'The lender’s payments have their own dates. Please leave this out.';
  if (firstPaymentDate !== undefined) throw firstPaymentRefused(message);
  if (paymentsAtMonthEnd === true) throw monthEndsRefused(message);
}

/** @throws Refusal invalid `paymentsAtMonthEnd` unless payments from this first one on can be due on month ends. */
export function checkMonthEnds(frequency: Frequency, firstPayment: CalendarDate): void {
  if (!countsMonths(frequency)) {
    throw monthEndsRefused('Payments on the last day of each month are monthly, or every few months.');
  }
  if (firstPayment === endOfMonth(firstPayment)) return;
  throw monthEndsRefused(
    `The first payment is on ${formatDate(firstPayment)}, which isn't the last day of its month.`,
  );
}

const firstPaymentRefused = (message: string): Refusal =>
  invalid('firstPaymentDate', 'schedule/first-payment-date', message);

const monthEndsRefused = (message: string): Refusal =>
  invalid('paymentsAtMonthEnd', 'schedule/month-ends', message);

/** @throws Refusal invalid, naming `field`, if a contract's last payment is too many years after its start. */
export function checkEnd(field: string, startDate: CalendarDate, endDate: CalendarDate): void {
  const latest = `${Number(startDate.slice(0, 4)) + MAX_YEARS}${startDate.slice(4)}`;
  if (endDate <= latest) return;
  const message = `The last payment would be on ${formatDate(endDate)}. A contract can end at most ${MAX_YEARS} years after its start on ${formatDate(startDate)}.`;
  throw invalid(field, 'schedule/too-long', message);
}

/** Refuses a loan amount, fee or start date beyond the limits, whatever the payments are. */
export function checkAmounts({ loanAmount, administrationFee, startDate }: TableTerms): void {
  checkAmount('loanAmount', loanAmount, 'schedule/loan-amount', 'The loan amount');
  checkAdministrationFee(administrationFee);
  if (startDate < EARLIEST_START || startDate > LATEST_START) {
    const message = 'The start date must be between 1 January 1970 and 31 December 2100.';
    throw invalid('startDate', 'schedule/start-date', message);
  }
}

/** @throws Refusal invalid `field` unless the amount is more than 0.00 and at most the largest one. */
export function checkAmount(field: string, amount: Cents, code = 'event/amount', name = 'The amount'): void {
  if (amount > 0 && amount <= MAX_AMOUNT) return;
  throw invalid(field, code, `${name} must be ${UP_TO_MAXIMUM}.`);
}

/** @throws Refusal invalid `administrationFee` if the fee is negative or too large. */
export function checkAdministrationFee(fee: Cents): void {
  if (fee >= 0 && fee <= MAX_AMOUNT) return;
  const message = `The administration fee can't be negative or more than ${formatMoney(MAX_AMOUNT)}.`;
  throw invalid('administrationFee', 'schedule/administration-fee', message);
}

/**
 * Checks rows of payment terms: how many, their quantities and their amounts. Payments may be 0.00, but not the last.
 * @throws Refusal invalid `schedulePaymentPlans`.
 */
export function checkRows(rows: readonly TermRow[]): void {
  if (rows.length === 0) throw rowsRefused('Please provide at least one row of payment terms.');
  if (rows.length > MAX_TERM_ROWS) throw rowsRefused(TOO_MANY_ROWS);
  for (const { qty, amount } of rows) {
    if (!(Number.isInteger(qty) && qty > 0)) {
      throw rowsRefused('The number of payments must be a whole number, 1 or more.');
    }
    if (!(amount >= 0 && amount <= MAX_AMOUNT)) {
      throw rowsRefused(`The payment amount must be ${FROM_ZERO}.`);
    }
  }
  if (lastAmount(rows) === 0) throw rowsRefused('The last payment must be more than $0.00.');
  checkPaymentCount('schedulePaymentPlans', countPayments(rows));
}

/** @throws Refusal invalid, naming `field`, if a schedule would have too many payments. */
export function checkPaymentCount(field: string, count: number): void {
  if (count <= MAX_PAYMENTS) return;
  throw invalid(field, 'schedule/payment-terms', TOO_MANY_PAYMENTS);
}

function rowsRefused(message: string): Refusal {
  return invalid('schedulePaymentPlans', 'schedule/payment-terms', message);
}
