/** Totals of the rows of a schedule's table, and their financial years. */
import { sumDollars, toDollars } from '../../domain/money.ts';
import type { ReportedContract, ReportedEvent } from '../../domain/reports/contract.ts';
import { totalsOfContract } from '../../domain/reports/financial-years.ts';
import { reportContractOf } from './report-contract.ts';
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

/**
 * Returns the totals of payments and events: what was paid, and the interest and principal in it.
 * @param isWhole whether every row is shown: the totals then are those of the financial years.
 */
export function totalsOfRows(
  schedule: Schedule,
  rows: readonly TimelineRow[],
  isWhole: boolean,
): PaymentTotals {
  if (!isWhole) return totalsIn(schedule, reportContractOf(schedule), rows);
  const sum = (name: keyof PaymentTotals): number =>
    sumDollars(schedule.financialYears.map((year) => year[name]));
  return {
    payments: sum('payments'),
    fees: sum('fees'),
    interest: sum('interest'),
    principal: sum('principal'),
  };
}

/** Returns what each event pays, and the balance after it, by the event's id. */
export function eventFigures(
  schedule: Schedule,
  contract: Pick<ReportedContract, 'events'>,
): ReadonlyMap<string, ReportedEvent> {
  return new Map(
    schedule.events.flatMap(({ id }, index) => {
      const figures = contract.events[index];
      return figures ? [[id, figures] as const] : [];
    }),
  );
}

function totalsIn(
  schedule: Schedule,
  contract: Pick<ReportedContract, 'rows' | 'events'>,
  rows: readonly TimelineRow[],
): PaymentTotals {
  const effects = eventFigures(schedule, contract);
  const { amount, administrationFee, interest, principal } = totalsOfContract({
    rows: rows.flatMap(({ payment }) => (payment && contract.rows[payment.number - 1]) ?? []),
    events: rows.flatMap(({ event }) => effects.get(event?.id ?? '') ?? []),
  });
  return {
    payments: toDollars(amount),
    fees: toDollars(administrationFee),
    interest: toDollars(interest),
    principal: toDollars(principal),
  };
}

/**
 * The financial years of the rows that are shown.
 * @param isWhole whether every row is shown: the years then are the service's own.
 */
export function yearsOfRows(
  schedule: Schedule,
  shown: readonly TimelineRow[],
  isWhole: boolean,
): YearOfRows[] {
  const contract = reportContractOf(schedule);
  const { financialYears } = schedule;
  const groups = Map.groupBy(shown, ({ date }) => financialYears.find(({ end }) => date <= end));
  return financialYears.flatMap((year) => {
    const rows = groups.get(year) ?? [];
    if (rows.length === 0 && !isWhole) return [];
    return [{ ...year, rows, totals: isWhole ? year : totalsIn(schedule, contract, rows) }];
  });
}
