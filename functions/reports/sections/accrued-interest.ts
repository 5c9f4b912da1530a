/** Interest earned since the last payment; the workbook has it in its summary. */
import type { PackLoan } from '../pack-loan.ts';
import type { Section } from '../section.ts';
import { accruedInterest, loanName, LOANS } from './columns.ts';

export const accrued: Section<PackLoan> = {
  ...LOANS,
  id: 'accrued',
  title: { pdf: 'Accrued interest' },
  columns: () => [loanName(400), accruedInterest(100)],
};
