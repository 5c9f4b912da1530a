/** Division 7A loans: the income year in which the pack's date lies. */
import type { Cents } from '../../../domain/money.ts';
import { type Division7aPaperRow, division7aPaperRow } from '../../../domain/registers/division-7a-paper.ts';
import { isLoan } from '../../records/registers/division-7a.ts';
import type { Pack } from '../pack.ts';
import type { Section } from '../section.ts';
import { fullText, money } from './columns.ts';

interface LoanRow extends Division7aPaperRow {
  readonly entityId: string;
  readonly entityName: string;
}

const figure = (id: string, label: string, value: (row: LoanRow) => Cents, pdfLabel = label) =>
  money(id, label, value, { pdf: 61, pdfLabel });

export const division7a: Section<LoanRow> = {
  id: 'division-7a',
  title: { pdf: 'Division 7A loans', xlsx: 'Division 7A' },
  rows,
  isIncluded: (pack) => rows(pack).length > 0,
  entityOf: (row) => row,
  columns: () => [
    fullText('name', 'Name', { pdf: 104, xlsx: 32 }, ({ name }) => name),
    fullText('borrower', 'Borrower', { pdf: 90, xlsx: 24 }, ({ borrower }) => borrower),
    {
      id: 'loanYear',
      label: 'Loan year',
      pdfLabel: 'Loan\nyear',
      kind: 'year',
      width: { pdf: 36, xlsx: 10 },
      value: ({ loanYear }) => loanYear,
    },
    {
      id: 'rate',
      label: 'Rate',
      kind: 'rate',
      width: { pdf: 44, xlsx: 10 },
      value: ({ rate }) => rate,
    },
    figure('opening', 'Opening', ({ opening }) => opening),
    figure('minimum', 'Minimum repayment', ({ minimum }) => minimum, 'Minimum\nrepayment'),
    figure('repaid', 'Repaid', ({ repaid }) => repaid),
    figure('interest', 'Interest', ({ interest }) => interest),
    figure('principal', 'Principal', ({ principal }) => principal),
    figure('closing', 'Closing', ({ closing }) => closing),
    figure('shortfall', 'Shortfall', ({ shortfall }) => shortfall),
    figure('ledgerBalance', 'Ledger balance', ({ ledgerBalance }) => ledgerBalance, 'Ledger\nbalance'),
  ],
};

function rows({ registers, date }: Pack): readonly LoanRow[] {
  return registers.flatMap((register): LoanRow[] => {
    if (!isLoan(register)) return [];
    const { entityId, entityName, name, facts, changes, known } = register;
    const row = division7aPaperRow(name, facts, changes, date, known.enteredRates);
    return row === null ? [] : [{ entityId, entityName, ...row }];
  });
}
