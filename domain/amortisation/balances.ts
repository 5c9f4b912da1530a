/** The balance after each payment of a segment: the only loop over payments in doubles, with the proof of its bound. */
import { type Carried, carriedCents, precisionFor } from './fixed-point.ts';
import type { Rate } from './rate.ts';
import { countPayments, dropPayments } from './term-rows.ts';
import { balancesBack, type RepaidDebt } from './time-value.ts';

/** Sixteen units of relative rounding error of a double. */
const RELATIVE_ERROR = 2 ** -49;

/**
 * The balance after each payment in cents: the exact one rounded half up. Index 0 holds the opening balance.
 *
 * Worked back from the last payment: B before = (B after + payment) × v, which damps errors. Let u = 2⁻⁵³ be the
 * relative rounding error of a double and M = Σ (periods ahead × discounted payment), the money duration.
 * 1) Each step rounds twice, by 2u of the balance. Discounted, these errors sum to 2u·M at most.
 * 2) A discount factor v(1 + ε) moves a balance by ε·M. Of a given rate, ε is u at most.
 * 3) Of a solved rate, ε shows at the first payment: the balance after it misses O(1 + r·g) + c − p₁ by ε·S, with
 *    S = M + O·g(1 + r). Rounding hides at most 4u·S + 2u·|c| of that. So if the gap is within 4u·S, and |c| within S,
 *    then |ε| ≤ 10u.
 * Altogether the error is within 12u·M, and a balance further than 16u·M from half a cent is certain. The others, about
 * one in a million, are settled by exact arithmetic.
 * @param residue the exact balance after the last payment.
 * @param isSolved whether the rate was solved in doubles, so that it may be further off.
 */
export function balancesOf(debt: RepaidDebt, rate: Rate, residue: Carried, isSolved: boolean): number[] {
  const discount = isSolved ? 1 / (1 + rate.periodic) : nearestDiscount(rate);
  const length = countPayments(debt.rows);
  const balances = Array<number>(length + 1);
  const unit = discount === 1 && residue === 0n ? 0 : RELATIVE_ERROR;
  const uncertain: number[] = [];
  let index = length;
  let balance = carriedCents(residue);
  let moneyDuration = Math.abs(balance);
  for (const { qty, amount } of dropPayments(debt.rows, 1).toReversed()) {
    for (const end = index - qty; index > end; index--) {
      const rounded = Math.floor(balance + 0.5);
      if (Math.abs(balance - rounded) >= 0.5 - moneyDuration * unit) uncertain.push(length - index);
      balances[index] = rounded;
      balance = (balance + amount) * discount;
      moneyDuration = moneyDuration * discount + balance;
    }
  }
  balances[1] = Math.floor(balance + 0.5);
  if (Math.abs(balance - balances[1]) >= 0.5 - moneyDuration * unit) uncertain.push(length - 1);
  balances[0] = debt.opening;
  const isCertain = !isSolved || isClosed(debt, rate.periodic, balance, moneyDuration);
  const unsettled = isCertain ? uncertain : Array.from({ length }, (_, position) => position);
  if (unsettled.length === 0) return balances;
  const fixed = precisionFor(rate.periodic, 0);
  const exact = balancesBack(fixed, rate.exactly(fixed), debt.rows, fixed.ofCarried(residue), unsettled);
  for (const [position, remaining] of unsettled.entries()) {
    balances[length - remaining] = fixed.round(exact[position] ?? 0n);
  }
  return balances;
}

/** v = 1 ÷ (1 + r) of a given rate: the nearest double. */
function nearestDiscount({ periodic, exactly }: Rate): number {
  const fixed = precisionFor(periodic, 0);
  return fixed.toNumber(fixed.over(fixed.one, fixed.one + exactly(fixed)));
}

/** Whether the balance after the first payment is within 4u·S of O(1 + r·g) + c − p₁, and |c| within S. */
function isClosed(debt: RepaidDebt, periodic: number, balance: number, moneyDuration: number): boolean {
  const { opening, firstPeriod, rows } = debt;
  const accruing = opening * (firstPeriod.numerator / firstPeriod.denominator);
  const carried = carriedCents(debt.carried);
  const expected = opening - (rows[0]?.amount ?? 0) + accruing * periodic + carried;
  const sensitivity = moneyDuration + accruing * (1 + periodic);
  const isNear = Math.abs(balance - expected) <= (sensitivity * RELATIVE_ERROR) / 4;
  return isNear && Math.abs(carried) <= sensitivity;
}
