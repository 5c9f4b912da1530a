/** The content of an export in every format: a block about the contract, then the payments and their totals. */
import { frequencyLabel } from '../../domain/schedule/frequency.ts';
import type { Amortisation } from '../../domain/schedule/amortise.ts';
import { type Cents, sumCents } from '../../domain/money.ts';
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
}

export function exportTable(
  names: { readonly entity: string; readonly schedule: string },
  contract: ContractFields,
  amortisation: Amortisation,
  synced: ReadonlySet<number>,
): ExportTable {
  const { terms, rate, totalInterest, payments, count, endDate } = amortisation;
  const fee = terms.administrationFee;
  return {
    about: [
      ['Entity', { text: names.entity }],
      ['Schedule', { text: names.schedule }],
      ...aboutContract(contract),
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
      { money: sumCents(payments.map(({ amount }) => amount)) },
      { money: sumCents(payments.map(() => fee)) },
      { money: totalInterest },
      { money: terms.loanAmount },
      { text: '' },
      { text: '' },
    ],
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
