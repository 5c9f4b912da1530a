/** A spreadsheet of the import page: the cells of its register, or those of one contract's payments. */
import type { SheetCells } from '../extraction/cell.ts';
import { type Hidden, NONE_HIDDEN } from '../extraction/hidden.ts';
import { readDocument, type Reading } from '../extraction/read-document.ts';
import { hasContracts, isRegister, registerSheet } from '../extraction/register.ts';
import { readSheets } from './read-sheets.ts';
import { sheetsText } from './sheets-text.ts';

/** The sheet that was read as a register. */
export interface ReadSheet {
  readonly cells: SheetCells;
  /** Its hidden rows and columns, which are among the cells. */
  readonly hidden: Hidden;
  /** The number of further sheets with contracts, which aren't read. */
  readonly others: number;
}

/**
 * The sheet that looks most like a register; null for a lender's document.
 * @throws Unreadable for what is no spreadsheet, or too large.
 */
export function readSpreadsheet(bytes: Uint8Array): ReadSheet | null {
  const sheets = readSheets(bytes);
  const cells = registerSheet(sheets.map((sheet) => sheet.cells));
  const hidden = sheets.find((sheet) => sheet.cells === cells)?.hidden ?? NONE_HIDDEN;
  const others = sheets.filter((sheet) => sheet.cells !== cells && hasContracts(sheet.cells)).length;
  if (isRegister(cells)) return { cells, hidden, others };
  return isDocument(readDocument(sheetsText(sheets))) ? null : { cells, hidden, others };
}

/** Whether a reading has payments, or would have them once the order of its dates is known. */
const isDocument = ({ tables, outcome }: Reading): boolean =>
  tables.length > 0 || outcome === 'month-first' || outcome === 'swapped-dates';
