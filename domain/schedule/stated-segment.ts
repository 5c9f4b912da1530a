import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Payment } from './payment.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { Rate } from './rate.ts';
import { joinRows, sumOfFirst } from './term-rows.ts';
import type { TermRow } from './term-rows.ts';
import type { LenderRow } from './terms.ts';
import { dateOfPayment } from './timetable.ts';
import type { Timetable } from './timetable.ts';

/** The attributes of a segment whose payments a lender's table states. */
export interface StatedFacts {
  readonly after: number;
  /** The balance after payment `after`. */
  readonly opening: Cents;
  readonly rate: Rate;
  readonly timetable: Timetable & { readonly table: readonly LenderRow[] };
  readonly administrationFee: Cents;
}

/** A segment whose payments, dates and balances are as the lender states them. */
export class StatedSegment implements PaymentPlan {
  readonly after: number;
  readonly count: number;
  readonly opening: Cents;
  readonly rate: Rate;
  readonly timetable: StatedFacts['timetable'];
  readonly administrationFee: Cents;
  readonly rows: readonly TermRow[];
  readonly totalInterest: Cents;

  constructor({ after, opening, rate, timetable, administrationFee }: StatedFacts) {
    const { table } = timetable;
    this.after = after;
    this.count = after + table.length;
    this.opening = opening;
    this.rate = rate;
    this.timetable = timetable;
    this.administrationFee = administrationFee;
    this.rows = joinRows(table.map(({ amount }) => ({ qty: 1, amount })));
    this.totalInterest = cents(sumOfFirst(this.rows, table.length) - opening);
  }

  balanceAfter(number: number): Cents {
    if (number === this.after) return this.opening;
    const row = this.timetable.table[number - this.after - 1];
    if (row === undefined) throw new RangeError(`There is no payment ${number}`);
    return row.balance;
  }

  paidThrough(number: number): Cents {
    return cents(sumOfFirst(this.rows, number - this.after));
  }

  interestThrough(number: number): Cents {
    return cents(this.paidThrough(number) + this.balanceAfter(number) - this.opening);
  }

  payment(number: number): Payment {
    if (number <= this.after) throw new RangeError(`There is no payment ${number}`);
    const balance = this.balanceAfter(number);
    const amount = cents(this.paidThrough(number) - this.paidThrough(number - 1));
    const principal = cents(this.balanceAfter(number - 1) - balance);
    const date = dateOfPayment(this.timetable, number);
    return { number, date, amount, interest: cents(amount - principal), principal, balance };
  }
}
