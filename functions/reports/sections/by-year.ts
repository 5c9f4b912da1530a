/** Interest and fees of each financial year of the contracts. */
import { sumCents, ZERO } from '../../../domain/money.ts';
import type { YearAmount } from '../../../domain/reports/financial-years.ts';
import type { Pack } from '../pack.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { Column, Section } from '../section.ts';
import { loanName, LOANS, money } from './columns.ts';

type AmountsOf = (loan: PackLoan) => readonly YearAmount[];

const interestOf: AmountsOf = ({ figures }) => figures.interestByYear;
const feesOf: AmountsOf = ({ figures }) => figures.feesByYear;

export const interestByYear: Section<PackLoan> = {
  ...LOANS,
  id: 'interestByYear',
  title: { pdf: 'Interest by financial year', xlsx: 'Interest by year' },
  columns: (pack) => [loanName(), ...yearColumns(pack, interestOf)],
  pdfOmitsEmptyRows: true,
};

export const feesByYear: Section<PackLoan> = {
  ...LOANS,
  id: 'feesByYear',
  title: { pdf: 'Fees by financial year', xlsx: 'Fees by year' },
  columns: (pack) => [loanName(), ...yearColumns(pack, feesOf)],
  isIncluded: ({ loans }) => loans.some((loan) => feesOf(loan).some(({ amount }) => amount !== 0)),
  pdfOmitsEmptyRows: true,
};

/** A column for each year from the first with an amount to the last; the workbook has their total too. */
function yearColumns({ loans }: Pack, amountsOf: AmountsOf): Column<PackLoan>[] {
  const all = loans.flatMap(amountsOf);
  const used = new Set(all.flatMap(({ year, amount }) => (amount === 0 ? [] : year)));
  const [first, last] = [Math.min(...used), Math.max(...used)];
  const years = Array.from({ length: Math.max(0, last - first + 1) }, (_each, index) => first + index);
  const idOf = (year: number): string => `FY${year}`;
  return [
    ...years.map((year) => {
      const amountIn = (loan: PackLoan) => amountsOf(loan).find((each) => each.year === year)?.amount ?? ZERO;
      return money(idOf(year), idOf(year), amountIn, { pdf: 61 });
    }),
    money('total', 'Total', (loan) => sumCents(amountsOf(loan).map(({ amount }) => amount)), {
      ...(years.length > 0 && { formula: (cell) => `SUM(${cell(idOf(first))}:${cell(idOf(last))})` }),
    }),
  ];
}
