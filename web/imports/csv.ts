/** Rows written as a spreadsheet. Comes when a file is saved. */
import Papa from 'papaparse';

/** Rows as text that spreadsheets open: no cell is taken for a formula. */
export function csvOf(rows: readonly (readonly string[])[]): Blob {
  const text = Papa.unparse(rows as string[][], { escapeFormulae: true });
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
