import { addDays, addMonths, civilOf, dateOf } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import { balanceOn } from './contract.ts';
import type { Contract, ContractEvent, ContractRow } from './contract.ts';
import { splitOn } from './split-by-date.ts';
import type { SplitByDate } from './split-by-date.ts';

/** The month in which an Australian financial year begins. */
const FIRST_MONTH = 7;

/** The financial year of a date, named by the calendar year in which it ends. */
export function financialYearOf(date: CalendarDate): number {
  const { year, month } = civilOf(date);
  return month >= FIRST_MONTH ? year + 1 : year;
}

/** 30 June of the year. */
export function financialYearEnd(year: number): CalendarDate {
  return dateOf(year, FIRST_MONTH - 1, 30);
}

/** The last 30 June on or before a date. */
export function lastFinancialYearEnd(date: CalendarDate): CalendarDate {
  const end = financialYearEnd(financialYearOf(date));
  return end === date ? end : financialYearEnd(financialYearOf(date) - 1);
}

/** The first of the twelve months that end on a date. */
export function startOfYearTo(date: CalendarDate): CalendarDate {
  return addDays(addMonths(date, -12), 1);
}

/** Sums of payments; `amount` is without the fees. */
export interface PaymentTotals {
  readonly amount: Cents;
  readonly administrationFee: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
}

export function totalsOf(rows: readonly PaymentTotals[]): PaymentTotals {
  let [amount, administrationFee, interest, principal] = [0, 0, 0, 0];
  for (const row of rows) {
    amount += row.amount;
    administrationFee += row.administrationFee;
    interest += row.interest;
    principal += row.principal;
  }
  return {
    amount: cents(amount),
    administrationFee: cents(administrationFee),
    interest: cents(interest),
    principal: cents(principal),
  };
}

/** The totals of all payments and events of a contract: their principal is the loan once nothing is owed. */
export function totalsOfContract({ rows, events }: Pick<Contract, 'rows' | 'events'>): PaymentTotals {
  return totalsOf([...rows, ...events.map(totalsOfEvent)]);
}

/** An event as a payment: an adjustment is paid by nothing, so its addition to the balance is negative principal. */
function totalsOfEvent({ kind, amount, interest, fee }: ContractEvent): PaymentTotals {
  const paid = kind === 'adjustment' ? 0 : amount;
  const repaid = kind === 'adjustment' ? -amount : amount;
  return { amount: cents(paid), administrationFee: fee, interest, principal: cents(repaid - interest) };
}

/** A financial year of a contract: its payments, the totals with its events, and where it stands on 30 June. */
export interface FinancialYear {
  readonly year: number;
  readonly end: CalendarDate;
  readonly rows: readonly ContractRow[];
  readonly totals: PaymentTotals;
  readonly closingBalance: Cents;
  readonly split: SplitByDate;
}

/**
 * The financial years in which a contract has payments or events, in order.
 * @param more dates whose years are included too.
 */
export function financialYearsOf(
  contract: Contract,
  more: readonly CalendarDate[] = [],
): readonly FinancialYear[] {
  const rowsByYear = Map.groupBy(contract.rows, ({ date }) => financialYearOf(date));
  const eventsByYear = Map.groupBy(contract.events, ({ date }) => financialYearOf(date));
  const years = new Set([...rowsByYear.keys(), ...eventsByYear.keys(), ...more.map(financialYearOf)]);
  return [...years]
    .toSorted((a, b) => a - b)
    .map((year) => {
      const end = financialYearEnd(year);
      const rows = rowsByYear.get(year) ?? [];
      return {
        year,
        end,
        rows,
        totals: totalsOfContract({ rows, events: eventsByYear.get(year) ?? [] }),
        closingBalance: balanceOn(contract, end),
        split: splitOn(contract, end),
      };
    });
}

export interface YearAmount {
  /** The calendar year in which the financial year ends. */
  readonly year: number;
  readonly amount: Cents;
}

/** Interest and fees of each financial year of the contract, years without any included. */
export function chargesByYear({ startDate, rows, events }: Contract): {
  readonly interest: readonly YearAmount[];
  readonly fees: readonly YearAmount[];
} {
  const charges = [
    ...rows.map(({ date, interest, administrationFee }) => ({ date, interest, fee: administrationFee })),
    ...events,
  ];
  const interest = new Map<number, number>();
  const fees = new Map<number, number>();
  const years = charges.map(({ date }) => financialYearOf(date));
  const last = years.reduce((latest, year) => Math.max(latest, year), financialYearOf(startDate));
  for (let year = financialYearOf(startDate); year <= last; year++) {
    interest.set(year, 0);
    fees.set(year, 0);
  }
  for (const [index, charge] of charges.entries()) {
    const year = years[index] ?? last;
    interest.set(year, (interest.get(year) ?? 0) + charge.interest);
    fees.set(year, (fees.get(year) ?? 0) + charge.fee);
  }
  return { interest: amountsOf(interest), fees: amountsOf(fees) };
}

function amountsOf(byYear: ReadonlyMap<number, number>): YearAmount[] {
  return [...byYear].map(([year, amount]) => ({ year, amount: cents(amount) }));
}
