/** The text of a document with its positions: what the readers of PDFs and spreadsheets hand to `readDocument`. */
import type { Cell, SheetCells } from './cell.ts';
import type { Hidden } from './hidden.ts';

/** A piece of text as a page shows it. Positions are in points; the origin is the page's upper left corner. */
export interface TextItem {
  readonly text: string;
  /** The start of the baseline. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The height of the font. */
  readonly size: number;
  /** Degrees clockwise between the page's horizontal and the text. */
  readonly angle: number;
  /** The cell of a spreadsheet, and its column from 0. */
  readonly cell?: Cell;
  readonly column?: number;
}

/** A document's text, page by page; each sheet of a workbook is a page. */
export interface DocumentText {
  /** Sheets have whole cells, and their numbers may have any number of decimals. */
  readonly kind: 'pdf' | 'sheet';
  readonly pages: readonly (readonly TextItem[])[];
  /** The hidden rows and columns of each sheet. */
  readonly hidden?: readonly Hidden[];
  /** The names of the hidden sheets with payments or contracts, which are no pages. */
  readonly hiddenSheets?: readonly string[];
}

/** Where something stands: a rectangle on a page, in points from its upper left corner. Pages count from 1. */
export interface Place {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const MAX_PAGES = 200;
export const MAX_ITEMS_ON_PAGE = 60_000;
export const MAX_SHEETS = 20;
export const MAX_SHEET_ROWS = 20_000;
export const MAX_SHEET_COLUMNS = 256;

const CELL_SIZE = 10;
const CELL_HEIGHT = 14;
/** Cells stand further apart than words, and further than a sign from its amount. */
const CELL_GAP = 20;
const WIDTH_OF_CHARACTER = 5;

/** The cells of a sheet as if printed: numbers stand to the right of their column, text to the left. */
export function printedCells(rows: SheetCells): TextItem[] {
  const columns = columnWidths(rows);
  const starts: number[] = [];
  let x = 0;
  for (const width of columns) {
    starts.push(x);
    x += width + CELL_GAP;
  }
  return rows.flatMap((row, index) =>
    row.flatMap((cell, column): TextItem[] => {
      const { text, kind } = cell;
      if (text === '') return [];
      const width = text.length * WIDTH_OF_CHARACTER;
      const indent = kind === 'number' || isNumeric(text) ? (columns[column] ?? width) - width : 0;
      const start = (starts[column] ?? 0) + indent;
      return [
        { text, x: start, y: (index + 1) * CELL_HEIGHT, width, size: CELL_SIZE, angle: 0, cell, column },
      ];
    }),
  );
}

function columnWidths(rows: SheetCells): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, { text }] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? WIDTH_OF_CHARACTER, text.length * WIDTH_OF_CHARACTER);
    }
  }
  return Array.from(widths, (width) => width ?? WIDTH_OF_CHARACTER);
}

const isNumeric = (text: string): boolean => /^[-–−($A\d][\d$,.()\s–−-]*(?:CR|DR|e-?\d+)?$/i.test(text);
