/** A section of the pack as a sheet of the workbook, with formulas for its totals and checks. */
import { formatDay } from '../../domain/calendar.ts';
import {
  columnName,
  dateCell,
  formulaCell,
  headCell,
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
const TOTAL = { fontWeight: 'bold', topBorderStyle: 'thin' } as const;

/** @throws Error when a formula names a column that the sheet lacks. */
export function sheetOf<Row>(section: Section<Row>, pack: Pack, owner: string): Sheet {
  const name = section.title.xlsx ?? '';
  const rows = section.rows(pack);
  const shown = columnsIn('xlsx', [...entityColumn(section), ...section.columns(pack)]);
  const columns = shown.map(({ column }) => column);
  const letters = new Map(columns.map(({ id }, index) => [id, columnName(index)]));
  const cellsIn = (row: number) => (id: string) => {
    const letter = letters.get(id);
    if (letter === undefined) throw new Error(`The sheet of ${section.id} has no column ${id}.`);
    return `${letter}${row}`;
  };
  return {
    name,
    rows: [
      [{ ...textCell(`Year-end loans – ${name}`), fontWeight: 'bold' }],
      [textCell(owner)],
      [textCell(`As at ${formatDay(pack.date)}, year from ${formatDay(pack.from)}. Amounts in AUD.`)],
      [],
      columns.map(({ label, kind }) => headCell(label, kind === 'money')),
      ...rows.map((row, index) => columns.map((column) => cellOf(column, row, cellsIn(FIRST_ROW + index)))),
      ...totalRows(columns, rows),
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
  if (column.kind === 'money') {
    const { formula, missing } = column;
    const value = column.value(row);
    if (value === null && missing !== undefined) return textCell(missing);
    return orEmpty(value, (sum) => (formula ? formulaCell(formula(cell), sum) : moneyCell(sum)));
  }
  return textCell(column.value(row) ?? '');
}

const orEmpty = <Value, Cell>(value: Value | null, cellWith: (value: Value) => Cell): Cell | null =>
  value === null ? null : cellWith(value);

/** The sums of the columns that have one; no row where none has. */
function totalRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  if (!columns.some((column) => hasTotal('xlsx', column))) return [];
  const lastRow = FIRST_ROW + rows.length - 1;
  const totals = columns.map((column, index) => {
    if (!hasTotal('xlsx', column)) return textCell(index === 0 ? 'Total' : '');
    const total = totalOf(column, rows);
    if (rows.length === 0) return moneyCell(total);
    const letter = columnName(index);
    // 109 leaves out rows that a filter hides.
    return formulaCell(`SUBTOTAL(109,${letter}${FIRST_ROW}:${letter}${lastRow})`, total);
  });
  return [totals.map((cell) => ({ ...cell, ...TOTAL }))];
}
