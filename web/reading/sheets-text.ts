/** The text of a workbook or a CSV file, each visible sheet as a page. */
import { printedCells, type DocumentText } from '../extraction/document-text.ts';
import type { Sheet } from '../extraction/hidden.ts';
import { readDocument } from '../extraction/read-document.ts';
import { hasContracts } from '../extraction/register.ts';

export function sheetsText(sheets: readonly Sheet[]): DocumentText {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  return {
    kind: 'sheet',
    pages: visible.map(({ cells }) => printedCells(cells)),
    hidden: visible.map(({ hidden }) => hidden),
    hiddenSheets: sheets.filter((sheet) => sheet.isHidden && hasRows(sheet)).map(({ name }) => name),
  };
}

/** Payments begin within so many lines; a longer hidden sheet must not use up the time of the document. */
const FIRST_LINES = 300;

/** Whether a sheet has payments or contracts, or may have them. */
function hasRows({ cells, isTooLarge }: Sheet): boolean {
  if (isTooLarge) return true;
  const first = cells.slice(0, FIRST_LINES);
  if (hasContracts(first)) return true;
  const answered = { isMonthFirst: false, areSwapped: false };
  return readDocument({ kind: 'sheet', pages: [printedCells(first)] }, answered).tables.length > 0;
}
