import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Payment } from './payment.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { Rate } from './rate.ts';
import { countPayments, sumOfFirst } from './term-rows.ts';
import type { TermRow } from './term-rows.ts';
import { dateOfPayment } from './timetable.ts';
import type { Timetable } from './timetable.ts';

/** The attributes of a segment beside its payments. */
export interface SegmentFacts {
  readonly after: number;
  readonly rate: Rate;
  readonly timetable: Timetable;
  readonly administrationFee: Cents;
}

/** The part of a schedule that one event opened, as it stands until the next event closes it. */
export abstract class EventSegment implements PaymentPlan {
  readonly after: number;
  readonly count: number;
  readonly opening: Cents;
  readonly rate: Rate;
  readonly timetable: Timetable;
  readonly administrationFee: Cents;
  readonly rows: readonly TermRow[];
  readonly totalInterest: Cents;

  constructor(facts: SegmentFacts, opening: Cents, rows: readonly TermRow[]) {
    const length = countPayments(rows);
    this.after = facts.after;
    this.count = facts.after + length;
    this.opening = opening;
    this.rate = facts.rate;
    this.timetable = facts.timetable;
    this.administrationFee = facts.administrationFee;
    this.rows = rows;
    this.totalInterest = cents(sumOfFirst(rows, length) - opening);
  }

  abstract balanceAfter(number: number): Cents;

  dateOf(number: number): CalendarDate {
    return dateOfPayment(this.timetable, number);
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
    const interest = cents(amount - principal);
    return { number, date: this.dateOf(number), amount, interest, principal, balance };
  }
}
