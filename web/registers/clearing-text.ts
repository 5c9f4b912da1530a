/** Why the amount that clears a Division 7A loan differs from the balance in the accounts. */
import { sumDollars } from '../../domain/money.ts';
import { formatDollars } from '../ui/money.tsx';
import type { Division7aRegister, Division7aYear } from './types.ts';

interface Cleared {
  readonly balance: number;
  readonly figures: {
    readonly toClear: Division7aRegister['figures']['toClear'];
    readonly years: readonly Pick<Division7aYear, 'year' | 'rateIs' | 'unpaidInterest'>[];
  };
}

/**
 * Returns a sentence; null where the two are the same, or nothing is to be cleared.
 * @param current the income year in which the loan is cleared
 */
export function clearingText(
  { balance, figures: { toClear, years } }: Cleared,
  current: number,
): string | null {
  if (!toClear || toClear.amount === 0) return null;
  // Interest at a projected rate isn't in the accounts.
  const unpaid = years.filter(
    ({ year, rateIs, unpaidInterest }) => year < current && rateIs !== 'projected' && unpaidInterest > 0,
  );
  const left = sumDollars(unpaid.map(({ unpaidInterest }) => unpaidInterest));
  const interest = sumDollars([toClear.amount, -balance, left]);
  if (left === 0 && interest <= 0) return null;
  const more =
    interest > 0 ? ` and ${formatDollars(interest)} of interest that is not in the accounts yet` : '';
  const less =
    left > 0
      ? `, but not the ${formatDollars(left)} of unpaid interest of ${unpaid.map(({ year }) => year).join(', ')}: Division 7A does not add it to the loan, so it stays in the accounts`
      : '';
  return `Clearing the loan takes the balance in the accounts${more}${less}.`;
}
