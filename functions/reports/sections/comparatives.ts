/** The year before, rolled forward into the opening balance. */
import { cents } from '../../../domain/money.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { Section } from '../section.ts';
import { closingBalance, loanName, LOANS, money } from './columns.ts';

export const comparatives: Section<PackLoan> = {
  ...LOANS,
  id: 'comparatives',
  title: { pdf: 'Comparatives', xlsx: 'Comparatives' },
  columns: () => [
    loanName(120),
    money('before', 'Closing, year before', ({ figures }) => figures.before.closing, {
      pdf: 66,
      pdfLabel: 'Closing,\nyear before',
    }),
    money('opening', 'Opening', ({ figures }) => figures.movement.opening, { pdf: 66 }),
    money('check', 'Check', ({ figures }) => cents(figures.movement.opening - figures.before.closing), {
      pdf: 46,
      isCheck: true,
      formula: (cell) => `ROUND(${cell('opening')}-${cell('before')},2)`,
    }),
    closingBalance(66),
    money('currentBefore', 'Current, year before', ({ figures }) => figures.before.current, {
      pdf: 66,
      pdfLabel: 'Current,\nyear before',
    }),
    money('current', 'Current', ({ figures }) => figures.split.current.net, { pdf: 66 }),
    money('nonCurrentBefore', 'Non-current, year before', ({ figures }) => figures.before.nonCurrent, {
      pdf: 66,
      pdfLabel: 'Non-current,\nyear before',
    }),
    money('nonCurrent', 'Non-current', ({ figures }) => figures.split.nonCurrent.net, { pdf: 66 }),
    money('interestBefore', 'Interest, year before', ({ figures }) => figures.before.interest, {
      pdf: 66,
      pdfLabel: 'Interest,\nyear before',
    }),
    money('interest', 'Interest', ({ figures }) => figures.movement.interest, { pdf: 66 }),
  ],
};
