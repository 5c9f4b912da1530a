import { Decimal } from 'decimal.js';
import type { Financed } from './terms.ts';

/** Enough for the largest balance, 3.2 × 10¹⁴ cents, with 25 digits behind the point. */
const Exact = Decimal.clone({ precision: 40 });
const NEGLIGIBLE = new Exact('1e-12');

interface Table {
  readonly balances: Float64Array;
  /** By how much the payments' value exceeds the amount lent, in cents. */
  readonly excess: Decimal;
  /** Σ (periods ahead × discounted payment): the derivative of that value by the factor's logarithm. */
  readonly reach: Decimal;
}

/**
 * Every balance of a loan to the cent, settled in 40 digits: index k holds the balance after payment k.
 *
 * Newton's method on the discount factor, where each evaluation is the table itself. Enough digits always settle
 * it, as no exact balance lies on half a cent: it is a polynomial with whole coefficients both in 1 + rate and in
 * the inverse of that, one of these two is a 2-adic integer, hence the balance is one too, and a half is not.
 * @param discount the discount factor of one period, as near as a double can be.
 */
export function exactBalances(loan: Financed, discount: number): Float64Array {
  let factor = new Exact(discount);
  for (;;) {
    const { balances, excess, reach } = tableAt(loan, factor);
    if (excess.abs().lte(NEGLIGIBLE)) return balances;
    factor = factor.times(new Exact(1).minus(excess.div(reach)));
  }
}

function tableAt({ amount: lent, rows }: Financed, factor: Decimal): Table {
  const amounts = rows.flatMap(({ qty, amount }) => Array<number>(qty).fill(amount));
  const balances = new Float64Array(amounts.length + 1);
  let balance = new Exact(0);
  let reach = new Exact(0);
  for (const [index, amount] of [...amounts.entries()].toReversed()) {
    balances[index + 1] = balance.round().toNumber();
    balance = balance.plus(amount).times(factor);
    reach = reach.times(factor).plus(balance);
  }
  balances[0] = lent;
  return { balances, excess: balance.minus(lent), reach };
}
