/** GST that is claimed on hire-purchase charges and still in them, and what payouts adjust. */
import type { GstFigures } from '../../../domain/reports/cash.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { MoneyOptions, Section } from '../section.ts';
import { loanName, LOANS, money } from './columns.ts';

const figure = (id: keyof GstFigures, label: string, options: MoneyOptions = {}) =>
  money(id, label, ({ figures }: PackLoan) => figures.gst[id], { pdf: 100, ...options });

const hasGst = ({ figures: { gst } }: PackLoan): boolean => Object.values(gst).some((amount) => amount !== 0);

export const gst: Section<PackLoan> = {
  ...LOANS,
  id: 'gst',
  title: { pdf: 'GST on hire-purchase charges', xlsx: 'GST' },
  rows: ({ loans }) => loans.filter(hasGst),
  columns: () => [
    loanName(219),
    figure('opening', 'Opening'),
    figure('claimed', 'Claimed'),
    figure('expired', 'In payments', { pdfSign: -1 }),
    figure('adjusted', 'Adjusted by events'),
    figure('closing', 'Closing', {
      formula: (cell) => `${cell('opening')}+${cell('claimed')}-${cell('expired')}+${cell('adjusted')}`,
    }),
  ],
};
