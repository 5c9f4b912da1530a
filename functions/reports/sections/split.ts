/** The balance that is due within twelve months, and later. */
import { addParts, type SplitPart, type SplitByDate } from '../../../domain/reports/split-by-date.ts';
import { presentationStandard } from '../../../domain/reports/standards.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { Column, Section } from '../section.ts';
import { loanName, LOANS, money } from './columns.ts';

const PDF_WIDTH = 86;

export const split: Section<PackLoan> = {
  ...LOANS,
  id: 'split',
  title: { pdf: 'Current and non-current, by date', xlsx: 'Current and non-current' },
  reference: ({ from }) => ` (${presentationStandard(from)})`,
  columns: () => [
    loanName(),
    ...parts('current', 'Current'),
    ...parts('nonCurrent', 'Non-current'),
    money('total', 'Total net', ({ figures }) => netOf(figures.split), {
      pdf: PDF_WIDTH,
      pdfLabel: 'Total\nnet',
      formula: (cell) => `${cell('current.net')}+${cell('nonCurrent.net')}`,
    }),
  ],
};

function parts(name: keyof SplitByDate, label: string): Column<PackLoan>[] {
  const column = (part: keyof SplitPart, words: string, pdfWords = words): Column<PackLoan> =>
    money(`${name}.${part}`, `${label}: ${words}`, ({ figures }) => figures.split[name][part], {
      pdf: PDF_WIDTH,
      pdfLabel: `${label}\n${pdfWords}`,
    });
  return [
    column('gross', 'gross'),
    column('unexpired', 'unexpired interest', 'unexpired'),
    column('net', 'net'),
  ];
}

const netOf = ({ current, nonCurrent }: SplitByDate) => addParts(current, nonCurrent).net;
