/** A table of the PDF with aligned figures. */
import { band, drawTick, INK, line, type Pdf, put, putRight, RULE, wrapped } from './pdf-draw.ts';
import { BODY, PAGE } from './pdf-page.ts';

const ROW_HEIGHT = 13;
const HEAD_HEIGHT = 26;
const TEXT_SIZE = 7.5;
const PADDING = 4;
/** Sets a text apart from the figure before it. */
const GAP = 6;
const LEAST_STRETCHED = 640;

/** The widest table, in points. */
export const TABLE_WIDTH = PAGE.width - 2 * PAGE.margin;

/** Rows that fit below the head of a table that begins at `top`. */
export const rowsBelow = (top: number): number =>
  Math.max(0, Math.floor((BODY.bottom - top - HEAD_HEIGHT) / ROW_HEIGHT));

/** The height of a table with its head, in points. */
export const heightOf = (rows: readonly PdfRow[]): number => HEAD_HEIGHT + rows.length * ROW_HEIGHT;

export interface PdfColumn {
  readonly label: string;
  /** In points; the widths of a table add up to at most `TABLE_WIDTH`. */
  readonly width: number;
  readonly isNumber?: boolean;
  /** A long text goes on in further lines; that of other columns is cut. */
  readonly wraps?: boolean;
}

export interface PdfRow {
  readonly cells: readonly string[];
  readonly kind?: 'heading' | 'subtotal' | 'total' | 'marked';
  /** The column that gets a tick. */
  readonly tick?: number;
  /** Whether it goes on with the texts of the row above. */
  readonly continues?: boolean;
}

interface PlacedColumn extends PdfColumn {
  readonly left: number;
  /** In points; of a text without the gap before it. */
  readonly room: number;
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
  const columns = placed(given);
  const right = PAGE.margin + columns.reduce((sum, { width }) => sum + width, 0);
  drawHead(pdf, columns, top);
  line(pdf, PAGE.margin, right, top + HEAD_HEIGHT - 4, INK);
  let y = top + HEAD_HEIGHT;
  for (const row of rows) {
    drawRow(pdf, row, columns, y, right);
    y += ROW_HEIGHT;
  }
  return y;
}

/** Returns the rows with the further lines of their long texts as rows of their own. */
export function wrappedRows(given: readonly PdfColumn[], rows: readonly PdfRow[]): PdfRow[] {
  if (!given.some(({ wraps }) => wraps)) return [...rows];
  const columns = placed(given);
  return rows.flatMap((row) => {
    if (row.kind !== undefined) return [row];
    const lines = row.cells.map((cell, index) => {
      const { wraps = false, room = 0 } = columns[index] ?? {};
      return wraps ? wrapped(cell, { size: TEXT_SIZE }, room) : [cell];
    });
    const count = Math.max(...lines.map(({ length }) => length));
    return Array.from({ length: count }, (_each, at) => ({
      ...(at === 0 ? row : { continues: true }),
      cells: lines.map((own) => own[at] ?? ''),
    }));
  });
}

function placed(columns: readonly PdfColumn[]): readonly PlacedColumn[] {
  const own = columns.reduce((sum, { width }) => sum + width, 0);
  const scale = own < LEAST_STRETCHED ? 1 : TABLE_WIDTH / own;
  let edge: number = PAGE.margin;
  return columns.map((column, index) => {
    const width = column.width * scale;
    const gap = columns[index - 1]?.isNumber === true && column.isNumber !== true ? GAP : 0;
    const left = edge + gap;
    edge += width;
    return { ...column, width, left, room: width - gap - PADDING };
  });
}

function drawHead(pdf: Pdf, columns: readonly PlacedColumn[], top: number): void {
  for (const { label, left, room, isNumber } of columns) {
    const lines = label.split('\n');
    for (const [at, text] of lines.entries()) {
      const y = top + (2 - lines.length + at) * 9;
      const style = { bold: true, size: 7, width: room };
      if (isNumber) putRight(pdf, text, left + room, y, style);
      else put(pdf, text, left, y, style);
    }
  }
}

function drawRow(
  pdf: Pdf,
  { cells, kind, tick }: PdfRow,
  columns: readonly PlacedColumn[],
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
  for (const [index, { left, room, width, isNumber }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (tick === index) drawTick(pdf, left + width / 2, y);
    if (cell === '') continue;
    if (isNumber) putRight(pdf, cell, left + room, y, { bold, size: TEXT_SIZE });
    // A heading has the whole row for itself.
    else put(pdf, cell, left, y, { bold, size: TEXT_SIZE, width: kind === 'heading' ? right - left : room });
  }
}
