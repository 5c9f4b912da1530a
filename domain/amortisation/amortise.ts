import type { CalendarDate } from '../calendar.ts';
import { cents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { endingBalances } from './balances.ts';
import { paymentDate, paymentDates, paymentsBefore, paymentsDueBy } from './due-dates.ts';
import type { Payment } from './payment.ts';
import type { PaymentPlan, PaymentSchedule } from './payment-plan.ts';
import { checkLenderTable, impliedRate } from './lender-table.ts';
import { solveRate } from './rate.ts';
import type { Rate } from './rate.ts';
import { checkTerms, paymentCount, totalInterest } from './terms.ts';
import { splitAfter } from './split.ts';
import type { Split } from './payment-plan.ts';
import { joinRows, sumOfFirst } from './term-rows.ts';
import type { Terms } from './terms.ts';
import type { TermRow } from './term-rows.ts';
import { timetableOf } from './timetable.ts';
import type { Timetable } from './timetable.ts';

/**
 * A schedule worked out: its rate, and its balances in a column made when first asked for, from which every other
 * figure follows. `payments` is the table as rows.
 */
export class Amortisation implements PaymentPlan, PaymentSchedule {
  readonly terms: Terms;
  readonly rate: Rate;
  readonly totalInterest: Cents;
  /** How many payments there are; they are numbered from 1. */
  readonly count: number;
  readonly rows: readonly TermRow[];
  /** The contract begins before payment 1. */
  readonly after = 0;
  #balances: readonly number[] | undefined;
  #payments: readonly Payment[] | undefined;

  /** Works out accepted terms at the rate solved for them. */
  constructor(terms: Terms, rate: Rate) {
    this.terms = terms;
    this.rate = rate;
    this.totalInterest = totalInterest(terms);
    this.count = paymentCount(terms);
    this.rows = terms.table ? joinRows(terms.table.map(({ amount }) => ({ qty: 1, amount }))) : terms.rows;
  }

  get opening(): Cents {
    return this.terms.loanAmount;
  }

  get administrationFee(): Cents {
    return this.terms.administrationFee;
  }

  get timetable(): Timetable {
    return timetableOf(this.terms);
  }

  /** The last payment's date. */
  get endDate(): CalendarDate {
    return paymentDate(this.terms, this.count);
  }

  /** The balance after payment `number`; the loan amount after payment 0. */
  balanceAfter(number: number): Cents {
    this.#balances ??= this.#allBalances();
    const balance = this.#balances[number];
    if (balance === undefined) throw new RangeError(`There is no payment ${number}`);
    return cents(balance);
  }

  dateOf(number: number): CalendarDate {
    return paymentDate(this.terms, number);
  }

  dueBy(date: CalendarDate): number {
    return paymentsDueBy(this.terms, date);
  }

  before(date: CalendarDate): number {
    return paymentsBefore(this.terms, date);
  }

  balanceAt(date: CalendarDate): Cents {
    return this.balanceAfter(this.dueBy(date));
  }

  splitBefore(date: CalendarDate): Split {
    return splitAfter(this, this.before(date));
  }

  amountDue(number: number): Cents {
    const amount = this.paidThrough(number) - this.paidThrough(number - 1);
    return cents(amount + this.administrationFee);
  }

  /** Σ payments 1 … `number`, without fees. */
  paidThrough(number: number): Cents {
    return cents(sumOfFirst(this.rows, number));
  }

  /** Σ interest of payments 1 … `number`. */
  interestThrough(number: number): Cents {
    return cents(this.paidThrough(number) + this.balanceAfter(number) - this.terms.loanAmount);
  }

  /** Payment `number`, 1 … count. */
  payment(number: number): Payment {
    const amount = cents(this.paidThrough(number) - this.paidThrough(number - 1));
    return this.#row(number, paymentDate(this.terms, number), amount);
  }

  /** All payments in order. */
  get payments(): readonly Payment[] {
    this.#payments ??= this.#allRows();
    return this.#payments;
  }

  #allBalances(): readonly number[] {
    const { table, loanAmount } = this.terms;
    return table
      ? [loanAmount, ...table.map(({ balance }) => balance)]
      : endingBalances(this.terms, this.rate.periodic);
  }

  #allRows(): Payment[] {
    const amounts = this.rows.flatMap(({ qty, amount }) => Array<Cents>(qty).fill(amount));
    return paymentDates(this.terms).map((date, index) => this.#row(index + 1, date, amounts[index] ?? ZERO));
  }

  #row(number: number, date: CalendarDate, amount: Cents): Payment {
    const balance = this.balanceAfter(number);
    const principal = cents(this.balanceAfter(number - 1) - balance);
    return { number, date, amount, interest: cents(amount - principal), principal, balance };
  }
}

/**
 * Works out a schedule: its rate and its payment table. Every ending balance is the exact balance rounded to the
 * cent and interest = payment − fall of the rounded balance, so interest sums to the total interest, the last
 * balance is 0.00 and no interest is negative. A lender's table is kept as written, at the rate it implies.
 * @throws Refusal invalid for terms that checkTerms or checkLenderTable doesn't accept.
 */
export function amortise(terms: Terms): Amortisation {
  if (terms.table) {
    checkLenderTable(terms, terms.table);
    return new Amortisation(terms, impliedRate(terms, terms.table));
  }
  checkTerms(terms);
  return new Amortisation(terms, solveRate(terms));
}
