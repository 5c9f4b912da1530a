/** The year-end pack as a workpaper: the sections as tables, then each loan on pages of its own. */
import { setImmediate } from 'node:timers/promises';
import { formatDate } from '../../domain/calendar.ts';
import { type Movement, unexplained } from '../../domain/reports/movement.ts';
import { packTotals, type PackTotals } from '../../domain/reports/year-end.ts';
import { addParts, type Maturity, type SplitByDate } from '../../domain/reports/split-by-date.ts';
import { cents, type Cents } from '../../domain/money.ts';
import { loanPages } from './loan-pages.ts';
import type { Pack, PackLoan } from './pack.ts';
import { yearsOf } from './pack-xlsx.ts';
import { exactFigure, figure } from './figure.ts';
import { bytesOf, createPdf, type PlannedPage, startPage } from './pdf-page.ts';
import { drawTable, type PdfColumn, type PdfRow, ROWS_A_PAGE } from './pdf-table.ts';

/** Pages drawn before the stream is read. */
const PAGES_AT_ONCE = 20;
/** Years that stand beside each other in one table. */
const YEARS_A_TABLE = 10;

export async function packPdf(pack: Pack, owner: string): Promise<Uint8Array> {
  const pages = [...sectionPages(pack), ...pack.loans.flatMap((loan) => loanPages(loan, pack.date))];
  const title = `${owner}: loans at ${formatDate(pack.date)}`;
  const pdf = createPdf(title, new Date(`${pack.date}T00:00:00Z`));
  const bytes = bytesOf(pdf);
  const subtitle = `As at ${formatDate(pack.date)}, year from ${formatDate(pack.from)}`;
  for (const [index, page] of pages.entries()) {
    startPage(pdf, { owner, title: page.title, subtitle, number: index + 1, count: pages.length });
    page.draw(pdf);
    // Lets the pages drawn so far leave the stream.
    if (index % PAGES_AT_ONCE === 0) await setImmediate();
  }
  pdf.end();
  return bytes;
}

function sectionPages(pack: Pack): PlannedPage[] {
  const { loans } = pack;
  const hasFees = loans.some(({ figures }) => figures.feesByYear.some(({ amount }) => amount !== 0));
  return [
    ...tablePages('Summary', SUMMARY_COLUMNS, byEntity(pack, summaryCells, summaryTotal, tickColumn)),
    ...tablePages(
      'Movement',
      MOVEMENT_COLUMNS,
      byEntity(
        pack,
        ({ figures }) => movementCells(figures.movement),
        (sums) => movementCells(sums.movement),
      ),
    ),
    ...tablePages(
      'Current and non-current, by date (AASB 101)',
      SPLIT_COLUMNS,
      byEntity(
        pack,
        ({ figures }) => splitCells(figures.split),
        (sums) => splitCells(sums.split),
      ),
    ),
    ...tablePages(
      'Maturity',
      MATURITY_COLUMNS,
      byEntity(
        pack,
        ({ figures }) => maturityCells(figures.maturity),
        (sums) => maturityCells(sums.maturity),
      ),
    ),
    ...yearPages(pack, 'Interest by financial year', 'interestByYear'),
    ...(hasFees ? yearPages(pack, 'Fees by financial year', 'feesByYear') : []),
    ...tablePages(
      'Accrued interest',
      ACCRUED_COLUMNS,
      byEntity(
        pack,
        ({ figures }) => [figure(figures.accruedInterest)],
        (_sums, some) => [figure(sum(some.map(({ figures }) => figures.accruedInterest)))],
      ),
    ),
    ...ledgerPages(pack),
    ...notePages(loans),
  ];
}

/** Rows of a table on as many pages as they take, the table's head on each. */
function tablePages(title: string, columns: readonly PdfColumn[], rows: readonly PdfRow[]): PlannedPage[] {
  const pages: PdfRow[][] = [];
  for (let from = 0; from < rows.length;) {
    let to = Math.min(from + ROWS_A_PAGE, rows.length);
    // A heading without anything below it goes to the next page.
    if (to < rows.length && to - 1 > from && rows[to - 1]?.kind === 'heading') to--;
    pages.push(rows.slice(from, to));
    from = to;
  }
  if (pages.length === 0) pages.push([{ cells: ['There are no loans.'], kind: 'heading' }]);
  return pages.map((some, index) => ({
    title: index === 0 ? title : `${title} (continued)`,
    draw: (pdf) => void drawTable(pdf, columns, some),
  }));
}

type Sums = PackTotals;

/** The loans below a heading for each entity, with its sums, and the sums of all below. */
function byEntity(
  { loans, totals }: Pack,
  cellsOf: (loan: PackLoan) => readonly string[],
  cellsOfSums: (sums: Sums, loans: readonly PackLoan[]) => readonly string[],
  tickOf: (loan: PackLoan) => number | undefined = () => undefined,
): PdfRow[] {
  const groups = [...Map.groupBy(loans, ({ entityId }) => entityId).values()];
  const rows = groups.flatMap((some): PdfRow[] => {
    const sums = packTotals(some.map(({ figures }) => figures));
    return [
      { cells: [some[0]?.entityName ?? ''], kind: 'heading' },
      ...some.map((loan): PdfRow => {
        const tick = tickOf(loan);
        return { cells: [loan.description, ...cellsOf(loan)], ...(tick !== undefined && { tick }) };
      }),
      { cells: ['', ...cellsOfSums(sums, some)], kind: 'subtotal' },
    ];
  });
  if (rows.length === 0) return [];
  return [...rows, { cells: ['Total', ...cellsOfSums(totals, loans)], kind: 'total' }];
}

const name: PdfColumn = { label: 'Loan', width: 150 };
const number = (label: string, width: number): PdfColumn => ({ label, width, isNumber: true });

const SUMMARY_COLUMNS: readonly PdfColumn[] = [
  { ...name, width: 140 },
  { label: 'Lender, contract, asset', width: 116 },
  { label: 'Start', width: 54 },
  { label: 'End', width: 54 },
  number('Rate', 38),
  number('Closing\nbalance', 72),
  number('Current', 70),
  number('Non-current', 70),
  number('Statement\nbalance', 72),
  number('Difference', 62),
  { label: '', width: 21 },
];
const TICK_COLUMN = SUMMARY_COLUMNS.length - 1;

const tickColumn = ({ statement }: PackLoan): number | undefined =>
  statement?.difference === 0 ? TICK_COLUMN : undefined;

function summaryCells(loan: PackLoan): readonly string[] {
  const { figures, statement } = loan;
  const details = [loan.lender, loan.contractNumber, loan.asset].filter((text) => text !== null);
  return [
    details.join(', '),
    slashed(loan.startDate),
    slashed(loan.endDate),
    `${loan.interestRate.toFixed(2)}%`,
    figure(figures.movement.closing),
    figure(figures.split.current.net),
    figure(figures.split.nonCurrent.net),
    statement ? figure(statement.balance) : '',
    statement ? exactFigure(statement.difference) : '',
  ];
}

function summaryTotal({ movement, split }: Sums): readonly string[] {
  return ['', '', '', '', figure(movement.closing), figure(split.current.net), figure(split.nonCurrent.net)];
}

/** `30/06/2026`. */
const slashed = (date: string): string => date.split('-').toReversed().join('/');

const MOVEMENT_COLUMNS: readonly PdfColumn[] = [
  name,
  number('Opening', 74),
  number('New loans', 74),
  number('Interest', 68),
  number('Payments', 72),
  number('Extra\nrepayments', 68),
  number('Payouts', 68),
  number('Adjustments', 68),
  number('Closing', 74),
  number('Check', 40),
];

const movementCells = (movement: Movement): readonly string[] => [
  figure(movement.opening),
  figure(movement.newLoans),
  figure(movement.interest),
  figure(cents(0 - movement.payments)),
  figure(cents(0 - movement.extraRepayments)),
  figure(cents(0 - movement.payouts)),
  figure(movement.adjustments),
  figure(movement.closing),
  exactFigure(unexplained(movement)),
];

const SPLIT_COLUMNS: readonly PdfColumn[] = [
  name,
  number('Current\ngross', 86),
  number('Current\nunexpired', 86),
  number('Current\nnet', 86),
  number('Non-current\ngross', 86),
  number('Non-current\nunexpired', 86),
  number('Non-current\nnet', 86),
  number('Total\nnet', 86),
];

const splitCells = ({ current, nonCurrent }: SplitByDate): readonly string[] => [
  figure(current.gross),
  figure(current.unexpired),
  figure(current.net),
  figure(nonCurrent.gross),
  figure(nonCurrent.unexpired),
  figure(nonCurrent.net),
  figure(addParts(current, nonCurrent).net),
];

const MATURITY_COLUMNS: readonly PdfColumn[] = [
  name,
  ...['Up to 1 year', '1 to 5 years', 'Over 5 years', 'Total'].flatMap((label) => [
    number(`${label}\nundiscounted`, 77),
    number(`${label}\ncarrying`, 77),
  ]),
];

function maturityCells({ upTo1Year, from1To5Years, over5Years }: Maturity): readonly string[] {
  const all = addParts(addParts(upTo1Year, from1To5Years), over5Years);
  return [upTo1Year, from1To5Years, over5Years, all].flatMap(({ gross, net }) => [
    figure(gross),
    figure(net),
  ]);
}

const ACCRUED_COLUMNS: readonly PdfColumn[] = [{ ...name, width: 400 }, number('Accrued interest', 100)];

/** Years beside each other, in several tables where there are many. */
function yearPages(pack: Pack, title: string, which: 'interestByYear' | 'feesByYear'): PlannedPage[] {
  const years = yearsOf(pack.loans);
  const tables = Array.from({ length: Math.max(1, Math.ceil(years.length / YEARS_A_TABLE)) }, (_, index) =>
    years.slice(index * YEARS_A_TABLE, (index + 1) * YEARS_A_TABLE),
  );
  return tables.flatMap((some) => {
    const columns = [name, ...some.map((year) => number(`FY${year}`, 61))];
    const amountIn = ({ figures }: PackLoan, year: number): Cents =>
      figures[which].find((each) => each.year === year)?.amount ?? cents(0);
    // A loan stands only beside the years that it has anything in.
    const loans = pack.loans.filter((loan) => some.some((year) => amountIn(loan, year) !== 0));
    const rows = byEntity(
      { ...pack, loans },
      (loan) => some.map((year) => figure(amountIn(loan, year))),
      (_sums, ofGroup) => some.map((year) => figure(sum(ofGroup.map((loan) => amountIn(loan, year))))),
    );
    return tablePages(title, columns, rows);
  });
}

const LEDGER_COLUMNS: readonly PdfColumn[] = [
  { ...name, width: 400 },
  number('Closing balance', 100),
  number('Xero', 100),
  number('Difference', 100),
];

/** The loans whose balances were checked with Xero at the date, beside Xero's. */
function ledgerPages(pack: Pack): PlannedPage[] {
  const checked = pack.loans.filter(({ ledger }) => ledger !== null);
  if (checked.length === 0) return [];
  const cellsOf = (loans: readonly PackLoan[]): string[] => [
    figure(sum(loans.map(({ figures }) => figures.movement.closing))),
    figure(sum(loans.map(({ ledger }) => ledger?.xero ?? cents(0)))),
    exactFigure(sum(loans.map(({ ledger }) => ledger?.difference ?? cents(0)))),
  ];
  const rows = byEntity(
    { ...pack, loans: checked },
    (loan) => cellsOf([loan]),
    (_sums, some) => cellsOf(some),
  );
  return tablePages('Balances in Xero', LEDGER_COLUMNS, rows);
}

const NOTE_COLUMNS: readonly PdfColumn[] = [
  { label: 'Loan', width: 220 },
  { label: 'Note', width: 549 },
];

function notePages(loans: readonly PackLoan[]): PlannedPage[] {
  const rows = loans.flatMap(({ description, notes }) =>
    notes.map((note): PdfRow => ({ cells: [description, note] })),
  );
  return rows.length === 0 ? [] : tablePages('Notes', NOTE_COLUMNS, rows);
}

const sum = (amounts: readonly Cents[]): Cents => cents(amounts.reduce((total, each) => total + each, 0));
