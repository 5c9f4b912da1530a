/** A register of contracts in a sheet: the line of its headers, its contracts, and the lines that are none. */
import { plain } from '../../domain/import/cells.ts';
import { isEmpty, type Cell, type SheetCells } from './cell.ts';
import { mapHeaders } from './map-headers.ts';

export interface SheetLine {
  /** As the spreadsheet numbers it. */
  readonly line: number;
  readonly cells: readonly Cell[];
}

export interface RegisterRow extends SheetLine {
  /** The heading above the row, such as a client's name; '' without one. */
  readonly heading: string;
}

export interface Register {
  readonly header: SheetLine;
  readonly rows: readonly RegisterRow[];
  /** Headings, totals and repeated headers. */
  readonly leftOut: readonly SheetLine[];
}

/** Titles above the headers take at most so many lines. */
const MAX_TITLE_LINES = 30;

/**
 * Reads a sheet.
 * @param headerLine the line of the headers, as the spreadsheet numbers it; without it the likeliest one.
 */
export function readRegister(cells: SheetCells, headerLine = likelyHeaderLine(cells)): Register {
  const lines = linesOf(cells);
  const header = lines.find(({ line }) => line >= headerLine) ?? { line: 1, cells: [] };
  const rows: RegisterRow[] = [];
  const leftOut: SheetLine[] = [];
  let heading = '';
  for (const line of lines.filter((each) => each.line > header.line)) {
    const filled = textsOf(line).filter((text) => text !== '');
    const isHeading = filled.length === 1 && /\p{L}{2}/u.test(filled[0] ?? '');
    if (isHeading || isTotal(line) || isSameHeader(line, header)) leftOut.push(line);
    else rows.push({ ...line, heading });
    if (isHeading && !isTotal(line)) heading = filled[0] ?? '';
  }
  return { header, rows, leftOut };
}

/** The lines with anything in them. */
export const linesOf = (cells: SheetCells): SheetLine[] =>
  cells.flatMap((row, index) => (row.every(isEmpty) ? [] : [{ line: index + 1, cells: row }]));

export const textsOf = ({ cells }: SheetLine): string[] => cells.map(({ text }) => text);

/** The sheet of a workbook that looks most like a register. */
export function registerSheet(sheets: readonly SheetCells[]): SheetCells {
  const best = sheets.toSorted((one, other) => likeness(other) - likeness(one));
  return best[0] ?? [];
}

/** Whether the headers of a sheet are those of contracts, not of one contract's payments. */
export function isRegister(cells: SheetCells): boolean {
  const columns = mapHeaders(textsOf(readRegister(cells).header));
  const names = (['name', 'asset', 'contractNumber', 'lender'] as const).filter((column) =>
    columns.includes(column),
  );
  return columns.includes('entity') || (columns.includes('loanAmount') && names.length > 0);
}

/** How many columns the likeliest headers name. */
const likeness = (cells: SheetCells): number =>
  Math.max(0, ...linesOf(cells).slice(0, MAX_TITLE_LINES).map(columnsNamed));

const columnsNamed = (line: SheetLine): number =>
  mapHeaders(textsOf(line)).filter((column) => column !== null).length;

/** The first line that names most columns; the first one with anything in it if none names two. */
function likelyHeaderLine(cells: SheetCells): number {
  const lines = linesOf(cells).slice(0, MAX_TITLE_LINES);
  const most = Math.max(0, ...lines.map(columnsNamed));
  const likely = most < 2 ? lines[0] : lines.find((line) => columnsNamed(line) === most);
  return likely?.line ?? 1;
}

const isTotal = (line: SheetLine): boolean =>
  /^(?:(?:sub|grand)[- ]?)?totals?\b|\btotals?:?$/i.test(textsOf(line).find((text) => text !== '') ?? '');

const isSameHeader = ({ cells }: SheetLine, header: SheetLine): boolean =>
  cells.every(({ text }, index) => plain(text) === plain(header.cells[index]?.text ?? ''));
