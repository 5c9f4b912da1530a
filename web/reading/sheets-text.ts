/** The text of a workbook or a CSV file, each sheet as a page. */
import { MAX_SHEET_ROWS, MAX_SHEETS, printedCells, type DocumentText } from '../extraction/document-text.ts';
import { readSheets } from './read-workbook.ts';
import { Unreadable } from './unreadable.ts';

/** @throws Unreadable `too-large` for too many sheets or rows, `damaged` for what is no workbook. */
export async function sheetsText(bytes: Uint8Array): Promise<DocumentText> {
  const sheets = await readSheets(new Blob([Uint8Array.from(bytes)])).catch(() => {
    throw new Unreadable('damaged');
  });
  if (sheets.length > MAX_SHEETS || sheets.some((rows) => rows.length > MAX_SHEET_ROWS)) {
    throw new Unreadable('too-large');
  }
  return { kind: 'sheet', pages: sheets.map(printedCells) };
}
