import { exactBalances } from './exact-balances.ts';
import { financed, paymentCount } from './terms.ts';
import type { Terms } from './terms.ts';

/** Eight units of relative rounding error of a double. */
const RELATIVE_ERROR = 2 ** -50;

/**
 * The balance after each payment, in cents: index k holds the balance after payment k, index 0 the loan amount.
 * Each is the exact balance (unrounded rate, unrounded history) rounded to the cent.
 *
 * Worked back from the last payment, balance before = (balance after + payment) × discount factor, which damps
 * errors. Let moneyDuration = Σ (periods ahead × discounted payment), and a unit be the relative rounding error of a
 * double. Each step adds 2 units of a later balance; these sum to moneyDuration. The error of the discount factor
 * shows where the table ends: it is the difference from the amount lent ÷ moneyDuration there, known to 2 units. If
 * that difference is within 4 units, every error is within 8 units of moneyDuration, and a balance further than that
 * from half a cent is certain. Exact arithmetic settles the others, about one in a million.
 * @param periodic the rate solved for these terms, as a fraction of the balance a period.
 */
export function endingBalances(terms: Terms, periodic: number): readonly number[] {
  const loan = financed(terms);
  const count = paymentCount(terms);
  const balances = Array<number>(count + 1);
  const discount = 1 / (1 + periodic);
  const relativeError = periodic === 0 ? 0 : RELATIVE_ERROR;
  const uncertain: number[] = [];
  let number = count;
  let balance = 0;
  let moneyDuration = 0;
  for (const { qty, amount } of loan.rows.toReversed()) {
    for (const first = number - qty; number > first; number--) {
      const cents = Math.floor(balance + 0.5);
      if (Math.abs(balance - cents) >= 0.5 - moneyDuration * relativeError) uncertain.push(count - number);
      balances[number] = cents;
      balance = (balance + amount) * discount;
      moneyDuration = moneyDuration * discount + balance;
    }
  }
  balances[number] = loan.amount;
  balances[0] = terms.loanAmount;
  const isPrecise = Math.abs(balance - loan.amount) <= (moneyDuration * relativeError) / 2;
  const unsettled = isPrecise ? uncertain : Array.from({ length: count - number }, (_, index) => index + 1);
  for (const { remaining, cents } of exactBalances(loan, discount, moneyDuration, unsettled)) {
    balances[count - remaining] = cents;
  }
  return balances;
}
