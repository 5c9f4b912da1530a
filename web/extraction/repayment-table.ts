/** The tables of a document: grids of amounts, whose columns have the meaning that the arithmetic chose. */
import { addDays, dateOf, type CalendarDate } from '../../domain/calendar.ts';
import type { Cents } from '../../domain/money.ts';
import type { PartialDate } from '../../domain/written-date.ts';
import { isGstName, isOpeningName, roleNamed } from './column-names.ts';
import { checkTotals } from './cross-check.ts';
import type { Place } from './document-text.ts';
import { figuresOfGrid } from './figures-of-grid.ts';
import type { Grid, GridRow } from './grid.ts';
import { isAlone, judge, meaningOf, TOLERANCE, type ColumnRoles, type Figures } from './judge.ts';
import { datesOfRows, type DateHints } from './row-dates.ts';
import { linePlace, textOf } from './lines.ts';
import { dollars, readRows, type Note, type TableRow, type TableSource } from './table-rows.ts';

/** A repayment table as the document states it. */
export interface RepaymentTable {
  /** The loan before the first payment; null if the document doesn't say. */
  readonly loan: Cents | null;
  readonly rows: readonly TableRow[];
  readonly columnNames: readonly string[];
  readonly roles: ColumnRoles;
  readonly notes: readonly Note[];
  /** The day on which the line above the first payment says that the loan was drawn; null without one. */
  readonly startDate: StatedDate | null;
  /** The parts that its dates lack: a person is asked for the first payment date and the frequency. */
  readonly lacks: 'dates' | 'days' | null;
  /** Balances of some days in a column beside the payments, which the arithmetic of the rows doesn't need. */
  readonly occasional: readonly StatedBalance[];
  /** The lines of the document that its rows stand on. */
  readonly lines: ReadonlySet<number>;
}

/** The balance owed on a day, in cents. */
export interface StatedBalance {
  readonly date: CalendarDate;
  readonly balance: number;
}

/** A date with the line that states it. */
export interface StatedDate {
  readonly date: CalendarDate;
  readonly place: Place;
  readonly text: string;
}

/** Facts about a table from the rest of the document. */
export interface TableHints extends DateHints {
  /** Cents. */
  readonly loan: number | null;
  /** The figures are unrounded: a workbook keeps more decimals than it shows. */
  readonly isUnrounded: boolean;
}

/** The tables of a grid: a balance that restarts begins another one. Empty where the rows add up under no meaning. */
export function tablesOf(grid: Grid, hints: TableHints, chosen?: ColumnRoles): RepaymentTable[] {
  const { rows, dates, isCounted, lacks, arePeriods } = inOrder(withoutSubtotals(grid.rows), hints);
  const columnNames = grid.columns.map(({ name }) => name);
  const { openings, ...figures } = figuresOfGrid(columnNames, rows, dates);
  const roles =
    chosen?.length === figures.names.length ? chosen : (judge(figures)?.roles ?? aloneRoles(figures));
  if (!roles) return [];
  const feeAt = roles.includes('fee') ? -1 : feeColumn(figures, roles);
  const openingAt = figures.names.findIndex((name, at) => roles[at] === null && isOpeningName(name));
  const spans = spansOf(figures, roles, dates).map((span) => untilRepaid(span, figures, roles));
  return spans.map(([from, to]) => {
    const own = rows.slice(from, to);
    const source = {
      figures: slice(figures, from, to),
      roles,
      rows: own,
      dates: dates.slice(from, to),
      feeAt,
      openingAt,
    };
    const above = openingOf(grid, own);
    const opening = balanceOf(above, roles) ?? openings?.[from] ?? null;
    const read = readRows({ ...source, opening, statedLoan: hints.loan, isUnrounded: hints.isUnrounded });
    const totals = spans.length === 1 ? checkTotals(grid.totals, rows, summed(roles)) : NO_TOTALS;
    const notes = [
      ...read.notes,
      ...(isCounted ? [{ code: 'dates-counted' }] : []),
      ...(arePeriods ? [{ code: 'dates-of-periods' }] : []),
      ...dateNotes(own),
      ...(lacks === null && source.dates.includes(null) ? [{ code: 'dates-missing' }] : []),
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
    const startDate = startOf(above, own, source.dates, read.leading);
    const { loan } = read;
    const occasional = occasionalBalances(source);
    return {
      loan,
      rows: read.rows,
      columnNames: figures.names,
      roles,
      notes,
      startDate,
      lacks,
      occasional,
      lines,
    };
  });
}

/** The fewest dates and amounts that are a table by themselves. */
const FEWEST_ALONE = 3;

/** Dates and amounts alone: the balances follow from the rate that they imply. */
function aloneRoles({ names, columns, days }: Figures): ColumnRoles | undefined {
  const full = columns.flatMap((_column, at) => (isOccasionalBalance(names, columns, at) ? [] : [at]));
  const [at = -1, ...others] = full;
  const amounts = columns[at];
  // What ends at nothing is a balance.
  const named = roleNamed(names[at] ?? '') ?? (amounts?.at(-1) === 0 ? 'balance' : 'payment');
  if (named !== 'payment') return undefined;
  const isOrdered = days.every((day, row) => row === 0 || day > (days[row - 1] ?? NaN));
  const isOne = amounts !== undefined && others.length === 0 && amounts.every((amount) => amount >= 0);
  if (!isOne || !isOrdered || days.length < FEWEST_ALONE) return undefined;
  return names.map((_name, index) => (index === at ? 'payment' : null));
}

/** Whether a column states the balance of some days alone, such as each 30 June. */
const isOccasionalBalance = (
  names: readonly string[],
  columns: readonly (readonly number[])[],
  at: number,
): boolean =>
  roleNamed(names[at] ?? '') === 'balance' &&
  2 * (columns[at] ?? []).filter((figure) => !Number.isNaN(figure)).length <= (columns[at] ?? []).length;

function occasionalBalances({
  figures: { names, columns },
  roles,
  dates,
}: Pick<TableSource, 'figures' | 'roles' | 'dates'>): StatedBalance[] {
  return columns.flatMap((column, at) => {
    if (roles[at] != null || !isOccasionalBalance(names, columns, at)) return [];
    return column.flatMap((balance, row) => {
      const date = dates[row];
      return date && !Number.isNaN(balance) ? [{ date, balance: Math.round(balance) }] : [];
    });
  });
}

/** Dates that were converted from another time zone, or that may need it. */
function dateNotes(rows: readonly GridRow[]): Note[] {
  const isConverted = rows.some(({ part }) => part.date?.isConverted === true);
  const hasTime = rows.some(({ part }) => part.date?.hasTime === true);
  return [
    ...(isConverted ? [{ code: 'dates-converted' }] : []),
    ...(hasTime ? [{ code: 'dates-with-times' }] : []),
  ];
}

const NO_TOTALS = { agrees: false, wrong: [] };

const summed = (roles: ColumnRoles): number[] =>
  roles.flatMap((role, index) => (role !== null && role !== 'balance' ? [index] : []));

/** Without balances only a total or the stated loan proves the payments. */
function loanNotes(loan: number | null, roles: ColumnRoles, hints: TableHints, isTotalled: boolean): Note[] {
  if (isAlone(roles)) return [{ code: 'alone' }, ...(loan === null ? [{ code: 'loan-unknown' }] : [])];
  if (loan === null) return [{ code: 'loan-unknown' }];
  if (roles.includes('balance') || isTotalled || hints.loan === loan) return [];
  return [{ code: 'unchecked' }];
}

/** The line above a table's first payment that states what was lent. */
function openingOf({ openings }: Grid, rows: readonly GridRow[]): GridRow | undefined {
  const first = rows[0]?.part;
  const above = openings.findLast(
    ({ part }) => first !== undefined && part.at < first.at && part.half === first.half,
  );
  return above !== undefined && first !== undefined && first.at - above.part.at <= 3 ? above : undefined;
}

function balanceOf(opening: GridRow | undefined, roles: ColumnRoles): number | null {
  const balance = opening?.cells[roles.indexOf('balance')];
  return balance == null ? null : Math.abs(balance);
}

/** The day of the line above the first payment, or of the rows before it that pay nothing. */
function startOf(
  opening: GridRow | undefined,
  rows: readonly GridRow[],
  dates: readonly (CalendarDate | null)[],
  leading: number,
): StatedDate | null {
  const part = leading > 0 ? rows[leading - 1]?.part : opening?.part;
  const date = leading > 0 ? dates[leading - 1] : fullDateOf(opening?.part.date);
  const first = dates[leading];
  if (!part || !date || !first || date > first) return null;
  const { line, words } = part;
  return { date, place: linePlace(line, words), text: textOf(words).slice(0, 200) };
}

function fullDateOf(date: PartialDate | null | undefined): CalendarDate | null {
  return date?.year === undefined || date.day === undefined ? null : dateOf(date.year, date.month, date.day);
}

/** Leaves out lines that repeat the sums of those above, such as `Year to Jun 2024`. */
function withoutSubtotals(rows: readonly GridRow[]): GridRow[] {
  let group: GridRow[] = [];
  return rows.filter((row) => {
    const isSum =
      (group.length > 1 || (group.length === 1 && row.part.date?.day === undefined)) &&
      repeatsSums(row, group);
    if (isSum) group = [];
    else group.push(row);
    return !isSum;
  });
}

/** Whether two figures or more are the sums of their columns, to which several rows contribute. */
function repeatsSums({ cells }: GridRow, group: readonly GridRow[]): boolean {
  const sums = cells.filter((cell, column) => {
    if (cell === null || Math.abs(cell) < LEAST_SUM) return false;
    const figures = group.map((row) => row.cells[column] ?? 0);
    const largest = Math.max(...figures.map(Math.abs));
    const sum = figures.reduce((total, figure) => total + figure, 0);
    const isShared = group.length === 1 || largest < 0.9 * Math.abs(sum);
    return isShared && Math.abs(sum - cell) <= Math.max(TOLERANCE, group.length / 2);
  });
  return sums.length > 1;
}

/** A dollar: what rounds to the sum of some cents is none. */
const LEAST_SUM = 100;

/** Leaves out the rows of zeros after the last payment. */
function untilRepaid(
  [from, to]: readonly [number, number],
  figures: Figures,
  roles: ColumnRoles,
): [number, number] {
  const { payment, interest, balance } = meaningOf(slice(figures, from, to), roles, 0);
  const last = payment.findLastIndex((amount, row) =>
    [amount, interest[row] ?? 0, roles.includes('balance') ? (balance[row] ?? 0) : 0].some(
      (figure) => Math.abs(figure) >= 1,
    ),
  );
  return [from, from + last + 1];
}

function inOrder(rows: readonly GridRow[], hints: DateHints) {
  const arePeriods = statePeriods(rows);
  const partial = rows.map(({ part }) => (arePeriods ? (part.dates[1] ?? part.date) : part.date));
  const read = datesOfRows(partial, hints);
  const steps = read.dates.map((date, row) => {
    const before = read.dates[row - 1];
    return date && before ? Math.sign(date < before ? -1 : date > before ? 1 : 0) : 0;
  });
  const isReversed = steps.filter((step) => step < 0).length > steps.filter((step) => step > 0).length;
  if (!isReversed) return { rows, arePeriods, ...read };
  return { rows: rows.toReversed(), arePeriods, ...datesOfRows(partial.toReversed(), hints) };
}

/** Whether each row states the first and the last day of its period: the next one begins where it ends. */
function statePeriods(rows: readonly GridRow[]): boolean {
  const periods = rows.map(({ part }) => part.dates.slice(0, 2).map(fullDateOf));
  return (
    rows.length > 2 &&
    periods.every(([from, to], row) => {
      const next = periods[row + 1]?.[0];
      if (!from || !to || from >= to) return false;
      return row === rows.length - 1 || (next != null && next >= to && next <= addDays(to, 1));
    })
  );
}

/** A column named as a fee that the arithmetic doesn't need: each figure is less than its payment. */
function feeColumn(figures: Figures, roles: ColumnRoles): number {
  const { payment } = meaningOf(figures, roles, 0);
  return figures.names.findIndex(
    (name, index) =>
      roles[index] === null &&
      roleNamed(name) === 'fee' &&
      figures.columns[index]?.every((fee, row) => !(fee < 0) && !(fee > 0 && fee >= (payment[row] ?? 0))) ===
        true,
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
