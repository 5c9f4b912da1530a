/** A spreadsheet of the import page: the cells of its register, or those of one contract's payments. */
import type { SheetCells } from '../extraction/cell.ts';
import { readDocument } from '../extraction/read-document.ts';
import { isRegister, registerSheet } from '../extraction/register.ts';
import { readSheets } from './read-sheets.ts';
import { sheetsText } from './sheets-text.ts';

/**
 * The cells of the sheet that looks most like a register, row by row; null for a lender's document.
 * @throws Unreadable for what is no spreadsheet, or too large.
 */
export function readSpreadsheet(bytes: Uint8Array): SheetCells | null {
  const sheets = readSheets(bytes);
  const cells = registerSheet(sheets);
  if (isRegister(cells)) return cells;
  return readDocument(sheetsText(sheets)).tables.length > 0 ? null : cells;
}
