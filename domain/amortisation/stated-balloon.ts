/** A balloon as a contract states it, beside its regular payments, and the term rows that it becomes. */
import { type Cents, cents } from '../money.ts';
import type { TermRow } from './term-rows.ts';

/** The wire's names: together with the last payment, or alone one period after it. */
export const BALLOON_DUES = ['with-last', 'period-later'] as const;

export type BalloonDue = (typeof BALLOON_DUES)[number];

/** The due date of a balloon unless the contract says otherwise: a period after the last payment only in advance. */
export function usualBalloonDue(firstPaymentOnStartDate: boolean): BalloonDue {
  return firstPaymentOnStartDate ? 'period-later' : 'with-last';
}

/** Ten-thousandths of a per cent in the whole: four decimals are read. */
const WHOLE = 1_000_000n;

/**
 * The amount of a balloon stated in percent of the loan, rounded half up to the cent.
 * @param text such as `20 %`, at most 100 with four decimals.
 * @returns undefined for any other text.
 */
export function balloonOfPercent(text: string, loanAmount: Cents): Cents | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))? ?(?:%|per ?cent|pct)$/i.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', decimals = ''] = match;
  const share = BigInt(whole + decimals.padEnd(4, '0'));
  return share > WHOLE ? undefined : cents(Number((BigInt(loanAmount) * share + WHOLE / 2n) / WHOLE));
}

/** The term rows of regular payments and a balloon; the same rows where it is 0.00. */
export function withBalloon(rows: readonly TermRow[], balloon: Cents, due: BalloonDue): readonly TermRow[] {
  const last = rows.at(-1);
  if (balloon === 0) return rows;
  if (due === 'period-later' || last === undefined) return [...rows, { qty: 1, amount: balloon }];
  const others = last.qty > 1 ? [{ ...last, qty: last.qty - 1 }] : [];
  return [...rows.slice(0, -1), ...others, { qty: 1, amount: cents(last.amount + balloon) }];
}
