/** The cells of the sheet of a file that looks most like a register. */
import type { SheetCells } from '../../web/extraction/cell.ts';
import { registerSheet } from '../../web/extraction/register.ts';
import { readSheets } from '../../web/reading/read-sheets.ts';

export async function readCells(file: Blob): Promise<SheetCells> {
  return registerSheet(readSheets(new Uint8Array(await file.arrayBuffer())))?.cells ?? [];
}
