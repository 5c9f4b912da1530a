/** Payments due after the date, undiscounted and carrying. */
import { addParts, type Maturity, type SplitPart } from '../../../domain/reports/split-by-date.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { Column, Section } from '../section.ts';
import { loanName, LOANS, money } from './columns.ts';

const PDF_WIDTH = 73;
const BUCKETS = ['upTo1Year', 'from1To5Years', 'over5Years'] as const;

export const maturity: Section<PackLoan> = {
  ...LOANS,
  id: 'maturity',
  title: { pdf: 'Maturity', xlsx: 'Maturity' },
  columns: () => [
    loanName(121),
    money('overdue', 'Overdue', ({ figures }) => figures.overdue, { pdf: 62 }),
    ...bucket('upTo1Year', 'Up to 1 year'),
    ...bucket('from1To5Years', '1 to 5 years'),
    ...bucket('over5Years', 'Over 5 years'),
    total('gross', 'undiscounted'),
    total('net', 'carrying'),
  ],
};

function bucket(name: keyof Maturity, label: string): Column<PackLoan>[] {
  const column = (part: keyof SplitPart, words: string): Column<PackLoan> =>
    money(`${name}.${part}`, `${label}: ${words}`, ({ figures }) => figures.maturity[name][part], {
      pdf: PDF_WIDTH,
      pdfLabel: `${label}\n${words}`,
    });
  return [column('gross', 'undiscounted'), column('net', 'carrying')];
}

const total = (part: keyof SplitPart, words: string): Column<PackLoan> =>
  money(`total.${part}`, `Total ${words}`, ({ figures }) => allOf(figures.maturity)[part], {
    pdf: PDF_WIDTH,
    pdfLabel: `Total\n${words}`,
    formula: (cell) => BUCKETS.map((name) => cell(`${name}.${part}`)).join('+'),
  });

const allOf = ({ upTo1Year, from1To5Years, over5Years }: Maturity): SplitPart =>
  addParts(addParts(upTo1Year, from1To5Years), over5Years);
