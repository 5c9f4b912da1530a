import { daysBetween } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { closingDate } from './contract.ts';
import type { Contract } from './contract.ts';
import { chargesByYear, startOfYearTo } from './financial-years.ts';
import type { YearAmount } from './financial-years.ts';
import { addMovements, movementOf, NO_MOVEMENT } from './movement.ts';
import type { Movement } from './movement.ts';
import { addParts, currentPayments, maturityOn, splitOn } from './split-by-date.ts';
import type { Maturity, Part, SplitByDate } from './split-by-date.ts';

/** A contract at year end: the figures of the pack. */
export interface LoanFigures {
  readonly movement: Movement;
  readonly split: SplitByDate;
  readonly maturity: Maturity;
  readonly interestByYear: readonly YearAmount[];
  readonly feesByYear: readonly YearAmount[];
  readonly accruedInterest: Cents;
  /** How many payments are current by date and in the ledger, where the two differ. */
  readonly ledgerCounts: { readonly byDate: number; readonly counted: number } | null;
}

export interface PackTotals {
  readonly movement: Movement;
  readonly split: SplitByDate;
  readonly maturity: Maturity;
}

/** Whether a contract belongs into the pack of a date: begun by then, and not over before the year up to it. */
export function isInPack(contract: Contract, date: CalendarDate): boolean {
  return contract.startDate <= date && closingDate(contract) >= startOfYearTo(date);
}

/**
 * The figures of a contract as at a date and for the twelve months up to it.
 * @param onDate the contract as it stood on the date: a later event changes no balance sheet before it.
 */
export function loanFigures(
  contract: Contract,
  date: CalendarDate,
  allCurrent: boolean,
  onDate: Contract = contract,
): LoanFigures {
  const { interest, fees } = chargesByYear(contract);
  const counts = currentPayments(onDate, date);
  return {
    movement: movementOf(contract, startOfYearTo(date), date),
    split: splitOn(onDate, date, allCurrent),
    maturity: maturityOn(onDate, date),
    interestByYear: interest,
    feesByYear: fees,
    accruedInterest: accruedInterest(onDate, date),
    ledgerCounts: counts && counts.byDate !== counts.counted ? counts : null,
  };
}

/**
 * The part of the next payment's interest that is earned at the end of a day: interest × days since the last payment
 * ÷ days of the period, half-up to the cent. 0 on a payment's date.
 */
export function accruedInterest({ startDate, rows }: Contract, date: CalendarDate): Cents {
  const next = rows.findIndex((row) => row.date > date);
  const row = rows[next];
  const since = rows[next - 1]?.date ?? startDate;
  if (!row || date <= since) return ZERO;
  const share = (row.interest * daysBetween(since, date)) / daysBetween(since, row.date);
  return cents(Math.round(share));
}

const NO_PART: Part = { gross: ZERO, unexpired: ZERO, net: ZERO };

const NO_TOTALS: PackTotals = {
  movement: NO_MOVEMENT,
  split: { current: NO_PART, nonCurrent: NO_PART },
  maturity: { upTo1Year: NO_PART, from1To5Years: NO_PART, over5Years: NO_PART },
};

export function packTotals(loans: Iterable<PackTotals>): PackTotals {
  let totals = NO_TOTALS;
  for (const { movement, split, maturity } of loans) {
    totals = {
      movement: addMovements(totals.movement, movement),
      split: {
        current: addParts(totals.split.current, split.current),
        nonCurrent: addParts(totals.split.nonCurrent, split.nonCurrent),
      },
      maturity: {
        upTo1Year: addParts(totals.maturity.upTo1Year, maturity.upTo1Year),
        from1To5Years: addParts(totals.maturity.from1To5Years, maturity.from1To5Years),
        over5Years: addParts(totals.maturity.over5Years, maturity.over5Years),
      },
    };
  }
  return totals;
}
