import { addMonths, calendarDate, monthOf } from '../calendar.ts';
import { cents, type Cents } from '../money.ts';
import { type ReportedContract, paymentsOf } from './contract.ts';

/** Cash that leaves the bank in a month, and the interest and principal in it. */
export interface ForecastFigures {
  /** Without fees and balloons. */
  readonly payments: Cents;
  readonly fees: Cents;
  readonly balloons: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  /** Payments, fees and balloons. */
  readonly total: Cents;
}

/** The labels of the figures that stand beside their total, in the order of the table and the workbook. */
export const FORECAST_FIGURES = [
  ['Payments', 'payments'],
  ['Fees', 'fees'],
  ['Balloons', 'balloons'],
  ['Interest', 'interest'],
  ['Principal', 'principal'],
] as const satisfies readonly (readonly [string, keyof ForecastFigures])[];

/** A contract with the group that it counts in. */
export interface Grouped {
  readonly key: string;
  readonly name: string;
  readonly contract: ReportedContract;
}

export interface ForecastRow extends ForecastFigures {
  readonly key: string;
  readonly name: string;
  /** `YYYY-MM`. */
  readonly month: string;
}

export interface Forecast {
  readonly rows: readonly ForecastRow[];
  readonly totals: ForecastFigures;
}

interface Sums {
  payments: number;
  fees: number;
  balloons: number;
  interest: number;
  principal: number;
}

/** The months `YYYY-MM` from one on. */
export function monthsFrom(from: string, count: number): readonly string[] {
  const first = calendarDate(`${from}-01`, 'from');
  return Array.from({ length: count }, (_, index) => monthOf(addMonths(first, index)));
}

/** The payments of contracts by group and month; every group has a row for every month. */
export function forecastOf(contracts: Iterable<Grouped>, months: readonly string[]): Forecast {
  const groups = new Map<string, { readonly name: string; readonly byMonth: ReadonlyMap<string, Sums> }>();
  for (const { key, name, contract } of contracts) {
    const group = groups.get(key) ?? { name, byMonth: new Map(months.map((month) => [month, noSums()])) };
    groups.set(key, group);
    addContract(contract, group.byMonth, months);
  }
  const all = noSums();
  const rows: ForecastRow[] = [];
  for (const [key, { name, byMonth }] of groups) {
    for (const [month, sums] of byMonth) {
      rows.push({ key, name, month, ...figuresOf(sums) });
      add(all, sums);
    }
  }
  return { rows, totals: figuresOf(all) };
}

function addContract(
  contract: ReportedContract,
  byMonth: ReadonlyMap<string, Sums>,
  months: readonly string[],
): void {
  const [first = ''] = months;
  const last = months.at(-1) ?? '';
  const { rows, balloon } = paymentsOf(contract);
  for (const row of rows) {
    const month = monthOf(row.date);
    if (month < first) continue;
    if (month > last) break;
    const sums = byMonth.get(month);
    if (!sums) continue;
    const isBalloon = row.number === balloon;
    add(sums, {
      payments: isBalloon ? 0 : row.amount,
      fees: row.administrationFee,
      balloons: isBalloon ? row.amount : 0,
      interest: row.interest,
      principal: row.principal,
    });
  }
}

const noSums = (): Sums => ({ payments: 0, fees: 0, balloons: 0, interest: 0, principal: 0 });

function add(to: Sums, more: Sums): void {
  to.payments += more.payments;
  to.fees += more.fees;
  to.balloons += more.balloons;
  to.interest += more.interest;
  to.principal += more.principal;
}

function figuresOf({ payments, fees, balloons, interest, principal }: Sums): ForecastFigures {
  return {
    payments: cents(payments),
    fees: cents(fees),
    balloons: cents(balloons),
    interest: cents(interest),
    principal: cents(principal),
    total: cents(payments + fees + balloons),
  };
}
