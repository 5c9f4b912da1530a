import { exactBalances } from './exact-balances.ts';
import type { Financed } from './terms.ts';

/** Eight units of relative rounding error of a double. */
const DOUBT = 2 ** -50;

/**
 * The balance after each payment, in cents: index k holds the balance after payment k, index 0 the amount lent.
 * Each is the exact balance (unrounded rate, unrounded history) rounded to the cent.
 *
 * Worked back from the last payment, balance before = (balance after + payment) × discount factor, which damps
 * errors instead of growing them. With reach = Σ (periods ahead × discounted payment), a double is wrong by at most
 * reach × (2 units + the factor's own relative error): each step adds 2 units of a later balance, and those sum to
 * the reach. The factor's error shows where the table ends, as the difference from the amount lent ÷ the reach
 * there, known to 2 units itself. If that difference is within 4 units, all is within 8, and a row further than
 * reach × 8 units from a half cent is certain. Otherwise exact arithmetic settles the table.
 * @param periodic the rate solved for this loan, as a fraction a period.
 */
export function endingBalances(loan: Financed, periodic: number): Float64Array {
  const { rows } = loan;
  const discount = 1 / (1 + periodic);
  const doubt = periodic === 0 ? 0 : DOUBT;
  let number = 0;
  for (const row of rows) number += row.qty;
  const balances = new Float64Array(number + 1);
  let balance = 0;
  let reach = 0;
  let isCertain = true;
  for (const { qty, amount } of rows.toReversed()) {
    for (const first = number - qty; number > first; number--) {
      const cents = Math.floor(balance + 0.5);
      if (Math.abs(balance - cents) >= 0.5 - reach * doubt) isCertain = false;
      balances[number] = cents;
      balance = (balance + amount) * discount;
      reach = reach * discount + balance;
    }
  }
  balances[0] = loan.amount;
  isCertain &&= Math.abs(balance - loan.amount) <= (reach * doubt) / 2;
  return isCertain ? balances : exactBalances(loan, discount);
}
