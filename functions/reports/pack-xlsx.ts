/** The year-end pack as a workbook: a sheet a section, totals and checks worked out by the workbook itself. */
import { formatDate } from '../../domain/calendar.ts';
import { type Cents, sumCents, ZERO } from '../../domain/money.ts';
import type { YearAmount } from '../../domain/reports/financial-years.ts';
import { unexplained } from '../../domain/reports/movement.ts';
import { addParts, type Maturity, type Part, type SplitByDate } from '../../domain/reports/split-by-date.ts';
import {
  columnName,
  dateCell,
  formulaCell,
  headCell,
  moneyCell,
  rateCell,
  type Sheet,
  textCell,
  workbookOf,
} from '../lib/workbook.ts';
import type { Pack, PackLoan } from './pack.ts';

type Cell = ReturnType<
  typeof moneyCell | typeof dateCell | typeof rateCell | typeof textCell | typeof formulaCell
> | null;

interface Column {
  readonly label: string;
  readonly width: number;
  readonly isNumber?: boolean;
  /** The cell of a loan in this row of the sheet. */
  readonly cell: (loan: PackLoan, row: number) => Cell;
  /** The amount that the total adds up; a column without it has no total. */
  readonly amount?: (loan: PackLoan) => Cents | null;
}

/** Title, organisation, date, and an empty row. */
const ROWS_ABOVE = 4;
const FIRST_ROW = ROWS_ABOVE + 2;

export function packXlsx(pack: Pack, owner: string): Promise<Uint8Array> {
  const years = yearsOf(pack.loans);
  const hasFees = pack.loans.some(({ figures }) => figures.feesByYear.some(({ amount }) => amount !== 0));
  const sheets: (readonly [string, readonly Column[]])[] = [
    ['Summary', SUMMARY],
    ['Movement', MOVEMENT],
    ['Current and non-current', SPLIT],
    ['Maturity', MATURITY],
    ['Interest by year', byYear(years, ({ figures }) => figures.interestByYear)],
    ...(hasFees ? [['Fees by year', byYear(years, ({ figures }) => figures.feesByYear)] as const] : []),
  ];
  return workbookOf(sheets.map(([name, columns]) => sheetOf(name, columns, pack, owner)));
}

function sheetOf(
  name: string,
  columns: readonly Column[],
  { date, from, loans }: Pack,
  owner: string,
): Sheet {
  const lastRow = FIRST_ROW + loans.length - 1;
  const total = columns.map(({ amount }, index) => {
    if (!amount) return { ...textCell(index === 0 ? 'Total' : ''), ...TOTAL };
    const sum = sumCents(loans.map((loan) => amount(loan) ?? ZERO));
    if (loans.length === 0) return { ...moneyCell(sum), ...TOTAL };
    const column = columnName(index);
    // Loans that a filter hides don't count.
    return { ...formulaCell(`SUBTOTAL(109,${column}${FIRST_ROW}:${column}${lastRow})`, sum), ...TOTAL };
  });
  return {
    name,
    rows: [
      [{ ...textCell(`Year-end loans – ${name}`), fontWeight: 'bold' }],
      [textCell(owner)],
      [textCell(`As at ${formatDate(date)}, year from ${formatDate(from)}. Amounts in AUD.`)],
      [],
      columns.map(({ label, isNumber = false }) => headCell(label, isNumber)),
      ...loans.map((loan, index) => columns.map(({ cell }) => cell(loan, FIRST_ROW + index))),
      total,
    ],
    widths: columns.map(({ width }) => width),
    stickyRows: ROWS_ABOVE + 1,
  };
}

const TOTAL = { fontWeight: 'bold', topBorderStyle: 'thin' } as const;

const text = (label: string, width: number, of: (loan: PackLoan) => string | null): Column => ({
  label,
  width,
  cell: (loan) => textCell(of(loan) ?? ''),
});

const money = (label: string, amount: (loan: PackLoan) => Cents | null): Column => ({
  label,
  width: 16,
  isNumber: true,
  cell: (loan) => {
    const value = amount(loan);
    return value === null ? null : moneyCell(value);
  },
  amount,
});

/** An amount that the workbook works out; empty where there is none. */
const formula = (
  label: string,
  formulaIn: (row: number) => string,
  amount: (loan: PackLoan) => Cents | null,
): Column => ({
  label,
  width: 16,
  isNumber: true,
  cell: (loan, row) => {
    const value = amount(loan);
    return value === null ? null : formulaCell(formulaIn(row), value);
  },
  amount,
});

const NAMES: readonly Column[] = [
  text('Entity', 28, ({ entityName }) => entityName),
  text('Loan', 32, ({ description }) => description),
];

const STATUS = { active: 'Active', 'paid-out': 'Paid out', archived: 'Archived' } as const;

const SUMMARY: readonly Column[] = [
  ...NAMES,
  text('Lender', 20, ({ lender }) => lender),
  text('Contract number', 18, ({ contractNumber }) => contractNumber),
  text('Asset', 20, ({ asset }) => asset),
  { label: 'Start', width: 12, cell: ({ startDate }) => dateCell(startDate) },
  { label: 'End', width: 12, cell: ({ endDate }) => dateCell(endDate) },
  { label: 'Rate', width: 9, cell: ({ interestRate }) => rateCell(interestRate) },
  money('Closing balance', ({ figures }) => figures.movement.closing),
  money('Current', ({ figures }) => figures.split.current.net),
  money('Non-current', ({ figures }) => figures.split.nonCurrent.net),
  money('Statement balance', ({ statement }) => statement?.balance ?? null),
  formula(
    'Difference',
    (row) => `I${row}-L${row}`,
    ({ statement }) => statement?.difference ?? null,
  ),
  money('Xero', ({ ledger }) => ledger?.xero ?? null),
  money('Xero less closing', ({ ledger }) => ledger?.difference ?? null),
  text('Agrees', 9, ({ statement }) => (statement?.difference === 0 ? '✓' : null)),
  money('Accrued interest', ({ figures }) => figures.accruedInterest),
  text('Status', 10, ({ status }) => STATUS[status]),
  text('Notes', 50, ({ notes }) => notes.join(' ')),
  text('Prepared by', 16, () => null),
  text('Reviewed by', 16, () => null),
];

const MOVEMENT: readonly Column[] = [
  ...NAMES,
  money('Opening', ({ figures }) => figures.movement.opening),
  money('New loans', ({ figures }) => figures.movement.newLoans),
  money('Interest', ({ figures }) => figures.movement.interest),
  money('Payments', ({ figures }) => figures.movement.payments),
  money('Extra repayments', ({ figures }) => figures.movement.extraRepayments),
  money('Payouts', ({ figures }) => figures.movement.payouts),
  money('Adjustments', ({ figures }) => figures.movement.adjustments),
  money('Closing', ({ figures }) => figures.movement.closing),
  formula(
    'Check',
    (row) => `ROUND(C${row}+D${row}+E${row}-F${row}-G${row}-H${row}+I${row}-J${row},2)`,
    ({ figures }) => unexplained(figures.movement),
  ),
];

const parts = (label: string, of: (loan: PackLoan) => Part): readonly Column[] => [
  money(`${label}: gross`, (loan) => of(loan).gross),
  money(`${label}: unexpired interest`, (loan) => of(loan).unexpired),
  money(`${label}: net`, (loan) => of(loan).net),
];

const SPLIT: readonly Column[] = [
  ...NAMES,
  ...parts('Current', ({ figures }) => figures.split.current),
  ...parts('Non-current', ({ figures }) => figures.split.nonCurrent),
  formula(
    'Total net',
    (row) => `E${row}+H${row}`,
    ({ figures }) => netOf(figures.split),
  ),
];

const maturity = (label: string, of: (maturity: Maturity) => Part): readonly Column[] => [
  money(`${label}: undiscounted`, ({ figures }) => of(figures.maturity).gross),
  money(`${label}: carrying`, ({ figures }) => of(figures.maturity).net),
];

const netOf = ({ current, nonCurrent }: SplitByDate): Cents => addParts(current, nonCurrent).net;

const allOf = ({ upTo1Year, from1To5Years, over5Years }: Maturity): Part =>
  addParts(addParts(upTo1Year, from1To5Years), over5Years);

const MATURITY: readonly Column[] = [
  ...NAMES,
  ...maturity('Up to 1 year', ({ upTo1Year }) => upTo1Year),
  ...maturity('1 to 5 years', ({ from1To5Years }) => from1To5Years),
  ...maturity('Over 5 years', ({ over5Years }) => over5Years),
  formula(
    'Total undiscounted',
    (row) => `C${row}+E${row}+G${row}`,
    ({ figures }) => allOf(figures.maturity).gross,
  ),
  formula(
    'Total carrying',
    (row) => `D${row}+F${row}+H${row}`,
    ({ figures }) => allOf(figures.maturity).net,
  ),
];

/** The financial years that any of the loans has, in order. */
export function yearsOf(loans: readonly PackLoan[]): readonly number[] {
  const years = loans.flatMap(({ figures }) => figures.interestByYear.map(({ year }) => year));
  return [...new Set(years)].toSorted((a, b) => a - b);
}

function byYear(years: readonly number[], of: (loan: PackLoan) => readonly YearAmount[]): readonly Column[] {
  const last = columnName(NAMES.length + years.length - 1);
  return [
    ...NAMES,
    ...years.map((year) =>
      money(`FY${year}`, (loan) => of(loan).find((each) => each.year === year)?.amount ?? ZERO),
    ),
    formula(
      'Total',
      (row) => `SUM(C${row}:${last}${row})`,
      (loan) => sumCents(of(loan).map(({ amount }) => amount)),
    ),
  ];
}
