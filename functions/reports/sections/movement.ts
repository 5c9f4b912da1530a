/** How the balance changed over the year. */
import { unexplained } from '../../../domain/reports/movement.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { Section } from '../section.ts';
import { loanName, LOANS, money } from './columns.ts';

export const movement: Section<PackLoan> = {
  ...LOANS,
  id: 'movement',
  title: { pdf: 'Movement', xlsx: 'Movement' },
  columns: () => [
    loanName(),
    money('opening', 'Opening', ({ figures }) => figures.movement.opening, { pdf: 74 }),
    money('newLoans', 'New loans', ({ figures }) => figures.movement.newLoans, { pdf: 74 }),
    money('interest', 'Interest', ({ figures }) => figures.movement.interest, { pdf: 68 }),
    money('payments', 'Payments', ({ figures }) => figures.movement.payments, { pdf: 72, pdfSign: -1 }),
    money('extra', 'Extra repayments', ({ figures }) => figures.movement.extraRepayments, {
      pdf: 68,
      pdfLabel: 'Extra\nrepayments',
      pdfSign: -1,
    }),
    money('payouts', 'Payouts', ({ figures }) => figures.movement.payouts, { pdf: 68, pdfSign: -1 }),
    money('adjustments', 'Adjustments', ({ figures }) => figures.movement.adjustments, { pdf: 68 }),
    money('closing', 'Closing', ({ figures }) => figures.movement.closing, { pdf: 74 }),
    money('check', 'Check', ({ figures }) => unexplained(figures.movement), {
      pdf: 40,
      isCheck: true,
      formula: (cell) => {
        const added = ['opening', 'newLoans', 'interest'].map(cell).join('+');
        const repaid = ['payments', 'extra', 'payouts'].map(cell).join('-');
        return `ROUND(${added}-${repaid}+${cell('adjustments')}-${cell('closing')},2)`;
      },
    }),
  ],
};
