import { addMonths } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { flowsAfter } from './contract.ts';
import type { Contract, Flow } from './contract.ts';

/** Payments due, the unexpired interest in them, and the difference, which is owed now. */
export interface Part {
  readonly gross: Cents;
  readonly unexpired: Cents;
  readonly net: Cents;
}

/** The balance on a date: due within twelve months after it, and later (AASB 101). */
export interface SplitByDate {
  readonly current: Part;
  readonly nonCurrent: Part;
}

/** Payments due after a date, by maturity; each part undiscounted (`gross`) and carrying (`net`). */
export interface Maturity {
  readonly upTo1Year: Part;
  readonly from1To5Years: Part;
  readonly over5Years: Part;
}

const MONTHS_CURRENT = 12;
const MONTHS_TO_5_YEARS = 60;
const NOTHING: Part = { gross: ZERO, unexpired: ZERO, net: ZERO };

/** The split on a date. All of a loan whose covenant is breached is current (AASB 2022-6): `allCurrent`. */
export function splitOn(contract: Contract, date: CalendarDate, allCurrent = false): SplitByDate {
  const flows = flowsAfter(contract, date);
  const yearEnd = addMonths(date, MONTHS_CURRENT);
  if (allCurrent) return { current: partOf(flows), nonCurrent: NOTHING };
  return {
    current: partOf(flows.filter((flow) => flow.date <= yearEnd)),
    nonCurrent: partOf(flows.filter((flow) => flow.date > yearEnd)),
  };
}

export function maturityOn(contract: Contract, date: CalendarDate): Maturity {
  const flows = flowsAfter(contract, date);
  const in1Year = addMonths(date, MONTHS_CURRENT);
  const in5Years = addMonths(date, MONTHS_TO_5_YEARS);
  return {
    upTo1Year: partOf(flows.filter((flow) => flow.date <= in1Year)),
    from1To5Years: partOf(flows.filter((flow) => flow.date > in1Year && flow.date <= in5Years)),
    over5Years: partOf(flows.filter((flow) => flow.date > in5Years)),
  };
}

/**
 * How many payments are current on a date, by date and as the ledger counts them: the next year's number of payments.
 * Null where the ledger goes by date too.
 */
export function currentPayments(
  { rows, countedAsCurrent }: Contract,
  date: CalendarDate,
): { readonly byDate: number; readonly counted: number } | null {
  const most = countedAsCurrent(date);
  if (most === null) return null;
  const yearEnd = addMonths(date, MONTHS_CURRENT);
  const remaining = rows.filter((row) => row.date > date);
  return {
    byDate: remaining.filter((row) => row.date <= yearEnd).length,
    counted: Math.min(remaining.length, most),
  };
}

export function addParts(one: Part, other: Part): Part {
  return {
    gross: cents(one.gross + other.gross),
    unexpired: cents(one.unexpired + other.unexpired),
    net: cents(one.net + other.net),
  };
}

function partOf(flows: readonly Flow[]): Part {
  let gross = 0;
  let unexpired = 0;
  for (const flow of flows) {
    gross += flow.amount;
    unexpired += flow.interest;
  }
  return { gross: cents(gross), unexpired: cents(unexpired), net: cents(gross - unexpired) };
}
