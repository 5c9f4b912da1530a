import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import { endingBalances } from './balances.ts';
import { paymentDate, paymentDates } from './due-dates.ts';
import { solveRate } from './rate.ts';
import type { Rate } from './rate.ts';
import { checkTerms, financed, totalInterest } from './terms.ts';
import type { Terms } from './terms.ts';

/** A row of the payment table; amounts in cents, `balance` is what remains after it. */
export interface Payment {
  readonly number: number;
  readonly date: CalendarDate;
  /** Without the administration fee. */
  readonly amount: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly balance: Cents;
}

/**
 * A schedule worked out. Held in columns, so that sums over any stretch of payments cost nothing; `payments` is
 * the table, made when first asked for.
 */
export class Amortisation {
  readonly terms: Terms;
  readonly rate: Rate;
  readonly totalInterest: Cents;
  /** How many payments there are; they are numbered from 1. */
  readonly count: number;
  readonly #paid: Float64Array;
  readonly #balances: Float64Array;
  #payments: readonly Payment[] | undefined;

  /** Works out accepted terms at the rate solved for them. */
  constructor(terms: Terms, rate: Rate) {
    this.terms = terms;
    this.rate = rate;
    this.totalInterest = totalInterest(terms);
    this.#paid = paidSoFar(terms);
    this.count = this.#paid.length - 1;
    this.#balances = balancesOf(terms, rate);
  }

  /** The last payment's date. */
  get endDate(): CalendarDate {
    return paymentDate(this.terms, this.count);
  }

  /** Σ payments 1 … `number`, without fees. */
  paidThrough(number: number): Cents {
    return column(this.#paid, number);
  }

  /** Σ interest of payments 1 … `number`. */
  interestThrough(number: number): Cents {
    return cents(this.paidThrough(number) + this.balanceAfter(number) - this.terms.loanAmount);
  }

  /** What remains of the loan after payment `number`; the loan amount after payment 0. */
  balanceAfter(number: number): Cents {
    return column(this.#balances, number);
  }

  /** Payment `number`, 1 … count. */
  payment(number: number): Payment {
    const date = paymentDate(this.terms, number);
    return this.#row(number, date);
  }

  /** All payments in order. */
  get payments(): readonly Payment[] {
    this.#payments ??= paymentDates(this.terms).map((date, index) => this.#row(index + 1, date));
    return this.#payments;
  }

  #row(number: number, date: CalendarDate): Payment {
    const amount = cents(this.paidThrough(number) - this.paidThrough(number - 1));
    const balance = this.balanceAfter(number);
    const principal = cents(this.balanceAfter(number - 1) - balance);
    return { number, date, amount, interest: cents(amount - principal), principal, balance };
  }
}

/**
 * Works out a schedule: its rate and its payment table. Every ending balance is the exact balance rounded to the
 * cent and interest = payment − fall of the rounded balance, so interest sums to the total interest, the last
 * balance is 0.00 and no interest is negative.
 * @throws Refusal invalid for terms that checkTerms doesn't accept.
 */
export function amortise(terms: Terms): Amortisation {
  checkTerms(terms);
  return new Amortisation(terms, solveRate(terms));
}

function paidSoFar({ rows }: Terms): Float64Array {
  let count = 0;
  for (const row of rows) count += row.qty;
  const paid = new Float64Array(count + 1);
  let number = 1;
  let sum = 0;
  for (const { qty, amount } of rows) {
    for (const end = number + qty; number < end; number++) paid[number] = sum += amount;
  }
  return paid;
}

/** The balances of all payments, from the loan amount on; a payment on the start date falls before any interest. */
function balancesOf(terms: Terms, { periodic }: Rate): Float64Array {
  const balances = endingBalances(financed(terms), periodic);
  if (!terms.firstPaymentOnStartDate) return balances;
  const all = new Float64Array(balances.length + 1);
  all[0] = terms.loanAmount;
  all.set(balances, 1);
  return all;
}

function column(values: Float64Array, number: number): Cents {
  const value = values[number];
  if (value === undefined) throw new RangeError(`There is no payment ${number}`);
  return cents(value);
}
