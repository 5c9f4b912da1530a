/** What an export holds, whatever its format: a block about the contract, then the payments and their totals. */
import { frequencyLabel } from '../../domain/schedule/frequency.ts';
import type { Amortisation } from '../../domain/schedule/amortise.ts';
import type { Cents } from '../../domain/money.ts';
import { contractOf } from '../../domain/reports/contract.ts';
import {
  type FinancialYear,
  financialYearsOf,
  type PaymentTotals,
  totalsOf,
} from '../../domain/reports/financial-years.ts';
import type { CalendarDate } from '../../domain/calendar.ts';

export type ExportCell =
  | { readonly text: string }
  | { readonly money: Cents }
  | { readonly date: CalendarDate }
  | { readonly count: number }
  /** Percent. */
  | { readonly rate: number };

export interface ExportTable {
  readonly about: readonly (readonly [label: string, value: ExportCell])[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ExportCell[])[];
  readonly totals: readonly ExportCell[];
  /** The payments of each financial year, in their order, and where the contract stands on its last day. */
  readonly years: readonly FinancialYear[];
  readonly allYears: PaymentTotals;
}

export function exportTable(
  names: { readonly entity: string; readonly schedule: string },
  amortisation: Amortisation,
  synced: ReadonlySet<number>,
): ExportTable {
  const { terms, rate, totalInterest, payments, count, endDate } = amortisation;
  const fee = terms.administrationFee;
  const contract = contractOf(amortisation);
  const allYears = totalsOf(contract.rows);
  return {
    about: [
      ['Entity', { text: names.entity }],
      ['Schedule', { text: names.schedule }],
      ['Loan amount', { money: terms.loanAmount }],
      ['Frequency', { text: frequencyLabel(terms.frequency) }],
      ['Start date', { date: terms.startDate }],
      ['End date', { date: endDate }],
      ['Payments', { count }],
      ['Interest rate (nominal, a year)', { rate: rate.annualPercent }],
      ['Total interest', { money: totalInterest }],
      ['Administration fee (each payment)', { money: fee }],
    ],
    columns: [
      'Payment Number',
      'Date',
      'Payment Amount',
      'Administration Fee',
      'Interest',
      'Principal',
      'Balance',
      'Synced',
    ],
    rows: payments.map(({ number, date, amount, interest, principal, balance }) => [
      { count: number },
      { date },
      { money: amount },
      { money: fee },
      { money: interest },
      { money: principal },
      { money: balance },
      { text: synced.has(number) ? 'Yes' : 'No' },
    ]),
    totals: [
      { text: 'Total' },
      { text: '' },
      { money: allYears.amount },
      { money: allYears.administrationFee },
      { money: allYears.interest },
      { money: allYears.principal },
      { text: '' },
      { text: '' },
    ],
    years: financialYearsOf(contract),
    allYears,
  };
}
