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

/** The term rows of regular payments and a balloon; the same rows where it is 0.00. */
export function withBalloon(rows: readonly TermRow[], balloon: Cents, due: BalloonDue): readonly TermRow[] {
  const last = rows.at(-1);
  if (balloon === 0) return rows;
  if (due === 'period-later' || last === undefined) return [...rows, { qty: 1, amount: balloon }];
  const others = last.qty > 1 ? [{ ...last, qty: last.qty - 1 }] : [];
  return [...rows.slice(0, -1), ...others, { qty: 1, amount: cents(last.amount + balloon) }];
}
