/** The loans whose balances were checked with Xero at the date; the workbook has these balances in its summary. */
import type { PackLoan } from '../pack.ts';
import type { Section } from '../section.ts';
import { closingBalance, loanName, LOANS, money } from './columns.ts';

export const xeroBalances: Section<PackLoan> = {
  ...LOANS,
  id: 'xeroBalances',
  title: { pdf: 'Balances in Xero' },
  rows: ({ loans }) => loans.filter(isChecked),
  columns: () => [
    loanName(400),
    closingBalance(100),
    money('xero', 'Xero', ({ ledger }) => ledger?.xero ?? null, { pdf: 100 }),
    money('difference', 'Difference', ({ ledger }) => ledger?.difference ?? null, {
      pdf: 100,
      isCheck: true,
    }),
  ],
  isIncluded: ({ loans }) => loans.some(isChecked),
};

const isChecked = ({ ledger }: PackLoan): boolean => ledger !== null;
