/** Totals of the rows of a schedule's table, and their financial years. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { balanceOn, type Contract, type ContractEvent } from '../../domain/reports/contract.ts';
import { financialYearEnd, financialYearOf, totalsOfContract } from '../../domain/reports/financial-years.ts';
import { splitOn } from '../../domain/reports/split-by-date.ts';
import { reportContractOf, rowsOf } from './report-contract.ts';
import type { Schedule } from '../data/answers.ts';
import type { TimelineRow } from './timeline.ts';

/** In dollars. */
export interface PaymentTotals {
  readonly payments: number;
  readonly fees: number;
  readonly interest: number;
  readonly principal: number;
}

/** A financial year of the rows that are shown; where the contract stands at its end, whatever is shown. */
export interface YearOfRows {
  readonly year: number;
  readonly rows: readonly TimelineRow[];
  readonly totals: PaymentTotals;
  readonly closingBalance: number;
  readonly current: number;
  readonly nonCurrent: number;
}

/** Returns the totals of payments and events: what was paid, and the interest and principal in it. */
export function totalsOfRows(schedule: Schedule, rows: readonly TimelineRow[]): PaymentTotals {
  return totalsIn(schedule, reportContractOf(schedule), rows);
}

function totalsIn({ events }: Schedule, contract: Contract, rows: readonly TimelineRow[]): PaymentTotals {
  const effects = new Map<string, ContractEvent>();
  for (const [index, { id }] of events.entries()) {
    const effect = contract.events[index];
    if (effect) effects.set(id, effect);
  }
  const { amount, administrationFee, interest, principal } = totalsOfContract({
    rows: rowsOf(rows.flatMap(({ payment }) => payment ?? [])),
    events: rows.flatMap(({ event }) => effects.get(event?.id ?? '') ?? []),
  });
  return {
    payments: toDollars(amount),
    fees: toDollars(administrationFee),
    interest: toDollars(interest),
    principal: toDollars(principal),
  };
}

export function yearsOfRows(schedule: Schedule, shown: readonly TimelineRow[]): YearOfRows[] {
  const contract = reportContractOf(schedule);
  const groups = Map.groupBy(shown, ({ date }) => (isCalendarDate(date) ? financialYearOf(date) : 0));
  return [...groups].map(([year, rows]) => {
    const end = financialYearEnd(year);
    const { current, nonCurrent } = splitOn(contract, end);
    return {
      year,
      rows,
      totals: totalsIn(schedule, contract, rows),
      closingBalance: toDollars(balanceOn(contract, end)),
      current: toDollars(current.net),
      nonCurrent: toDollars(nonCurrent.net),
    };
  });
}
