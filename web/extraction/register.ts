/** A register of contracts in a sheet: the line of its headers, its contracts, and the lines that are none. */
import { moneyOfCell, plain } from '../../domain/import/cells.ts';
import { dateOfText } from '../../domain/written-date.ts';
import { EMPTY, isEmpty, textCell, type Cell, type SheetCells } from './cell.ts';
import type { Sheet } from './hidden.ts';
import { isNoClient } from './header-words.ts';
import { mapHeaders } from './map-headers.ts';
import { moneyUnit } from './money-unit.ts';

export interface SheetLine {
  /** As the spreadsheet numbers it. */
  readonly line: number;
  readonly cells: readonly Cell[];
}

export interface RegisterRow extends SheetLine {
  /** The client's name as the heading above the row; '' without one. */
  readonly heading: string;
  /** The line of the heading, whatever it names; 0 without one. */
  readonly section: number;
  /** The text of that line; '' without one. */
  readonly sectionName: string;
}

export interface Register {
  readonly header: SheetLine;
  readonly rows: readonly RegisterRow[];
  /** Headings, totals, notes and repeated headers; the lines of another table too. */
  readonly leftOut: readonly SheetLine[];
  /** The header of another table below, whose rows aren't read. */
  readonly other: SheetLine | null;
  /** The unit of the amounts by the titles above; '' for dollars. */
  readonly unit: string;
}

/** Titles above the headers take at most so many lines. */
const MAX_TITLE_LINES = 30;

/**
 * Reads a sheet.
 * @param headerLine the line of the headers, as the spreadsheet numbers it; without it the likeliest one.
 */
export function readRegister(cells: SheetCells, headerLine = likelyHeaderLine(cells)): Register {
  const lines = linesOf(cells);
  const at = lines.findIndex(({ line }) => line >= headerLine);
  const header = lines[at] ?? { line: 1, cells: [] };
  const { names, first } = wholeHeader(lines, Math.max(at, 0), header);
  const below = lines.slice(first);
  const last = below.findLastIndex((line) => 2 * filledIn(line) >= filledIn(names));
  const rows: RegisterRow[] = [];
  const leftOut: SheetLine[] = [];
  const client = clientColumn(names, below);
  let [heading, section, sectionName] = ['', 0, ''];
  let other: SheetLine | null = null;
  for (const [index, line] of below.entries()) {
    if (rows.length > 0 && isOtherHeader(line, header)) other ??= line;
    const filled = textsOf(line).filter((text) => text !== '');
    const isHeading = filled.length === 1 && /\p{L}{2}/u.test(filled[0] ?? '');
    const isNote = index > last && amountsOf(line).every((amount) => amount === null);
    const isOther = isTotal(line) || isSameHeader(line, header) || isNote || repeatsSums(line, rows);
    if (isHeading || isOther || other !== null) leftOut.push(line);
    else rows.push({ ...line, heading, section, sectionName });
    const isPlaced = client === null || !isEmpty(line.cells[client] ?? EMPTY);
    if (isHeading && !isTotal(line) && isPlaced) {
      [section, sectionName] = [line.line, filled[0] ?? ''];
      heading = isNoClient(sectionName) ? '' : sectionName;
    }
  }
  const titles = lines.slice(0, Math.max(at, 0)).flatMap(textsOf);
  return { header: names, rows, leftOut, other, unit: moneyUnit(titles.join(' ')) };
}

/** The client's column where contracts name theirs in it: a single cell elsewhere is no heading. */
function clientColumn(names: SheetLine, below: readonly SheetLine[]): number | null {
  const column = mapHeaders(textsOf(names)).indexOf('entity');
  const isUsed = below.some((line) => filledIn(line) > 1 && !isEmpty(line.cells[column] ?? EMPTY));
  return column >= 0 && isUsed ? column : null;
}

/** Fewer names may be words of a contract. */
const FEWEST_NAMES = 4;

/** Whether a line below is the header of a table with other columns. */
function isOtherHeader(line: SheetLine, header: SheetLine): boolean {
  const named = columnsNamed(line);
  return (
    named >= FEWEST_NAMES &&
    2 * named >= columnsNamed(header) &&
    line.cells.every(({ kind, text }) => kind === 'text' && !/^[$(]?\d/.test(text)) &&
    !isSameHeader(line, header)
  );
}

const filledIn = ({ cells }: SheetLine): number => cells.filter((cell) => !isEmpty(cell)).length;

/** A line of units below the names: `($)`, `months`, `% p.a.`. */
const UNIT =
  /^\(?(?:A?\$|AUD|USD|NZD|EUR|GBP|['’]?000s?|thousands?|%|months?|mths?|years?|yrs?|no\.?|#|dd\/mm\/yy(?:yy)?|(?:inc|ex)\w*\.? gst|p\.?a\.?|\s)+\)?$/i;

/** The names of the columns, which may take the line above or below, and the index of the first line under them. */
function wholeHeader(
  lines: readonly SheetLine[],
  at: number,
  header: SheetLine,
): { readonly names: SheetLine; readonly first: number } {
  const [above, below] = [lines[at - 1], lines[at + 1]];
  const units =
    below && filledIn(below) > 1 && textsOf(below).every((text) => text === '' || UNIT.test(text));
  const wordsBelow = below && isWords(below) && columnsNamed(joined(header, below)) > columnsNamed(header);
  const own = units || wordsBelow ? joined(header, below) : header;
  const merged = above && isWords(above) ? joined(spread(above, own), own) : own;
  const names = columnsNamed(merged) > columnsNamed(own) ? merged : own;
  return { names: { ...names, line: header.line }, first: at + (own === header ? 1 : 2) };
}

/** A line of several words without a figure. */
const isWords = (line: SheetLine): boolean =>
  filledIn(line) > 1 && textsOf(line).every((text) => !/\d/.test(text));

/** A merged cell keeps its text in the first of its columns. */
function spread({ line, cells }: SheetLine, { cells: below }: SheetLine): SheetLine {
  let last = EMPTY;
  return { line, cells: below.map((_cell, index) => (last = textCell(cells[index]?.text || last.text))) };
}

const joined = (one: SheetLine, other: SheetLine): SheetLine => ({
  line: one.line,
  cells: Array.from({ length: Math.max(one.cells.length, other.cells.length) }, (_each, index) =>
    textCell(`${one.cells[index]?.text ?? ''} ${other.cells[index]?.text ?? ''}`),
  ),
});

/** A hundred dollars: smaller figures of a register may be counts. */
const LEAST_AMOUNT = 10_000;

/** The amounts of a line in cents; null for other cells. */
const amountsOf = ({ cells }: SheetLine): (number | null)[] =>
  cells.map(({ text, kind }) => {
    const amount = kind === 'date' ? undefined : moneyOfCell(text);
    return amount !== undefined && amount >= LEAST_AMOUNT ? amount : null;
  });

/** Whether a line without a date repeats the sums of two columns or more, over the rows above it or some of them. */
function repeatsSums(line: SheetLine, rows: readonly RegisterRow[]): boolean {
  if (textsOf(line).some((text) => dateOfText(text) !== undefined)) return false;
  const above = rows.map(amountsOf);
  const sums = amountsOf(line).filter((amount, column) => {
    if (amount === null) return false;
    let sum = 0;
    return above.toReversed().some((amounts, index) => {
      sum += amounts[column] ?? 0;
      return index > 0 && sum === amount;
    });
  });
  return sums.length > 1;
}

/** The lines with anything in them. */
export const linesOf = (cells: SheetCells): SheetLine[] =>
  cells.flatMap((row, index) => (row.every(isEmpty) ? [] : [{ line: index + 1, cells: row }]));

export const textsOf = ({ cells }: SheetLine): string[] => cells.map(({ text }) => text);

/** The visible sheet of a workbook that looks most like a register. */
export const registerSheet = (sheets: readonly Sheet[]): Sheet | undefined =>
  sheets
    .filter(({ isHidden }) => !isHidden)
    .toSorted((one, other) => likeness(other.cells) - likeness(one.cells))[0];

/** Whether the headers of a sheet are those of contracts, not of one contract's payments. */
export function isRegister(cells: SheetCells): boolean {
  const top = cells.slice(0, linesOf(cells)[MAX_TITLE_LINES]?.line);
  const columns = mapHeaders(textsOf(readRegister(top).header));
  const names = (['name', 'asset', 'contractNumber', 'lender'] as const).filter((column) =>
    columns.includes(column),
  );
  return columns.includes('entity') || (columns.includes('loanAmount') && names.length > 0);
}

/** Whether a sheet has rows below the headers of a register. */
export const hasContracts = (cells: SheetCells): boolean =>
  isRegister(cells) && readRegister(cells).rows.length > 0;

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
