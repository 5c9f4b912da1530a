/** Reads the cells of an .xlsx workbook with their types: values, number formats and the date system. */
import { strFromU8, unzipSync, type UnzipFileInfo } from 'fflate';
import {
  EMPTY,
  numberCell,
  numberFormat,
  textCell,
  type Cell,
  type DateSystem,
  type NumberFormat,
} from '../extraction/cell.ts';
import { NONE_HIDDEN, type Sheet } from '../extraction/hidden.ts';
import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS, MAX_SHEETS } from '../extraction/document-text.ts';
import { Unreadable } from './unreadable.ts';
import { attributesOf, tagsOf, unescaped } from './xml.ts';

/** The parts of a workbook that are read, and how large they may be together when they are unpacked. */
const PART = /^xl\/(?:workbook|styles|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(?:\.rels)?$/i;
const MAX_UNPACKED = 150 * 1024 * 1024;

/**
 * The sheets of a workbook in their order, the hidden ones last.
 * @throws Unreadable `too-large` where the others are more than the limits; any other error means a damaged file.
 */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const parts = unpacked(bytes);
  const workbook = parts.get('xl/workbook.xml');
  if (workbook === undefined) throw new Unreadable('damaged');
  const context: Context = {
    strings: sharedStrings(parts.get('xl/sharedstrings.xml') ?? ''),
    formats: formatsOf(parts.get('xl/styles.xml') ?? ''),
    system: dateSystem(workbook),
  };
  const listed = listedSheets(workbook, parts.get('xl/_rels/workbook.xml.rels') ?? '').filter(({ path }) =>
    parts.has(path),
  );
  const visible = listed.filter(({ isHidden }) => !isHidden);
  const hidden = listed.filter(({ isHidden }) => isHidden);
  if (visible.length > MAX_SHEETS) throw new Unreadable('too-large');
  let size = 0;
  const rangeOf = ({ path }: ListedSheet): UsedRange => {
    const used = usedRange(parts.get(path) ?? '', context);
    if (size + used.rows * used.columns > MOST_CELLS) throw new Unreadable('too-large');
    size += used.rows * used.columns;
    return used;
  };
  return [
    ...visible.map((sheet) => ({ sheet, used: rangeOf(sheet) })),
    ...hidden.map((sheet, index) => ({
      sheet,
      used: index < MAX_SHEETS ? orTooLarge(rangeOf, sheet) : null,
    })),
  ].map(({ sheet, used }) => sheetOf(sheet, used));
}

/** A hidden sheet that is too large is named and doesn't stop the reading of the others. */
function orTooLarge(rangeOf: (sheet: ListedSheet) => UsedRange, sheet: ListedSheet): UsedRange | null {
  try {
    return rangeOf(sheet);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

interface Context {
  readonly strings: readonly string[];
  /** By the number of the style. */
  readonly formats: readonly NumberFormat[];
  readonly system: DateSystem;
}

/** The parts by their paths in small letters. */
function unpacked(bytes: Uint8Array): ReadonlyMap<string, string> {
  let size = 0;
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!PART.test(name)) return false;
    size += originalSize;
    if (size > MAX_UNPACKED) throw new Unreadable('too-large');
    return true;
  };
  const files = Object.entries(unzipSync(bytes, { filter }));
  return new Map(files.map(([name, content]) => [name.toLowerCase(), strFromU8(content)]));
}

/** True is written as `1`, `true` or `on`. */
function dateSystem(workbook: string): DateSystem {
  for (const { name, attributes } of tagsOf(workbook)) {
    if (name === 'workbookPr') {
      return /^(?:1|true|on)$/i.test(attributesOf(attributes).get('date1904') ?? '') ? 1904 : 1900;
    }
  }
  return 1900;
}

interface ListedSheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

function listedSheets(workbook: string, relations: string): ListedSheet[] {
  const targets = new Map(
    [...tagsOf(relations)].flatMap(({ name, attributes }) => {
      const all = attributesOf(attributes);
      const target = all.get('Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      return name === 'Relationship' ? [[all.get('Id') ?? '', path.toLowerCase()] as const] : [];
    }),
  );
  return [...tagsOf(workbook)].flatMap(({ name, attributes }) => {
    const all = attributesOf(attributes);
    const path = name === 'sheet' ? targets.get(all.get('id') ?? '') : undefined;
    const isHidden = /^(?:very)?hidden$/i.test(all.get('state') ?? '');
    return path === undefined ? [] : [{ name: all.get('name') ?? '', path, isHidden }];
  });
}

/** Texts in several fonts are joined; readings of Japanese characters are left out. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let parts: string[] | null = null;
  let isText = false;
  let isReading = false;
  for (const { name, isEnd, isClosed, text } of tagsOf(xml)) {
    if (name === 'si' && !isEnd) {
      parts = [];
      if (isClosed) strings.push('');
    } else if (name === 'si') {
      strings.push(parts?.join('') ?? '');
      parts = null;
    }
    if (name === 'rPh') isReading = !isEnd && !isClosed;
    if (name === 't') isText = !isEnd && !isClosed;
    if (isText && !isReading && name === 't') parts?.push(unescaped(text));
  }
  return strings;
}

/** The formats of the cells' styles. */
function formatsOf(xml: string): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  for (const { name, isEnd, attributes } of tagsOf(xml)) {
    if (name === 'cellXfs') isOfCells = !isEnd;
    if (isEnd) continue;
    const all = attributesOf(attributes);
    const id = Number(all.get('numFmtId') ?? 0);
    if (name === 'numFmt') codes.set(id, all.get('formatCode') ?? '');
    if (name === 'xf' && isOfCells) formats.push(numberFormat(id, codes.get(id)));
  }
  return formats;
}

/** A cell with its place, from 0. */
interface PlacedCell {
  readonly row: number;
  readonly column: number;
  readonly cell: Cell;
  /** Whether the workbook hides its row, or its column. */
  readonly isInHidden: { readonly row: boolean; readonly column: boolean };
}

interface UsedRange {
  readonly placed: readonly PlacedCell[];
  readonly rows: number;
  readonly columns: number;
}

/** All sheets together hold as many cells as the largest one may. */
const MOST_CELLS = MAX_SHEET_ROWS * MAX_SHEET_COLUMNS;

/** The used ranges of all sheets are counted before anything as large as they are is built. */
function usedRange(xml: string, context: Context): UsedRange {
  const placed: PlacedCell[] = [];
  let [rows, columns] = [0, 0];
  for (const each of cellsOf(xml, context)) {
    placed.push(each);
    rows = Math.max(rows, each.row + 1);
    columns = Math.max(columns, each.column + 1);
    if (rows > MAX_SHEET_ROWS || columns > MAX_SHEET_COLUMNS) throw new Unreadable('too-large');
  }
  return { placed, rows, columns };
}

/** @param used null for a sheet that is too large. */
function sheetOf({ name, isHidden }: ListedSheet, used: UsedRange | null): Sheet {
  if (used === null) return { name, isHidden, isTooLarge: true, cells: [], hidden: NONE_HIDDEN };
  const { placed, rows, columns } = used;
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, (): Cell => EMPTY));
  for (const { row, column, cell } of placed) (cells[row] ?? [])[column] = cell;
  const numbersOf = (part: 'row' | 'column'): number[] => [
    ...new Set(placed.flatMap((each) => (each.isInHidden[part] ? [each[part]] : []))),
  ];
  const ordered = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other);
  return {
    name,
    isHidden,
    isTooLarge: false,
    cells,
    hidden: {
      lines: ordered(numbersOf('row').map((row) => row + 1)),
      columns: ordered(numbersOf('column')),
    },
  };
}

/** Whether a row or column is hidden, or has no size. */
function isHiddenPart(attributes: ReadonlyMap<string, string>): boolean {
  const size = attributes.get('ht') ?? attributes.get('width');
  return (
    /^(?:1|true|on)$/i.test(attributes.get('hidden') ?? '') || (size !== undefined && Number(size) === 0)
  );
}

/** The filled cells of a sheet. */
function* cellsOf(xml: string, context: Context): Generator<PlacedCell> {
  let [row, column] = [-1, -1];
  let cell: RawCell | null = null;
  let inside = '';
  let isInHiddenRow = false;
  const hiddenColumns: (readonly [number, number])[] = [];
  for (const { name, isEnd, isClosed, attributes, text } of tagsOf(xml)) {
    if (name === 'col' && !isEnd) {
      const all = attributesOf(attributes);
      if (isHiddenPart(all)) hiddenColumns.push([Number(all.get('min')) - 1, Number(all.get('max')) - 1]);
    } else if (name === 'row' && !isEnd) {
      const all = attributesOf(attributes);
      row = Number(all.get('r') ?? row + 2) - 1;
      isInHiddenRow = isHiddenPart(all);
      column = -1;
    } else if (name === 'c' && !isEnd) {
      const all = attributesOf(attributes);
      column = columnOf(all.get('r') ?? '') ?? column + 1;
      cell = isClosed
        ? null
        : {
            type: all.get('t') ?? 'n',
            style: Number(all.get('s') ?? 0),
            value: null,
            text: '',
            isFormula: false,
          };
    } else if (name === 'c') {
      const meaning = cell ? cellOf(cell, context) : EMPTY;
      const own = column;
      const isInHidden = {
        row: isInHiddenRow,
        column: hiddenColumns.some(([from, to]) => from <= own && own <= to),
      };
      if (meaning.text !== '') yield { row, column, cell: meaning, isInHidden };
      cell = null;
    } else if (cell) {
      if (name === 'rPh') inside = isEnd ? '' : name;
      if (name === 'f') cell.isFormula = true;
      if (name === 'v' && !isEnd) cell.value = unescaped(text);
      if (name === 't' && !isEnd && inside === '') cell.text += unescaped(text);
    }
  }
}

interface RawCell {
  readonly type: string;
  readonly style: number;
  value: string | null;
  /** Of a text that stands in the sheet itself. */
  text: string;
  isFormula: boolean;
}

/** The number of a column in an address, from 0: `C7` is 2. */
function columnOf(address: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(address)?.[1];
  if (letters === undefined) return undefined;
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A formula without a result was never worked out: it isn't an empty cell. */
const NOT_CALCULATED = '#N/A';

function cellOf({ type, style, value, text, isFormula }: RawCell, context: Context): Cell {
  if (type === 'inlineStr') return textCell(text);
  if (value === null) return isFormula && type !== 'str' ? textCell(NOT_CALCULATED) : EMPTY;
  switch (type) {
    case 's':
      return textCell(context.strings[Number(value)] ?? '');
    case 'b':
      return textCell(value === '1' ? 'Yes' : 'No');
    case 'd':
      return value === '' ? EMPTY : { kind: 'date', text: value.replace(/T00:00(?::00(?:\.0+)?)?$/, '') };
    case 'n': {
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number)) return textCell(value);
      return numberCell(number, context.formats[style] ?? numberFormat(0), context.system);
    }
    default:
      return textCell(value);
  }
}
