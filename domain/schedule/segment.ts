import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Payment } from './payment.ts';
import type { FixedPoint } from './fixed-point.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { Rate } from './rate.ts';
import { balancesBefore } from './segment-math.ts';
import type { ExactSegment } from './segment-math.ts';
import { countPayments, sumOfFirst } from './term-rows.ts';
import type { TermRow } from './term-rows.ts';
import { dateOfPayment } from './timetable.ts';
import type { Timetable } from './timetable.ts';

/** Eight units of relative rounding error of a double. */
const RELATIVE_ERROR = 2 ** -50;

/** The attributes of a segment beside its exact figures. */
export interface SegmentFacts {
  readonly after: number;
  readonly rate: Rate;
  readonly timetable: Timetable;
  readonly administrationFee: Cents;
}

/** The part of a schedule that one event opened, as it stands until the next event closes it. */
export class Segment implements PaymentPlan {
  readonly after: number;
  readonly count: number;
  readonly opening: Cents;
  readonly rate: Rate;
  readonly timetable: Timetable;
  readonly administrationFee: Cents;
  readonly rows: readonly TermRow[];
  readonly totalInterest: Cents;
  readonly #fixed: FixedPoint;
  readonly #exact: ExactSegment;
  #balances: readonly number[] | undefined;

  constructor(
    { after, rate, timetable, administrationFee }: SegmentFacts,
    exact: ExactSegment,
    fixed: FixedPoint,
  ) {
    this.after = after;
    this.rate = rate;
    this.timetable = timetable;
    this.administrationFee = administrationFee;
    this.rows = exact.rows;
    this.opening = exact.opening;
    const length = countPayments(exact.rows);
    this.count = after + length;
    this.totalInterest = cents(sumOfFirst(exact.rows, length) - exact.opening);
    this.#exact = exact;
    this.#fixed = fixed;
  }

  /** Interest accrued when the segment opened, in cents with fractions. */
  get carriedInterest(): number {
    return this.#fixed.toNumber(this.#exact.carried);
  }

  dateOf(number: number): CalendarDate {
    return dateOfPayment(this.timetable, number);
  }

  balanceAfter(number: number): Cents {
    this.#balances ??= segmentBalances(this.#fixed, this.#exact);
    const balance = this.#balances[number - this.after];
    if (balance === undefined) throw new RangeError(`There is no payment ${number}`);
    return cents(balance);
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

/**
 * The balance after each payment in cents; index 0 holds the opening balance.
 *
 * Worked back from the last payment in doubles, as in `endingBalances`: with moneyDuration = Σ (periods ahead ×
 * discounted payment), each step adds 3 units of relative error (discount factor, sum, product), so 8 units of
 * moneyDuration bound the error. Exact arithmetic settles the balances nearer than that to half a cent.
 */
function segmentBalances(fixed: FixedPoint, exact: ExactSegment): readonly number[] {
  const count = countPayments(exact.rows);
  const balances = Array<number>(count + 1);
  const discount = fixed.toNumber(fixed.over(fixed.one, fixed.one + exact.rate));
  const uncertain: number[] = [];
  let index = count;
  let balance = fixed.toNumber(exact.residue);
  let moneyDuration = 1;
  for (const { qty, amount } of exact.rows.toReversed()) {
    for (const first = index - qty; index > first; index--) {
      const rounded = Math.floor(balance + 0.5);
      if (Math.abs(balance - rounded) >= 0.5 - moneyDuration * RELATIVE_ERROR) uncertain.push(count - index);
      balances[index] = rounded;
      balance = (balance + amount) * discount;
      moneyDuration = moneyDuration * discount + balance;
    }
  }
  const settled = balancesBefore(fixed, exact, uncertain);
  for (const [position, remaining] of uncertain.entries()) {
    balances[count - remaining] = fixed.round(settled[position] ?? 0n);
  }
  balances[0] = exact.opening;
  return balances;
}
