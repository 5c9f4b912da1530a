/** The text of a workbook or a CSV file, each sheet as a page. */
import { printedCells, type DocumentText } from '../extraction/document-text.ts';
import type { Sheet } from '../extraction/hidden.ts';

export const sheetsText = (sheets: readonly Sheet[]): DocumentText => ({
  kind: 'sheet',
  pages: sheets.map(({ cells }) => printedCells(cells)),
  hidden: sheets.map(({ hidden }) => hidden),
});
