/** The text of a workbook or a CSV file, each sheet as a page. */
import type { SheetCells } from '../extraction/cell.ts';
import { printedCells, type DocumentText } from '../extraction/document-text.ts';

export const sheetsText = (sheets: readonly SheetCells[]): DocumentText => ({
  kind: 'sheet',
  pages: sheets.map(printedCells),
});
