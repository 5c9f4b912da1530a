/** Reads spreadsheets into text, cell by cell. Comes with its libraries when a file is chosen. */
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/universal';
import { dateOf } from '../../domain/calendar.ts';

/** The cells of the first sheet, row by row. @throws Error when it is no spreadsheet. */
export async function readCells(file: Blob): Promise<readonly (readonly string[])[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isArchive(bytes) ? readWorkbook(file) : readText(bytes);
}

/** A workbook is an archive: it begins with `PK`. */
const isArchive = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

async function readWorkbook(file: Blob): Promise<string[][]> {
  const rows = await readSheet(file);
  return rows.map((row) => row.map(textOf));
}

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

/** The sign that the first line has most of: Excel writes semicolons where commas are decimal. */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n');
  const most = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
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

/** Rows as text that spreadsheets open: no cell is taken for a formula. */
export function csvOf(rows: readonly (readonly string[])[]): Blob {
  const text = Papa.unparse(rows as string[][], { escapeFormulae: true });
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
