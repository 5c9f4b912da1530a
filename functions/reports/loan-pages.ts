/** A loan's own pages of the workpaper: the contract's terms and its financial years. */
import { type CalendarDate, formatDay } from '../../domain/calendar.ts';
import { kindOf } from '../../domain/event-kinds/kinds.ts';
import { type Cents, sumCents, ZERO } from '../../domain/money.ts';
import { changeText } from '../../domain/reports/change-text.ts';
import type { ReportedContract, ContractChange } from '../../domain/reports/contract.ts';
import {
  type FinancialYear,
  financialYearsOf,
  totalsOfContract,
} from '../../domain/reports/financial-years.ts';
import { startOfYearTo, yearsEndingLike } from '../../domain/years.ts';
import { type PackLoan, STATUS_LABELS } from './pack-loan.ts';
import { exactFigure, figure } from './figure.ts';
import { FAINT, type Pdf, put, wrapped } from './pdf-draw.ts';
import { BODY, PAGE, type PlannedPage } from './pdf-page.ts';
import { drawTable, type PdfColumn, type PdfRow, rowsBelow, TABLE_WIDTH } from './pdf-table.ts';

const YEARS_A_PAGE = 15;
const FACTS_TOP = 90;
const TABLE_TOP = 152;

const number = (label: string, width: number): PdfColumn => ({ label, width, isNumber: true });

const YEAR_COLUMNS: readonly PdfColumn[] = [
  { label: 'Year to', width: 100 },
  number('Payments', 86),
  number('Fees', 76),
  number('Interest', 82),
  number('Principal', 82),
  number('Closing balance', 90),
  number('Current', 84),
  number('Non-current', 90),
];

const EVENT_COLUMNS: readonly PdfColumn[] = [
  { label: 'Events of the year', width: 150 },
  { label: 'Date', width: 90 },
  { label: '', width: 250 },
  number('Amount', 90),
  number('Interest', 90),
  number('Fee', 90),
];

export function loanPages(loan: PackLoan, date: CalendarDate): PlannedPage[] {
  const count = Math.max(1, Math.ceil(loan.figures.interestByYear.length / YEARS_A_PAGE));
  // Worked out once, with the first of its pages, and let go with the last: thousands are not held at once.
  let worked: Worked | null = null;
  return Array.from({ length: count }, (_, index) => ({
    title: `${loan.entityName}: ${loan.description}${index === 0 ? '' : ' (continued)'}`,
    draw: (pdf) => {
      worked ??= workOut(loan, date);
      drawLoan(pdf, loan, worked, date, index);
      if (index === count - 1) worked = null;
    },
  }));
}

interface Worked {
  readonly contract: ReportedContract;
  readonly years: readonly FinancialYear[];
}

function workOut(loan: PackLoan, date: CalendarDate): Worked {
  const contractAt = loan.contractAt();
  return {
    contract: contractAt(date),
    years: financialYearsOf(contractAt, yearsEndingLike(date), date),
  };
}

function drawLoan(
  pdf: Pdf,
  loan: PackLoan,
  { contract, years: allYears }: Worked,
  date: CalendarDate,
  page: number,
): void {
  drawFacts(pdf, loan);
  const years = allYears.slice(page * YEARS_A_PAGE, (page + 1) * YEARS_A_PAGE);
  // Without GST where it is claimed, as in the section by year.
  const fees = new Map(loan.figures.feesByYear.map(({ year, amount }) => [year, amount]));
  const rows = years.map(({ year, end, totals, closingBalance, split }): PdfRow => {
    // A breached covenant makes all of the loan current at the date, as in the sections.
    const { current, nonCurrent } = end === date ? loan.figures.split : split;
    const cells = [
      formatDay(end),
      figure(totals.amount),
      figure(fees.get(year) ?? ZERO),
      figure(totals.interest),
      figure(totals.principal),
      figure(closingBalance),
      figure(current.net),
      figure(nonCurrent.net),
    ];
    return { cells, ...(end === date && { kind: 'marked' as const }) };
  });
  const isLast = (page + 1) * YEARS_A_PAGE >= allYears.length;
  const table = isLast ? [...rows, totalRow(contract, sumCents([...fees.values()]))] : rows;
  let y = drawTable(pdf, YEAR_COLUMNS, table, TABLE_TOP) + 14;
  const from = startOfYearTo(date);
  const events = contract.changes.filter((change) => change.date >= from);
  // The section of events lists those that do not fit here.
  const shown = page === 0 ? events.slice(0, rowsBelow(y)) : [];
  if (shown.length > 0) y = drawTable(pdf, EVENT_COLUMNS, shown.map(eventRow), y) + 14;
  for (const line of loan.notes.flatMap((note) => wrapped(note, { size: 8 }, TABLE_WIDTH))) {
    if (y > BODY.bottom) break;
    put(pdf, line, PAGE.margin, y, { size: 8 });
    y += 12;
  }
}

function totalRow(contract: ReportedContract, fees: Cents): PdfRow {
  const { amount, interest, principal } = totalsOfContract(contract);
  const cells = ['Total', ...[amount, fees, interest, principal].map(figure)];
  return { cells, kind: 'total' };
}

function eventRow({ event: { change }, date, amount, interest, fee }: ContractChange): PdfRow {
  return {
    cells: [
      kindOf(change).label,
      formatDay(date),
      changeText(change),
      figure(amount),
      figure(interest),
      figure(fee),
    ],
  };
}

/** The start, with the first payment where it isn't the usual one. */
const startText = ({ startDate, firstPaymentDate }: PackLoan): string =>
  firstPaymentDate === null
    ? formatDay(startDate)
    : `${formatDay(startDate)}, first payment ${formatDay(firstPaymentDate)}`;

function drawFacts(pdf: Pdf, loan: PackLoan): void {
  const { figures, statement } = loan;
  const columns: readonly (readonly (readonly [string, string])[])[] = [
    [
      ['Lender', loan.lender ?? '–'],
      ['Contract number', loan.contractNumber ?? '–'],
      ['Asset', loan.asset ?? '–'],
    ],
    [
      ['Loan amount', figure(loan.loanAmount)],
      ['Start', startText(loan)],
      ['End', formatDay(loan.endDate)],
    ],
    [
      ['Interest rate', `${loan.interestRate.toFixed(2)} % p.a.`],
      ['Closing balance', figure(figures.movement.closing)],
      ['Accrued interest', figure(figures.accruedInterest)],
    ],
    [
      ['Statement balance', statement ? exactFigure(statement.balance) : 'not entered'],
      ['Difference', statement ? exactFigure(statement.difference) : '–'],
      ['Status', STATUS_LABELS[loan.status]],
    ],
  ];
  const width = (PAGE.width - 2 * PAGE.margin) / columns.length;
  for (const [at, facts] of columns.entries()) {
    for (const [line, [label, value]] of facts.entries()) {
      const left = PAGE.margin + at * width;
      const y = FACTS_TOP + line * 16;
      put(pdf, label, left, y, { size: 7.5, color: FAINT });
      put(pdf, value, left + 84, y, { size: 8, bold: true, width: width - 92 });
    }
  }
}
