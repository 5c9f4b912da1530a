/** Reads spreadsheets into text, cell by cell, all sheets. Comes with its libraries when a file is chosen. */
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/universal';
import { dateOf } from '../../domain/calendar.ts';

/** The cells of a sheet, row by row. */
export type Cells = readonly (readonly string[])[];

/** The cells of every sheet; text files have one. @throws Error when it is no spreadsheet. */
export async function readSheets(file: Blob): Promise<Cells[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isArchive(bytes)) return [readText(bytes)];
  const sheets = await readWorkbook(file);
  return sheets.map(({ data }) => data.map((row) => row.map(textOf)));
}

/** A workbook is an archive: it begins with `PK`. */
const isArchive = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

/** The text of a cell as a person reads it; numbers and dates without any format. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return typeof cell === 'number' || typeof cell === 'string' ? String(cell).trim() : '';
}

/** A workbook's dates have no time zone and are read as midnight in UTC. One with a time of day stays what it is. */
function dateText(date: Date): string {
  const isDay = date.getTime() % 86_400_000 === 0;
  return isDay
    ? dateOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
    : date.toISOString();
}

function readText(bytes: Uint8Array): string[][] {
  const text = decoded(bytes);
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  return data.map((row) => row.map((cell) => cell.trim()));
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

/** UTF-8, or else what Excel writes on Windows. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
