/** A section of the pack as a sheet of the workbook, with formulas for its totals and checks. */
import type { Row as SheetRow } from 'write-excel-file/node';
import { formatDay } from '../../domain/calendar.ts';
import { columnLetters } from '../../domain/text.ts';
import {
  countCell,
  dateCell,
  formulaCell,
  headCell,
  indented,
  moneyCell,
  rateCell,
  type Sheet,
  textCell,
} from '../lib/workbook.ts';
import type { Pack } from './pack.ts';
import { type Column, columnsIn, hasTotal, type Section, totalOf } from './section.ts';
import { text } from './sections/columns.ts';

/** Title, organisation, date, and an empty row. */
const ROWS_ABOVE = 4;
const FIRST_ROW = ROWS_ABOVE + 2;
/** The kinds of columns that spreadsheets align right. */
const RIGHT: ReadonlySet<string> = new Set(['money', 'date', 'rate']);
const TOTAL = { fontWeight: 'bold', topBorderStyle: 'thin' } as const;

/** @throws Error when a formula names a column that the sheet lacks. */
export function sheetOf<Row>(section: Section<Row>, pack: Pack, owner: string): Sheet {
  const name = section.title.xlsx ?? '';
  const rows = section.rows(pack);
  const shown = columnsIn('xlsx', [...entityColumn(section), ...section.columns(pack)]);
  const columns = shown.map(({ column }) => column);
  const letters = new Map(columns.map(({ id }, index) => [id, columnLetters(index)]));
  const cellsIn = (row: number) => (id: string) => {
    const letter = letters.get(id);
    if (letter === undefined) throw new Error(`The sheet of ${section.id} has no column ${id}.`);
    return `${letter}${row}`;
  };
  const isSummed = columns.some((column) => hasTotal('xlsx', column));
  const groups = groupsOf(section, rows);
  const body: SheetRow[] = [];
  for (const group of groups) {
    const first = FIRST_ROW + body.length;
    for (const row of group.rows) {
      const cell = cellsIn(FIRST_ROW + body.length);
      body.push(columns.map((column, index) => apart(cellOf(column, row, cell), columns, index)));
    }
    const isSubtotal = isSummed && groups.length > 1 && group.rows.length > 1;
    if (isSubtotal) {
      body.push(sumRow(`${group.name}, total`, columns, group.rows, [first, FIRST_ROW + body.length - 1]));
    }
  }
  return {
    name,
    rows: [
      [{ ...textCell(`Year-end loans – ${name}`), fontWeight: 'bold' }],
      [textCell(owner)],
      [textCell(`As at ${formatDay(pack.date)}, year from ${formatDay(pack.from)}. Amounts in AUD.`)],
      [],
      columns.map(({ label, kind }, index) => apart(headCell(label, RIGHT.has(kind)), columns, index)),
      ...body,
      ...(isSummed ? [sumRow('Total', columns, rows, [FIRST_ROW, FIRST_ROW + body.length - 1])] : []),
    ],
    widths: shown.map(({ width }) => width),
    stickyRows: ROWS_ABOVE + 1,
  };
}

function entityColumn<Row>(section: Section<Row>): Column<Row>[] {
  if (section.entityOf === undefined) return [];
  return [text('entity', 'Entity', { xlsx: 28 }, (row) => section.entityOf?.(row).entityName ?? null)];
}

function cellOf<Row>(column: Column<Row>, row: Row, cell: (id: string) => string) {
  if (column.kind === 'tick') return textCell(column.value(row) === true ? '✓' : '');
  if (column.kind === 'date') return orEmpty(column.value(row), dateCell);
  if (column.kind === 'rate') return orEmpty(column.value(row), rateCell);
  if (column.kind === 'year') return orEmpty(column.value(row), countCell);
  if (column.kind === 'money') {
    const { formula, missing } = column;
    const value = column.value(row);
    if (value === null && missing !== undefined) return { ...textCell(missing), align: 'right' } as const;
    return orEmpty(value, (sum) => (formula ? formulaCell(formula(cell), sum) : moneyCell(sum)));
  }
  return textCell(column.value(row) ?? '');
}

const orEmpty = <Value, Cell>(value: Value | null, cellWith: (value: Value) => Cell): Cell | null =>
  value === null ? null : cellWith(value);

/** A text or date after an amount begins where the amount ends. */
function apart<Row, Cell extends object | null>(cell: Cell, columns: readonly Column<Row>[], index: number) {
  const isAfterMoney = columns[index - 1]?.kind === 'money' && columns[index]?.kind !== 'money';
  return isAfterMoney && cell !== null ? indented(cell) : cell;
}

/** The rows of each entity, in their order; all of them where the section has none. */
function groupsOf<Row>(section: Section<Row>, rows: readonly Row[]) {
  const groups: { readonly id: string | undefined; readonly name: string; readonly rows: Row[] }[] = [];
  for (const row of rows) {
    const entity = section.entityOf?.(row);
    const last = groups.at(-1);
    if (last && last.id === entity?.entityId) last.rows.push(row);
    else groups.push({ id: entity?.entityId, name: entity?.entityName ?? '', rows: [row] });
  }
  return groups;
}

/** The sums of the columns that have one. Subtotals don't count subtotals, so a total adds up all rows. */
function sumRow<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  [first, last]: readonly [number, number],
): SheetRow {
  const sums = columns.map((column, index) => {
    if (!hasTotal('xlsx', column)) return textCell(index === 0 ? label : '');
    const total = totalOf(column, rows);
    if (rows.length === 0) return moneyCell(total);
    const letter = columnLetters(index);
    // 109 leaves out rows that a filter hides.
    return formulaCell(`SUBTOTAL(109,${letter}${first}:${letter}${last})`, total);
  });
  return sums.map((cell) => ({ ...cell, ...TOTAL }));
}
