/** A spreadsheet of the import page: the cells of its register, or those of one contract's payments. */
import type { SheetCells } from '../extraction/cell.ts';
import { readDocument } from '../extraction/read-document.ts';
import { hasContracts, isRegister, registerSheet } from '../extraction/register.ts';
import { readSheets } from './read-sheets.ts';
import { sheetsText } from './sheets-text.ts';

/** The sheet that was read as a register. */
export interface ReadSheet {
  readonly cells: SheetCells;
  /** The number of further sheets with contracts, which aren't read. */
  readonly others: number;
}

/**
 * The sheet that looks most like a register; null for a lender's document.
 * @throws Unreadable for what is no spreadsheet, or too large.
 */
export function readSpreadsheet(bytes: Uint8Array): ReadSheet | null {
  const sheets = readSheets(bytes);
  const cells = registerSheet(sheets);
  const others = sheets.filter((sheet) => sheet !== cells && hasContracts(sheet)).length;
  if (isRegister(cells)) return { cells, others };
  return readDocument(sheetsText(sheets)).tables.length > 0 ? null : { cells, others };
}
