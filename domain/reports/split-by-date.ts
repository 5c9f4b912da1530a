import type { CalendarDate } from '../calendar.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { type Flow, flowsAfter } from './balance.ts';
import type { ReportedContract } from './contract.ts';
import { yearsLater } from '../years.ts';

/** Payments due, the unexpired interest in them, and the difference, which is owed now. */
export interface SplitPart {
  readonly gross: Cents;
  readonly unexpired: Cents;
  readonly net: Cents;
}

/** The balance on a date: due within twelve months after it, and later (AASB 101). */
export interface SplitByDate {
  readonly current: SplitPart;
  readonly nonCurrent: SplitPart;
}

/** Payments due after a date, by maturity; each part undiscounted (`gross`) and carrying (`net`). */
export interface Maturity {
  readonly upTo1Year: SplitPart;
  readonly from1To5Years: SplitPart;
  readonly over5Years: SplitPart;
}

const NOTHING: SplitPart = { gross: ZERO, unexpired: ZERO, net: ZERO };

/**
 * The split on a date of a contract as it stood then: the one function for it in every report. All of a loan whose covenant is breached is current
 * (AASB 2022-6): `allCurrent`. A current part below zero is nil.
 */
export function splitOn(contract: ReportedContract, date: CalendarDate, allCurrent = false): SplitByDate {
  const flows = flowsAfter(contract, date);
  const yearEnd = yearsLater(date, 1);
  if (allCurrent) return { current: partOf(flows), nonCurrent: NOTHING };
  const [current, nonCurrent] = notBelowNil(
    partOf(flows.filter((flow) => flow.date <= yearEnd)),
    partOf(flows.filter((flow) => flow.date > yearEnd)),
  );
  return { current, nonCurrent };
}

/** Where interest exceeds the payments of a part, nothing of the balance is due in it. */
const notBelowNil = (part: SplitPart, later: SplitPart): readonly [SplitPart, SplitPart] =>
  part.net >= 0
    ? [part, later]
    : [
        { ...part, net: ZERO },
        { ...later, net: cents(later.net + part.net) },
      ];

/** All of a loan whose covenant is breached is payable on demand, so the earliest band has it (AASB 7 B11C). */
export function maturityOn(contract: ReportedContract, date: CalendarDate, allCurrent = false): Maturity {
  const flows = flowsAfter(contract, date);
  if (allCurrent) return { upTo1Year: partOf(flows), from1To5Years: NOTHING, over5Years: NOTHING };
  const in1Year = yearsLater(date, 1);
  const in5Years = yearsLater(date, 5);
  const [upTo1Year, later] = notBelowNil(
    partOf(flows.filter((flow) => flow.date <= in1Year)),
    partOf(flows.filter((flow) => flow.date > in1Year && flow.date <= in5Years)),
  );
  const [from1To5Years, over5Years] = notBelowNil(
    later,
    partOf(flows.filter((flow) => flow.date > in5Years)),
  );
  return { upTo1Year, from1To5Years, over5Years };
}

/**
 * How many payments are current on a date, by date and as the ledger counts them: the next year's number of payments.
 * Null where the ledger goes by date too.
 */
export function currentPayments(
  { rows, countedAsCurrent }: ReportedContract,
  date: CalendarDate,
): { readonly byDate: number; readonly counted: number } | null {
  const most = countedAsCurrent(date);
  if (most === null) return null;
  const yearEnd = yearsLater(date, 1);
  const remaining = rows.filter((row) => row.date > date);
  return {
    byDate: remaining.filter((row) => row.date <= yearEnd).length,
    counted: Math.min(remaining.length, most),
  };
}

export function addParts(one: SplitPart, other: SplitPart): SplitPart {
  return {
    gross: cents(one.gross + other.gross),
    unexpired: cents(one.unexpired + other.unexpired),
    net: cents(one.net + other.net),
  };
}

function partOf(flows: readonly Flow[]): SplitPart {
  let gross = 0;
  let unexpired = 0;
  for (const flow of flows) {
    gross += flow.amount;
    unexpired += flow.interest;
  }
  return { gross: cents(gross), unexpired: cents(unexpired), net: cents(gross - unexpired) };
}
