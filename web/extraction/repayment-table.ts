/** The tables of a document: grids of amounts, whose columns have the meaning that the arithmetic chose. */
import { dayNumber, type CalendarDate } from '../../domain/calendar.ts';
import type { Cents } from '../../domain/money.ts';
import { isGstName, roleNamed } from './column-names.ts';
import { checkTotals } from './cross-check.ts';
import type { Grid, GridRow } from './grid.ts';
import { judge, meaningOf, TOLERANCE, type ColumnRoles, type Figures } from './judge.ts';
import { datesOfRows, type DateHints } from './row-dates.ts';
import { dollars, readRows, type Note, type TableRow } from './table-rows.ts';

/** A repayment table as the document states it. */
export interface RepaymentTable {
  /** The loan before the first payment; null if the document doesn't say. */
  readonly loan: Cents | null;
  readonly rows: readonly TableRow[];
  readonly columnNames: readonly string[];
  readonly roles: ColumnRoles;
  readonly notes: readonly Note[];
  /** The lines of the document that its rows stand on. */
  readonly lines: ReadonlySet<number>;
}

/** Facts about a table from the rest of the document. */
export interface TableHints extends DateHints {
  /** Cents. */
  readonly loan: number | null;
  /** The figures were rounded here: a workbook keeps more decimals than it shows. */
  readonly isRounded: boolean;
}

/** The tables of a grid: a balance that restarts begins another one. Empty where the rows add up under no meaning. */
export function tablesOf(grid: Grid, hints: TableHints, chosen?: ColumnRoles): RepaymentTable[] {
  const { rows, dates, isCounted } = inOrder(grid.rows, hints);
  const figures: Figures = {
    names: grid.columns.map(({ name }) => name),
    columns: grid.columns.map((_column, index) => signed(rows.map(({ cells }) => cells[index] ?? NaN))),
    days: dates.map((date) => (date ? dayNumber(date) : NaN)),
  };
  const roles = chosen?.length === figures.names.length ? chosen : judge(figures)?.roles;
  if (!roles) return [];
  const feeAt = roles.includes('fee') ? -1 : feeColumn(figures, roles);
  const spans = spansOf(figures, roles, dates);
  return spans.map(([from, to]) => {
    const own = rows.slice(from, to);
    const source = {
      figures: slice(figures, from, to),
      roles,
      rows: own,
      dates: dates.slice(from, to),
      feeAt,
    };
    const opening = openingOf(grid, own, roles);
    const read = readRows({ ...source, opening, statedLoan: hints.loan, isRounded: hints.isRounded });
    const totals = spans.length === 1 ? checkTotals(grid.totals, rows, summed(roles)) : NO_TOTALS;
    const notes = [
      ...read.notes,
      ...(isCounted ? [{ code: 'dates-counted' }] : []),
      ...(figures.names.some((name, at) => roles[at] === null && isGstName(name))
        ? [{ code: 'gst-column' }]
        : []),
      ...totals.wrong.map(({ field, stated, computed }) => ({
        code: 'total-disagrees',
        field: roles[Number(field)] ?? '',
        stated: dollars(stated),
        computed: dollars(computed),
      })),
      ...loanNotes(read.loan, roles, hints, totals.agrees),
    ];
    const lines = new Set(own.map(({ part }) => part.at));
    return { loan: read.loan, rows: read.rows, columnNames: figures.names, roles, notes, lines };
  });
}

const NO_TOTALS = { agrees: false, wrong: [] };

const summed = (roles: ColumnRoles): number[] =>
  roles.flatMap((role, index) => (role !== null && role !== 'balance' ? [index] : []));

/** Without balances only a total or the stated loan proves the payments. */
function loanNotes(loan: number | null, roles: ColumnRoles, hints: TableHints, isTotalled: boolean): Note[] {
  if (loan === null) return [{ code: 'loan-unknown' }];
  if (roles.includes('balance') || isTotalled || hints.loan === loan) return [];
  return [{ code: 'unchecked' }];
}

/** The balance of the line above a table's first payment. */
function openingOf({ openings }: Grid, rows: readonly GridRow[], roles: ColumnRoles): number | null {
  const first = rows[0]?.part;
  const above = openings.findLast(
    ({ part }) => first !== undefined && part.at < first.at && part.half === first.half,
  );
  const isNext = above !== undefined && first !== undefined && first.at - above.part.at <= 3;
  const balance = isNext ? above.cells[roles.indexOf('balance')] : null;
  return balance == null ? null : Math.abs(balance);
}

function inOrder(rows: readonly GridRow[], hints: DateHints) {
  const partial = rows.map(({ part }) => part.date);
  const read = datesOfRows(partial, hints);
  const steps = read.dates.map((date, row) => {
    const before = read.dates[row - 1];
    return date && before ? Math.sign(date < before ? -1 : date > before ? 1 : 0) : 0;
  });
  const isReversed = steps.filter((step) => step < 0).length > steps.filter((step) => step > 0).length;
  if (!isReversed) return { rows, ...read };
  return { rows: rows.toReversed(), ...datesOfRows(partial.toReversed(), hints) };
}

/** A column that is mostly negative is negated. */
function signed(column: readonly number[]): number[] {
  const negative = column.filter((value) => value < 0).length;
  return negative > column.filter((value) => value > 0).length ? column.map((value) => -value) : [...column];
}

/** A column named as a fee that the arithmetic doesn't need. */
function feeColumn({ names, columns }: Figures, roles: ColumnRoles): number {
  return names.findIndex(
    (name, index) =>
      roles[index] === null &&
      roleNamed(name) === 'fee' &&
      columns[index]?.every((value) => !(value < 0)) === true,
  );
}

const slice = ({ names, columns, days }: Figures, from: number, to: number): Figures => ({
  names,
  columns: columns.map((column) => column.slice(from, to)),
  days: days.slice(from, to),
});

/** Cuts rows where the dates go back, or where the balance rises after the loan was repaid. */
function spansOf(
  figures: Figures,
  roles: ColumnRoles,
  dates: readonly (CalendarDate | null)[],
): [number, number][] {
  const { balance, difference } = meaningOf(figures, roles, NaN);
  const cuts = [0];
  for (let row = 1; row < dates.length; row++) {
    const [date, before] = [dates[row], dates[row - 1]];
    const isBack = date != null && before != null && date < before;
    const isApart = !(Math.abs(difference[row] ?? 0) <= TOLERANCE);
    const isRestart = (balance[row] ?? 0) > (balance[row - 1] ?? 0) && balance[row - 1] === 0;
    if ((isBack && isApart) || isRestart) cuts.push(row);
  }
  return cuts.map((from, index) => [from, cuts[index + 1] ?? dates.length]);
}
