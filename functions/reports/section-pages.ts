/** The sections of the pack as tables on pages of the PDF. */
import { formatDay } from '../../domain/calendar.ts';
import { type Cents, negated } from '../../domain/money.ts';
import { exactFigure, figure } from './figure.ts';
import type { Pack } from './pack.ts';
import { put } from './pdf-draw.ts';
import { BODY, PAGE, type PlannedPage } from './pdf-page.ts';
import {
  drawTable,
  heightOf,
  type PdfColumn,
  type PdfRow,
  rowsBelow,
  TABLE_WIDTH,
  wrappedRows,
} from './pdf-table.ts';
import { type Column, columnsIn, hasTotal, type MoneyColumn, type Section, totalOf } from './section.ts';

/** Columns that fit beside each other, and how the PDF draws them. */
interface Table<Row> {
  readonly columns: readonly Column<Row>[];
  readonly drawn: readonly PdfColumn[];
}

interface TitledTable {
  readonly title: string;
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly PdfRow[];
}

/** The space between two tables of a page, with the title of the second, in points. */
const TITLE_SPACE = 40;

/** Rows below which a long table begins on a new page instead of going on there. */
const LEAST_BEGUN = 12;

/** Returns the pages of the sections, which are drawn later. A table begins below the one before where it has room. */
export function sectionPages(sections: readonly Section<unknown>[], pack: Pack): PlannedPage[] {
  const pages: (TitledTable & { readonly top: number })[][] = [];
  let bottom: number = BODY.bottom;
  for (const { title, columns, rows } of sections.flatMap((section) => titledTables(section, pack))) {
    const room = rowsBelow(bottom + TITLE_SPACE);
    const isBelow = room >= Math.min(rows.length, LEAST_BEGUN);
    for (const [index, some] of rowsByPage(rows, isBelow ? room : ROWS_A_PAGE).entries()) {
      const top = isBelow && index === 0 ? bottom + TITLE_SPACE : BODY.top;
      if (top === BODY.top) pages.push([]);
      pages.at(-1)?.push({ title: index === 0 ? title : continued(title), columns, rows: some, top });
      bottom = top + heightOf(some);
    }
  }
  return pages.map((tables) => ({
    title: tables[0]?.title ?? '',
    draw: (pdf) => {
      for (const [index, { title, columns, rows, top }] of tables.entries()) {
        // The head of the page has the first title.
        if (index > 0) put(pdf, title, PAGE.margin, top - 14, { bold: true, size: 9.5 });
        drawTable(pdf, columns, rows, top);
      }
    },
  }));
}

const continued = (title: string): string => (title.endsWith(CONTINUED) ? title : title + CONTINUED);
const CONTINUED = ' (continued)';

function titledTables<Row>(section: Section<Row>, pack: Pack): TitledTable[] {
  const rows = section.rows(pack);
  const title = `${section.title.pdf ?? ''}${section.reference?.(pack) ?? ''}`;
  return tablesOf(section.columns(pack)).map(({ columns, drawn }, index) => {
    const shown = section.pdfOmitsEmptyRows ? rows.filter((row) => hasAmount(columns, row)) : rows;
    const lines = wrappedRows(drawn, linesOf(section, columns, shown));
    return {
      title: index === 0 ? title : continued(title),
      columns: drawn,
      rows: lines.length === 0 ? NOTHING : lines,
    };
  });
}

/** Puts columns that are too wide for one table into several. Each begins with the first column, which names the row. */
function tablesOf<Row>(all: readonly Column<Row>[]): Table<Row>[] {
  const [first, ...others] = columnsIn('pdf', all);
  if (first === undefined) return [];
  const tables = [[first]];
  let width = first.width;
  for (const each of others) {
    if (width + each.width > TABLE_WIDTH) {
      tables.push([first]);
      width = first.width;
    }
    tables.at(-1)?.push(each);
    width += each.width;
  }
  return tables.map((table) => ({
    columns: table.map(({ column }) => column),
    drawn: table.map(({ column, width: own }) => ({
      label: column.pdfLabel ?? column.label,
      width: own,
      isNumber: column.kind === 'money' || column.kind === 'rate' || column.kind === 'year',
      wraps: column.kind === 'text' && column.pdfWraps === true,
    })),
  }));
}

const hasAmount = <Row>(columns: readonly Column<Row>[], row: Row): boolean =>
  columns.some((column) => column.kind === 'money' && (column.value(row) ?? 0) !== 0);

const ROWS_A_PAGE = rowsBelow(BODY.top);

const NOTHING: readonly PdfRow[] = [{ cells: ['Nothing to report.'], kind: 'heading' }];

/** Rows of a table on as many pages as they take, of which the first has `room` for so many; the open heading on each. */
function rowsByPage(rows: readonly PdfRow[], room: number): PdfRow[][] {
  const pages: PdfRow[][] = [];
  let heading: string | undefined;
  for (let from = 0; from < rows.length;) {
    const again: PdfRow[] =
      heading === undefined || rows[from]?.kind === 'heading'
        ? []
        : [{ cells: [`${heading} (continued)`], kind: 'heading' }];
    const most = pages.length === 0 ? room : ROWS_A_PAGE - again.length;
    let to = Math.min(from + most, rows.length);
    while (to < rows.length && to - 1 > from && stayTogether(rows[to - 1], rows[to])) to--;
    const own = rows.slice(from, to);
    heading = own.findLast(({ kind }) => kind === 'heading')?.cells[0] ?? heading;
    pages.push([...again, ...own]);
    from = to;
  }
  return pages;
}

/** No page ends with a heading, and none begins with a sum or in the middle of a row. */
const stayTogether = (above: PdfRow | undefined, below: PdfRow | undefined): boolean =>
  above?.kind === 'heading' ||
  below?.kind === 'subtotal' ||
  below?.kind === 'total' ||
  below?.continues === true;

/** The rows, below a heading for each entity with its subtotal, and the total of all. */
function linesOf<Row>(
  section: Section<Row>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): PdfRow[] {
  const groups = [...Map.groupBy(rows, (row) => section.entityOf?.(row).entityId).values()];
  const lines = groups.flatMap((some): PdfRow[] => {
    const own = some.map((row) => rowLine(columns, row));
    const [first] = some;
    if (section.entityOf === undefined || first === undefined) return own;
    const { entityName } = section.entityOf(first);
    return [{ cells: [entityName], kind: 'heading' }, ...own, ...sumLine(columns, some, 'subtotal')];
  });
  return rows.length === 0 ? [] : [...lines, ...sumLine(columns, rows, 'total')];
}

function rowLine<Row>(columns: readonly Column<Row>[], row: Row): PdfRow {
  const tick = columns.findIndex((column) => column.kind === 'tick' && column.value(row) === true);
  return { cells: columns.map((column) => cellText(column, row)), ...(tick >= 0 && { tick }) };
}

function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'tick') return '';
  if (column.kind === 'date') return orEmpty(column.value(row), formatDay);
  if (column.kind === 'rate') return orEmpty(column.value(row), (rate) => `${rate.toFixed(2)} %`);
  if (column.kind === 'year') return orEmpty(column.value(row), String);
  if (column.kind === 'money') {
    const amount = column.value(row);
    return amount === null ? (column.missing ?? '') : amountText(column, amount);
  }
  return column.value(row) ?? '';
}

const orEmpty = <Value>(value: Value | null, textOf: (value: Value) => string): string =>
  value === null ? '' : textOf(value);

/** The sums of the columns that have one; no line where none has. */
function sumLine<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  kind: 'subtotal' | 'total',
): PdfRow[] {
  const cells = columns.map((column, index) => {
    if (hasTotal('pdf', column)) return amountText(column, totalOf(column, rows));
    return index === 0 && kind === 'total' ? 'Total' : '';
  });
  return columns.some((column) => hasTotal('pdf', column)) ? [{ cells, kind }] : [];
}

function amountText<Row>({ pdfSign, isCheck }: MoneyColumn<Row>, amount: Cents): string {
  const shown = pdfSign === -1 ? negated(amount) : amount;
  return isCheck ? exactFigure(shown) : figure(shown);
}
