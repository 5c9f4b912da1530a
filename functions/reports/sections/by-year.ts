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

/** A column for each financial year of any loan; the workbook has their total too. */
function yearColumns({ loans }: Pack, amountsOf: AmountsOf): Column<PackLoan>[] {
  const all = loans.flatMap(({ figures }) => figures.interestByYear.map(({ year }) => year));
  const years = [...new Set(all)].toSorted((a, b) => a - b);
  const idOf = (year: number | undefined): string => `FY${year}`;
  return [
    ...years.map((year) => {
      const amountIn = (loan: PackLoan) => amountsOf(loan).find((each) => each.year === year)?.amount ?? ZERO;
      return money(idOf(year), idOf(year), amountIn, { pdf: 61 });
    }),
    money('total', 'Total', (loan) => sumCents(amountsOf(loan).map(({ amount }) => amount)), {
      formula: (cell) => `SUM(${cell(idOf(years[0]))}:${cell(idOf(years.at(-1)))})`,
    }),
  ];
}
