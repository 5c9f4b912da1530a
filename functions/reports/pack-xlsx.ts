/** The year-end pack as a workbook: a sheet for each section. */
import { workbookOf } from '../lib/workbook.ts';
import type { Pack } from './pack.ts';
import { sheetOf } from './section-sheet.ts';
import { sectionsIn } from './sections.ts';

export function packXlsx(pack: Pack, owner: string): Promise<Uint8Array> {
  return workbookOf(sectionsIn('xlsx', pack).map((section) => sheetOf(section, pack, owner)));
}
