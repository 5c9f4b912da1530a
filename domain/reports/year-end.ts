import { type CalendarDate, daysBetween, formatDay } from '../calendar.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { type CashFigures, cashOf, type GstFigures, gstOf } from './cash.ts';
import { owedOn } from './balance.ts';
import type { ReportedContract } from './contract.ts';
import { chargesByYear, type YearAmount } from './financial-years.ts';
import { startOfYearTo, yearsEndingLike, yearsLater } from '../years.ts';
import { addMovements, type Movement, movementOf, NO_MOVEMENT } from './movement.ts';
import {
  addParts,
  currentPayments,
  type Maturity,
  maturityOn,
  type SplitPart,
  type SplitByDate,
  splitOn,
} from './split-by-date.ts';

/** A contract at year end: the figures of the pack. */
export interface LoanFigures {
  readonly movement: Movement;
  /** The amount owed to the lender: the closing balance without GST that is claimed and still in the charges. */
  readonly owed: Cents;
  readonly split: SplitByDate;
  readonly maturity: Maturity;
  readonly interestByYear: readonly YearAmount[];
  readonly feesByYear: readonly YearAmount[];
  readonly accruedInterest: Cents;
  /** Due and not posted at the date; the maturity has it beside the payments to come. */
  readonly overdue: Cents;
  readonly cash: CashFigures;
  /** GST that is claimed and still in the charges; all 0.00 where it is not. */
  readonly gst: GstFigures;
  /** The year before, as it stood on its last day. */
  readonly before: YearBefore;
  /** How many payments are current by date and in the ledger, where the two differ. */
  readonly ledgerCounts: { readonly byDate: number; readonly counted: number } | null;
}

/** A contract at the end of the year before. */
export interface YearBefore {
  readonly closing: Cents;
  readonly current: Cents;
  readonly nonCurrent: Cents;
  readonly interest: Cents;
}

export interface PackTotals {
  readonly overdue: Cents;
  readonly movement: Movement;
  readonly split: SplitByDate;
  readonly maturity: Maturity;
}

/** Why a contract, as it stood on a date, is not in the pack of the date; null where it is. */
export function leftOutOf({ startDate, endDate }: ReportedContract, date: CalendarDate): string | null {
  if (startDate > date) return `Starts on ${formatDay(startDate)}, after the date.`;
  return endDate < startOfYearTo(date) ? `Ended on ${formatDay(endDate)}, before the year.` : null;
}

/** The facts of a loan that are not in its contract. */
export interface LoanFacts {
  readonly allCurrent?: boolean;
  readonly overdue?: Cents;
  /** The payout figure of the loan that it pays out, if it does. */
  readonly refinanced?: Cents;
  /** Whether GST is claimed on the administration fee of a payment, by its number. */
  readonly isFeeTaxed?: (payment: number) => boolean;
}

/**
 * The figures of a contract as at a date and for the twelve months up to it.
 * @param contractAt the contract as it stood on a date: a later event changes no figure before it.
 */
export function loanFigures(
  contractAt: (date: CalendarDate) => ReportedContract,
  date: CalendarDate,
  { allCurrent = false, overdue = ZERO, refinanced = ZERO, isFeeTaxed }: LoanFacts = {},
): LoanFigures {
  const contract = contractAt(date);
  const from = startOfYearTo(date);
  const { interest, fees } = chargesByYear(contract, yearsEndingLike(date), isFeeTaxed);
  const counts = currentPayments(contract, date);
  return {
    movement: movementOf(contract, from, date),
    owed: owedOn(contract, date),
    split: splitOn(contract, date, allCurrent),
    maturity: maturityOn(contract, date, allCurrent),
    interestByYear: interest,
    feesByYear: fees,
    accruedInterest: accruedInterest(contract, date),
    overdue,
    cash: cashOf(contract, from, date, refinanced),
    gst: gstOf(contract, from, date),
    before: yearBefore(contractAt, yearsLater(date, -1)),
    ledgerCounts: counts && counts.byDate !== counts.counted ? counts : null,
  };
}

function yearBefore(contractAt: (date: CalendarDate) => ReportedContract, date: CalendarDate): YearBefore {
  const contract = contractAt(date);
  if (contract.startDate > date) return { closing: ZERO, current: ZERO, nonCurrent: ZERO, interest: ZERO };
  const { interest, closing } = movementOf(contract, startOfYearTo(date), date);
  const { current, nonCurrent } = splitOn(contract, date);
  return { closing, current: current.net, nonCurrent: nonCurrent.net, interest };
}

/**
 * The part of the next payment's interest that is earned at the end of a day: interest × days since the last payment
 * ÷ days of the period, half-up to the cent. What had accrued when an event took effect counts in full, and the days
 * from the event on share the rest. 0 on a payment's date.
 */
export function accruedInterest({ startDate, rows, carried }: ReportedContract, date: CalendarDate): Cents {
  const next = rows.findIndex((row) => row.date > date);
  const row = rows[next];
  const paid = rows[next - 1]?.date ?? startDate;
  if (!row || date <= paid) return ZERO;
  const event = carried.findLast((each) => each.date <= date && each.date > paid);
  const since = event?.date ?? paid;
  const before = event?.interest ?? 0;
  const share = ((row.interest - before) * daysBetween(since, date)) / daysBetween(since, row.date);
  return cents(Math.round(before + share));
}

const NO_PART: SplitPart = { gross: ZERO, unexpired: ZERO, net: ZERO };

const NO_TOTALS: PackTotals = {
  overdue: ZERO,
  movement: NO_MOVEMENT,
  split: { current: NO_PART, nonCurrent: NO_PART },
  maturity: { upTo1Year: NO_PART, from1To5Years: NO_PART, over5Years: NO_PART },
};

export function packTotals(loans: Iterable<PackTotals>): PackTotals {
  let totals = NO_TOTALS;
  for (const { overdue, movement, split, maturity } of loans) {
    totals = {
      overdue: cents(totals.overdue + overdue),
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
