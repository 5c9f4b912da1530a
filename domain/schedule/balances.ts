import { exactBalances } from './exact-balances.ts';
import { financed, paymentCount } from './terms.ts';
import type { Terms } from './terms.ts';

/** Eight units of relative rounding error of a double. */
const DOUBT = 2 ** -50;

/**
 * The balance after each payment, in cents: index k holds the balance after payment k, index 0 the loan amount.
 * Each is the exact balance (unrounded rate, unrounded history) rounded to the cent.
 *
 * Worked back from the last payment, balance before = (balance after + payment) × discount factor, which damps
 * errors instead of growing them. With reach = Σ (periods ahead × discounted payment), a double is wrong by at most
 * reach × (2 units + the factor's own relative error): each step adds 2 units of a later balance, and those sum to
 * the reach. The factor's error shows where the table ends, as the difference from the amount lent ÷ the reach
 * there, known to 2 units itself. If that difference is within 4 units, all is within 8, and a row further than
 * reach × 8 units from a half cent is certain. Exact arithmetic settles the others, about one row in a million.
 * @param periodic the rate solved for these terms, as a fraction a period.
 */
export function endingBalances(terms: Terms, periodic: number): readonly number[] {
  const loan = financed(terms);
  const count = paymentCount(terms);
  const balances = Array<number>(count + 1);
  const discount = 1 / (1 + periodic);
  const doubt = periodic === 0 ? 0 : DOUBT;
  const doubtful: number[] = [];
  let number = count;
  let balance = 0;
  let reach = 0;
  for (const { qty, amount } of loan.rows.toReversed()) {
    for (const first = number - qty; number > first; number--) {
      const cents = Math.floor(balance + 0.5);
      if (Math.abs(balance - cents) >= 0.5 - reach * doubt) doubtful.push(count - number);
      balances[number] = cents;
      balance = (balance + amount) * discount;
      reach = reach * discount + balance;
    }
  }
  balances[number] = loan.amount;
  balances[0] = terms.loanAmount;
  const isPrecise = Math.abs(balance - loan.amount) <= (reach * doubt) / 2;
  const unsettled = isPrecise ? doubtful : Array.from({ length: count - number }, (_, index) => index + 1);
  for (const { remaining, cents } of exactBalances(loan, discount, reach, unsettled)) {
    balances[count - remaining] = cents;
  }
  return balances;
}
