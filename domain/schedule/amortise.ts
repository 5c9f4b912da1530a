import { addMonths } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { endingBalances } from './balances.ts';
import { paymentDate, paymentDates, paymentsDueBy } from './due-dates.ts';
import { paymentsPerYear } from './frequency.ts';
import { checkLenderTable, impliedRate } from './lender-table.ts';
import { solveRate } from './rate.ts';
import type { Rate } from './rate.ts';
import { checkTerms, paymentCount, totalInterest } from './terms.ts';
import type { LenderRow, Terms } from './terms.ts';

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
 * A schedule worked out: its rate, and its balances in a column made when first asked for, from which every other
 * figure follows. `payments` is the table as rows.
 */
export class Amortisation {
  readonly terms: Terms;
  readonly rate: Rate;
  readonly totalInterest: Cents;
  /** How many payments there are; they are numbered from 1. */
  readonly count: number;
  #balances: readonly number[] | undefined;
  /** Of a lender's table: Σ payments 1 … index. */
  #paid: readonly number[] | undefined;
  #payments: readonly Payment[] | undefined;

  /** Works out accepted terms at the rate solved for them. */
  constructor(terms: Terms, rate: Rate) {
    this.terms = terms;
    this.rate = rate;
    this.totalInterest = totalInterest(terms);
    this.count = paymentCount(terms);
  }

  /** The last payment's date. */
  get endDate(): CalendarDate {
    return paymentDate(this.terms, this.count);
  }

  /** What remains of the loan after payment `number`; the loan amount after payment 0. */
  balanceAfter(number: number): Cents {
    this.#balances ??= this.#allBalances();
    const balance = this.#balances[number];
    if (balance === undefined) throw new RangeError(`There is no payment ${number}`);
    return cents(balance);
  }

  /** Σ payments 1 … `number`, without fees. */
  paidThrough(number: number): Cents {
    if (this.terms.table) return this.#paidInTable(this.terms.table, number);
    let paid = 0;
    let left = number;
    for (const { qty, amount } of this.terms.rows) {
      paid += Math.min(qty, left) * amount;
      left -= qty;
      if (left <= 0) break;
    }
    return cents(paid);
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

  /**
   * The last payment that is current after payment `number` (0: when the loan begins). Of computed payments, those of
   * the next year count as current (IAS 1.69, "due within twelve months"); of a lender's table, whose dates may be
   * irregular, those dated within 12 months.
   */
  currentThrough(number: number): number {
    const { terms, count } = this;
    if (!terms.table) return Math.min(number + paymentsPerYear(terms.frequency), count);
    const date = number === 0 ? terms.startDate : paymentDate(terms, number);
    return paymentsDueBy(terms, addMonths(date, 12));
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

  #paidInTable(table: readonly LenderRow[], number: number): Cents {
    if (!this.#paid) {
      let paid = 0;
      this.#paid = [0, ...table.map(({ amount }) => (paid += amount))];
    }
    return cents(this.#paid[Math.min(number, table.length)] ?? 0);
  }

  #allRows(): Payment[] {
    const { table } = this.terms;
    if (table) return table.map(({ date, amount }, index) => this.#row(index + 1, date, amount));
    const amounts = this.terms.rows.flatMap(({ qty, amount }) => Array<Cents>(qty).fill(amount));
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
