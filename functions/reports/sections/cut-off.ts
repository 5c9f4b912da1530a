/** Payments that were due and not posted at the date, or posted before they were due. */
import type { CutOffItem } from '../../../domain/ledger/cut-off.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { Section } from '../section.ts';
import { day, fullText, money, text } from './columns.ts';

interface CutOffRow {
  readonly loan: PackLoan;
  readonly item: CutOffItem;
}

export const cutOff: Section<CutOffRow> = {
  id: 'cutOff',
  title: { pdf: 'Cut-off and arrears', xlsx: 'Cut-off and arrears' },
  rows: ({ loans }) => loans.flatMap((loan) => loan.cutOff.map((item) => ({ loan, item }))),
  entityOf: ({ loan }) => loan,
  columns: () => [
    text('loan', 'Loan', { pdf: 220, xlsx: 32 }, ({ loan }) => loan.description),
    text('what', 'Payment or change', { pdf: 120, xlsx: 20 }, ({ item: { owner } }) =>
      owner.kind === 'payment' ? `Payment ${owner.number}` : `Change ${owner.number}`,
    ),
    day('due', 'Due', { pdf: 80, xlsx: 12 }, ({ item }) => item.due),
    fullText('text', 'What happened', { pdf: 240, xlsx: 44 }, ({ item }) => item.text),
    money('amount', 'Overdue', ({ item }) => item.amount, { pdf: 100 }),
  ],
};
