/** The balloon of a form, which becomes term rows. */
import {
  type BalloonDue,
  balloonOfPercent,
  usualBalloonDue,
  withBalloon as withBalloonRow,
} from '../../domain/amortisation/stated-balloon.ts';
import type { TermRow } from '../../domain/amortisation/term-rows.ts';
import { moneyInputProblem, parseMoneyInput } from '../../domain/money-input.ts';
import { type Cents, MAX_AMOUNT, toDollars, ZERO } from '../../domain/money.ts';

export interface BalloonDraft {
  /** As typed; empty without one. */
  readonly balloon: string;
  /** Empty: as usual for payments in arrears or in advance. */
  readonly balloonDue: BalloonDue | '';
}

export const NO_BALLOON: BalloonDraft = { balloon: '', balloonDue: '' };

/** When the balloon is due. */
export const balloonDueOf = ({ balloonDue }: BalloonDraft, isInAdvance: boolean): BalloonDue =>
  balloonDue === '' ? usualBalloonDue(isInAdvance) : balloonDue;

/** The term rows with the balloon. */
export function withBalloon(
  rows: readonly TermRow[],
  draft: BalloonDraft,
  isInAdvance: boolean,
): readonly TermRow[] {
  const amount = parseMoneyInput(draft.balloon) ?? ZERO;
  return withBalloonRow(rows, amount, balloonDueOf(draft, isInAdvance));
}

/** The text of the amount of a balloon in percent; undefined for other text, and without a loan. */
export function amountOfPercent(text: string, loanAmount: Cents | undefined): string | undefined {
  const amount = loanAmount === undefined ? undefined : balloonOfPercent(text, loanAmount);
  return amount === undefined ? undefined : toDollars(amount).toFixed(2);
}

/** Whether the balloon is empty or an amount that can be due. */
export const isBalloonValid = ({ balloon }: BalloonDraft): boolean =>
  moneyInputProblem(balloon) === undefined && (parseMoneyInput(balloon) ?? ZERO) <= MAX_AMOUNT;
