/** How the figures are made. */
import { formatDay } from '../../../domain/calendar.ts';
import { presentationStandard } from '../../../domain/reports/standards.ts';
import type { Pack } from '../pack.ts';
import type { Section } from '../section.ts';
import { fullText, text } from './columns.ts';

interface BasisRow {
  readonly topic: string;
  readonly text: string;
}

const rows = ({ date, from, madeAt }: Pack): BasisRow[] => [
  {
    topic: 'As at',
    text: `Every figure is as at ${formatDay(date)}: events dated later change none of them.`,
  },
  {
    topic: 'Method',
    text: 'Amortised cost at the rate at which the payments repay the loan, from the contract alone.',
  },
  {
    topic: 'Rounding',
    text: 'Each balance is the exact balance rounded half up to the cent. Interest is the payment less its fall.',
  },
  {
    topic: 'Current part',
    text: `By date: payments due within twelve months (${presentationStandard(from)}). The ledger counts payments; journals move the difference.`,
  },
  {
    topic: 'Events recorded late',
    text: 'They belong to the year of their document. The catch-up counts with the last payment posted before.',
  },
  {
    topic: 'Accrued interest',
    text: 'The next interest by days. It is in no balance unless a journal accrues it.',
  },
  {
    topic: 'Fees',
    text: 'Expensed when they fall due, without GST where it is claimed; those to come as the last one posted. No part of the rate.',
  },
  {
    topic: 'Cash paid',
    text: 'By the contracts: a payment counts on its due date. Cut-off and arrears lists those that were not paid then.',
  },
  {
    topic: 'GST on charges',
    text: 'Where it is claimed at the opening, charges and interest are carried without it.',
  },
  { topic: 'Made', text: `${madeAt}, Sydney time.` },
];

export const basis: Section<BasisRow> = {
  id: 'basis',
  title: { pdf: 'Basis of preparation', xlsx: 'Basis of preparation' },
  rows,
  columns: () => [
    text('topic', 'Topic', { pdf: 140, xlsx: 22 }, ({ topic }) => topic),
    fullText('text', 'Text', { pdf: 629, xlsx: 110 }, (row) => row.text),
  ],
};
