import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import { EventSegment } from './event-segment.ts';
import type { SegmentFacts } from './event-segment.ts';
import type { FixedPoint } from './fixed-point.ts';
import { balancesBefore } from './segment-math.ts';
import type { ExactSegment } from './segment-math.ts';
import { countPayments } from './term-rows.ts';

/** Eight units of relative rounding error of a double. */
const RELATIVE_ERROR = 2 ** -50;

/** A segment whose balances are computed from its rate. */
export class Segment extends EventSegment {
  readonly #fixed: FixedPoint;
  readonly #exact: ExactSegment;
  #balances: readonly number[] | undefined;

  constructor(facts: SegmentFacts, exact: ExactSegment, fixed: FixedPoint) {
    super(facts, exact.opening, exact.rows);
    this.#exact = exact;
    this.#fixed = fixed;
  }

  /** Interest accrued when the segment opened, in cents with fractions. */
  get carriedInterest(): number {
    return this.#fixed.toNumber(this.#exact.carried);
  }

  override balanceAfter(number: number): Cents {
    this.#balances ??= segmentBalances(this.#fixed, this.#exact);
    const balance = this.#balances[number - this.after];
    if (balance === undefined) throw new RangeError(`There is no payment ${number}`);
    return cents(balance);
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
