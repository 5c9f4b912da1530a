/** A spreadsheet of an import page: its sheets, and which of them is a register of contracts. */
import type { Sheet } from '../extraction/hidden.ts';
import { readDocument, type Reading } from '../extraction/read-document.ts';
import { hasContracts, isRegister, registerSheet } from '../extraction/register.ts';
import { readSheets } from './read-sheets.ts';
import { sheetsText } from './sheets-text.ts';

export interface Spreadsheet {
  readonly sheets: readonly Sheet[];
  /** The sheet that looks most like a register; null for a lender's document. */
  readonly register: Sheet | null;
  /** The sheets with contracts, and hidden ones that may have some. */
  readonly withContracts: readonly Sheet[];
}

/** @throws Unreadable for what is no spreadsheet, or too large. */
export function readSpreadsheet(bytes: Uint8Array): Spreadsheet {
  const sheets = readSheets(bytes);
  const likeliest = registerSheet(sheets) ?? null;
  const isOther =
    !likeliest || (!isRegister(likeliest.cells) && isDocument(readDocument(sheetsText(sheets))));
  return {
    sheets,
    register: isOther ? null : likeliest,
    withContracts: sheets.filter(({ cells, isTooLarge }) => isTooLarge || hasContracts(cells)),
  };
}

/** Whether a reading has payments, or would have them once the order of its dates is known. */
const isDocument = ({ tables, outcome }: Reading): boolean =>
  tables.length > 0 || outcome === 'month-first' || outcome === 'swapped-dates';
