/** Cash paid in the year, and how the debt changed. */
import { type CashFigures, unexplainedDebt } from '../../../domain/reports/cash.ts';
import type { MoneyOptions, Section } from '../section.ts';
import type { PackLoan } from '../pack-loan.ts';
import { loanName, LOANS, money } from './columns.ts';

const PDF_WIDTH = 58;

const figure = (id: keyof CashFigures, label: string, pdfLabel = label, options: MoneyOptions = {}) =>
  money(id, label, ({ figures }: PackLoan) => figures.cash[id], { pdf: PDF_WIDTH, pdfLabel, ...options });

export const cash: Section<PackLoan> = {
  ...LOANS,
  id: 'cash',
  title: { pdf: 'Cash paid and net debt', xlsx: 'Cash and net debt' },
  columns: () => [
    loanName(110),
    figure('opening', 'Opening debt', 'Opening\ndebt'),
    figure('newLoans', 'New loans', 'New\nloans'),
    figure('refinancing', 'Refinancing, non-cash', 'Refinancing,\nnon-cash'),
    figure('interestAdded', 'Interest added', 'Interest\nadded'),
    figure('principalPaid', 'Principal paid', 'Principal\npaid', { pdfSign: -1 }),
    figure('settled', 'Settled, non-cash', 'Settled,\nnon-cash', { pdfSign: -1 }),
    figure('closing', 'Closing debt', 'Closing\ndebt'),
    money('check', 'Check', ({ figures }) => unexplainedDebt(figures.cash), {
      pdf: 36,
      isCheck: true,
      formula: (cell) => {
        const added = ['opening', 'newLoans', 'refinancing', 'interestAdded'].map(cell).join('+');
        return `ROUND(${added}-${cell('principalPaid')}-${cell('settled')}-${cell('closing')},2)`;
      },
    }),
    figure('interestPaid', 'Interest paid', 'Interest\npaid'),
    figure('gstPaid', 'GST in payments', 'GST in\npayments'),
    figure('feesPaid', 'Fees paid', 'Fees\npaid'),
  ],
};
