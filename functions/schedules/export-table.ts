/** The content of an export in every format: a block about the contract, then the payments and their totals. */
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
import { contractKindLabel } from '../../domain/schedule/contract-details.ts';
import type { ContractFields } from './stored-schedule.ts';

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
  fields: ContractFields,
  amortisation: Amortisation,
  synced: ReadonlySet<number>,
): ExportTable {
  const { terms, rate, totalInterest, count, endDate } = amortisation;
  const contract = contractOf(amortisation);
  const allYears = totalsOf(contract.rows);
  return {
    about: [
      ['Entity', { text: names.entity }],
      ['Schedule', { text: names.schedule }],
      ...aboutContract(fields),
      ['Loan amount', { money: terms.loanAmount }],
      ['Frequency', { text: frequencyLabel(terms.frequency) }],
      ['Start date', { date: terms.startDate }],
      ['End date', { date: endDate }],
      ['Payments', { count }],
      [
        terms.table ? 'Interest rate (implied, nominal, a year)' : 'Interest rate (nominal, a year)',
        { rate: rate.annualPercent },
      ],
      ['Total interest', { money: totalInterest }],
      ['Administration fee (each payment)', { money: terms.administrationFee }],
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
    rows: contract.rows.map(
      ({ number, date, amount, administrationFee, interest, principal, endingBalance }) => [
        { count: number },
        { date },
        { money: amount },
        { money: administrationFee },
        { money: interest },
        { money: principal },
        { money: endingBalance },
        { text: synced.has(number) ? 'Yes' : 'No' },
      ],
    ),
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

/** The contract fields that are known. */
function aboutContract({ lender, contractNumber, asset, kind }: ContractFields): ExportTable['about'] {
  const fields: [label: string, text: string][] = [
    ['Lender', lender],
    ['Contract number', contractNumber],
    ['Asset', asset],
    ['Kind', kind === '' ? '' : contractKindLabel(kind)],
  ];
  return fields.filter(([, text]) => text !== '').map(([label, text]) => [label, { text }]);
}
