/** Reads spreadsheets cell by cell, all sheets. Comes with its libraries when a file is chosen. */
import Papa from 'papaparse';
import { textCells } from '../extraction/cell.ts';
import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from '../extraction/document-text.ts';
import { NONE_HIDDEN, type Sheet } from '../extraction/hidden.ts';
import { encodingOf } from './file-type.ts';
import { readWorkbook } from './read-workbook.ts';
import { Unreadable } from './unreadable.ts';

/**
 * Every sheet of a file; text files have one.
 * @throws Unreadable `too-large` for too many sheets, rows or columns, `damaged` for what is no spreadsheet.
 */
export function readSheets(bytes: Uint8Array): Sheet[] {
  if (!isArchive(bytes)) return [readText(bytes)];
  try {
    return readWorkbook(bytes);
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('damaged');
  }
}

/** A workbook is an archive: it begins with `PK`. */
const isArchive = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

function readText(bytes: Uint8Array): Sheet {
  const text = decoded(bytes);
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text), preview: MAX_SHEET_ROWS + 1 });
  if (data.length > MAX_SHEET_ROWS || data.some(({ length }) => length > MAX_SHEET_COLUMNS)) {
    throw new Unreadable('too-large');
  }
  return { name: '', isHidden: false, isTooLarge: false, cells: textCells(data), hidden: NONE_HIDDEN };
}

/** Titles may stand above the columns. */
const FIRST_LINES = 20;

/** The sign that the first lines have most of: Excel writes semicolons where commas are decimal. */
function delimiterOf(text: string): string {
  const lines = text.trimStart().split('\n', FIRST_LINES);
  const most = [',', ';', '\t'].map((sign) => ({
    sign,
    count: lines.reduce((sum, line) => sum + line.split(sign).length, 0),
  }));
  return most.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ',';
}

/** UTF-8, UTF-16 as Excel saves “Unicode Text”, or else what Excel writes on Windows. */
function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
