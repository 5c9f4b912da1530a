/** The files of an import: the cells of a spreadsheet, and rows written as one. Comes when a file is chosen. */
import Papa from 'papaparse';
import { isRegister, registerSheet, type SheetCells } from '../extraction/register.ts';
import { typeOf } from '../reading/file-type.ts';
import { openDocument } from '../reading/open-document.ts';
import { readSheets } from '../reading/read-workbook.ts';

/** The cells of the sheet that looks most like a register, row by row. @throws Error when it is no spreadsheet. */
export async function readCells(file: Blob): Promise<SheetCells> {
  return registerSheet(await readSheets(file));
}

/** Whether a file is a PDF, or a sheet with a repayment table that is no register of contracts. */
export async function isLendersDocument(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  if (typeOf(start) === 'pdf') return true;
  if (isRegister(await readCells(file))) return false;
  try {
    const signal = new AbortController().signal;
    const document = await openDocument(file, { password: undefined, signal, onProgress: () => {} });
    document.close();
    return document.reading.tables.length > 0;
  } catch {
    return false;
  }
}

/** Rows as text that spreadsheets open: no cell is taken for a formula. */
export function csvOf(rows: readonly (readonly string[])[]): Blob {
  const text = Papa.unparse(rows as string[][], { escapeFormulae: true });
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
