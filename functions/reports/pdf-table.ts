/** A table of the PDF with aligned figures. */
import { band, drawTick, INK, line, type Pdf, put, putRight, RULE } from './pdf-draw.ts';
import { BODY, PAGE } from './pdf-page.ts';

const ROW_HEIGHT = 13;
const HEAD_HEIGHT = 26;
const TEXT_SIZE = 7.5;
const PADDING = 4;
const LEAST_STRETCHED = 640;

/** The widest table, in points. */
export const TABLE_WIDTH = PAGE.width - 2 * PAGE.margin;

/** Rows that fit below a table's head on a page that holds nothing else. */
export const ROWS_A_PAGE = Math.floor((BODY.bottom - BODY.top - HEAD_HEIGHT) / ROW_HEIGHT);

export interface PdfColumn {
  readonly label: string;
  /** In points; the widths of a table add up to at most `TABLE_WIDTH`. */
  readonly width: number;
  readonly isNumber?: boolean;
}

export interface PdfRow {
  readonly cells: readonly string[];
  readonly kind?: 'heading' | 'subtotal' | 'total' | 'marked';
  /** The column that gets a tick. */
  readonly tick?: number;
}

/**
 * Draws a table with its head. A table that is nearly as wide as the page becomes as wide.
 * @returns its bottom edge in points.
 */
export function drawTable(
  pdf: Pdf,
  given: readonly PdfColumn[],
  rows: readonly PdfRow[],
  top: number = BODY.top,
): number {
  const columns = stretched(given);
  const lefts = leftsOf(columns);
  const right = PAGE.margin + columns.reduce((sum, { width }) => sum + width, 0);
  drawHead(pdf, columns, lefts, top);
  line(pdf, PAGE.margin, right, top + HEAD_HEIGHT - 4, INK);
  let y = top + HEAD_HEIGHT;
  for (const row of rows) {
    drawRow(pdf, row, columns, lefts, y, right);
    y += ROW_HEIGHT;
  }
  return y;
}

function stretched(columns: readonly PdfColumn[]): readonly PdfColumn[] {
  const own = columns.reduce((sum, { width }) => sum + width, 0);
  if (own < LEAST_STRETCHED) return columns;
  return columns.map((column) => ({ ...column, width: (column.width * TABLE_WIDTH) / own }));
}

function drawHead(pdf: Pdf, columns: readonly PdfColumn[], lefts: readonly number[], top: number): void {
  for (const [index, { label, width, isNumber }] of columns.entries()) {
    const left = lefts[index] ?? 0;
    const lines = label.split('\n');
    for (const [at, text] of lines.entries()) {
      const y = top + (2 - lines.length + at) * 9;
      const style = { bold: true, size: 7, width: width - PADDING };
      if (isNumber) putRight(pdf, text, left + width - PADDING, y, style);
      else put(pdf, text, left, y, style);
    }
  }
}

function drawRow(
  pdf: Pdf,
  { cells, kind, tick }: PdfRow,
  columns: readonly PdfColumn[],
  lefts: readonly number[],
  y: number,
  right: number,
): void {
  if (kind === 'marked') band(pdf, PAGE.margin - 2, y - 3, right - PAGE.margin + 4, ROW_HEIGHT);
  if (kind === 'subtotal') line(pdf, PAGE.margin, right, y - 4, RULE);
  if (kind === 'total') {
    line(pdf, PAGE.margin, right, y - 4, INK);
    line(pdf, PAGE.margin, right, y + ROW_HEIGHT - 4, INK);
  }
  const bold = kind !== undefined && kind !== 'marked';
  for (const [index, { width, isNumber }] of columns.entries()) {
    const cell = cells[index] ?? '';
    const left = lefts[index] ?? 0;
    if (tick === index) drawTick(pdf, left + width / 2, y);
    if (cell === '') continue;
    if (isNumber) putRight(pdf, cell, left + width - PADDING, y, { bold, size: TEXT_SIZE });
    else put(pdf, cell, left, y, { bold, size: TEXT_SIZE, width: roomFor(kind, width, right - left) });
  }
}

/** A heading has the whole row for itself. */
const roomFor = (kind: PdfRow['kind'], width: number, rest: number): number =>
  kind === 'heading' ? rest : width - PADDING;

function leftsOf(columns: readonly PdfColumn[]): readonly number[] {
  let left: number = PAGE.margin;
  return columns.map(({ width }) => {
    const own = left;
    left += width;
    return own;
  });
}
