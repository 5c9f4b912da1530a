/** The payments and balances of a contract by financial year. */
import type { CalendarDate } from '../calendar.ts';
import { withoutGst } from '../gst/gst-on-charges.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { balanceOn } from './balance.ts';
import type { ReportedContract, ReportedEvent, ContractRow } from './contract.ts';
import { type SplitByDate, splitOn } from './split-by-date.ts';
import { type FinancialYears, LATEST } from '../years.ts';

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
export function totalsOfContract({ rows, events }: Pick<ReportedContract, 'rows' | 'events'>): PaymentTotals {
  return totalsOf([...rows, ...events.map(totalsOfEvent)]);
}

/** An event as a payment; an adjustment is not paid. */
function totalsOfEvent({ kind, amount, interest, principal, fee }: ReportedEvent): PaymentTotals {
  const paid = kind === 'adjustment' ? ZERO : amount;
  return { amount: paid, administrationFee: fee, interest, principal };
}

/** A financial year of a contract: its payments, the totals with its events, and where it stands on the last day. */
export interface FinancialYear {
  readonly year: number;
  readonly end: CalendarDate;
  readonly rows: readonly ContractRow[];
  readonly totals: PaymentTotals;
  readonly closingBalance: Cents;
  readonly split: SplitByDate;
}

/**
 * The financial years of a contract from its start to its end, those without a payment included. Each stands on its
 * last day as the events until then left it.
 * @param asAt the contract as it stood on a date.
 * @param until the date of the report; later years are as expected on it. By default everything recorded counts.
 */
export function financialYearsOf(
  asAt: (date: CalendarDate) => ReportedContract,
  years: FinancialYears,
  until: CalendarDate = LATEST,
): readonly FinancialYear[] {
  const contract = asAt(until);
  const rowsByYear = Map.groupBy(contract.rows, ({ date }) => years.yearOf(date));
  const eventsByYear = Map.groupBy(contract.events, ({ date }) => years.yearOf(date));
  return yearsOf(contract, years).map((year) => {
    const end = years.endOf(year);
    const rows = rowsByYear.get(year) ?? [];
    return {
      year,
      end,
      rows,
      totals: totalsOfContract({ rows, events: eventsByYear.get(year) ?? [] }),
      closingBalance: balanceOn(contract, end),
      split: splitOn(asAt(end < until ? end : until), end),
    };
  });
}

function yearsOf({ startDate, endDate }: ReportedContract, years: FinancialYears): number[] {
  const first = years.yearOf(startDate);
  return Array.from({ length: years.yearOf(endDate) - first + 1 }, (_, index) => first + index);
}

export interface YearAmount {
  /** The calendar year in which the financial year ends. */
  readonly year: number;
  readonly amount: Cents;
}

/**
 * Interest and fees of each financial year of the contract, years without any included.
 * @param isFeeTaxed whether GST is claimed on the administration fee of a payment, by its number.
 */
export function chargesByYear(
  contract: ReportedContract,
  years: FinancialYears,
  isFeeTaxed: (payment: number) => boolean = () => false,
): {
  readonly interest: readonly YearAmount[];
  readonly fees: readonly YearAmount[];
} {
  const all = yearsOf(contract, years);
  const interest = new Map(all.map((year) => [year, 0]));
  const fees = new Map(interest);
  const add = (to: Map<number, number>, year: number, amount: number): void =>
    void to.set(year, (to.get(year) ?? 0) + amount);
  for (const row of contract.rows) {
    const year = years.yearOf(row.date);
    add(interest, year, row.interest);
    const { administrationFee: fee } = row;
    add(fees, year, isFeeTaxed(row.number) ? withoutGst(fee) : fee);
  }
  for (const event of contract.events) {
    const year = years.yearOf(event.date);
    add(interest, year, event.interest);
    add(fees, year, event.fee);
  }
  return { interest: amountsOf(interest), fees: amountsOf(fees) };
}

function amountsOf(byYear: ReadonlyMap<number, number>): YearAmount[] {
  return [...byYear].map(([year, amount]) => ({ year, amount: cents(amount) }));
}
