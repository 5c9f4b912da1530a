/** The working paper of Division 7A loans: the income year in which the pack's date lies. */
import type { CalendarDate } from '../calendar.ts';
import type { EnteredRate } from './benchmark-rates.ts';
import {
  type Division7aFacts,
  ladderOf,
  type LadderYear,
  ladderYearOn,
  type Repayment,
} from './division-7a-ladder.ts';

type PaperFigure =
  | 'rate'
  | 'opening'
  | 'minimum'
  | 'repaid'
  | 'interest'
  | 'principal'
  | 'closing'
  | 'shortfall'
  | 'ledgerBalance';

export interface Division7aPaperRow extends Pick<LadderYear, PaperFigure> {
  readonly name: string;
  readonly borrower: string;
  readonly loanYear: number;
}

/** Returns null for a loan that has no ladder year on the date: made in that year, or after its term. */
export function division7aPaperRow(
  name: string,
  facts: Division7aFacts,
  repayments: readonly Repayment[],
  date: CalendarDate,
  enteredRates: readonly EnteredRate[],
): Division7aPaperRow | null {
  const row = ladderYearOn(ladderOf(facts, repayments, enteredRates), date);
  if (!row) return null;
  const { rate, opening, minimum, repaid, interest, principal, closing, shortfall, ledgerBalance } = row;
  return {
    name,
    borrower: facts.borrower,
    loanYear: facts.loanYear,
    rate,
    opening,
    minimum,
    repaid,
    interest,
    principal,
    closing,
    shortfall,
    ledgerBalance,
  };
}
