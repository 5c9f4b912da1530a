/** Workbooks of several sheets, of which some are hidden. */
import { strToU8, zipSync } from 'fflate';

interface SheetRows {
  readonly name: string;
  readonly state?: string;
  readonly rows: readonly (readonly string[])[];
}

/** A workbook of sheets with texts. */
export function workbookOf(sheets: readonly SheetRows[]): Uint8Array {
  const cellOf = (text: string): string => `<c t="str"><v>${text}</v></c>`;
  const parts = sheets.map(({ rows }, index) => [
    `xl/worksheets/sheet${index}.xml`,
    strToU8(`<worksheet>${rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('')}</worksheet>`),
  ]);
  const names = sheets.map(
    ({ name, state = 'visible' }, index) => `<sheet name="${name}" state="${state}" r:id="rId${index}"/>`,
  );
  const relations = sheets.map(
    (_sheet, index) => `<Relationship Id="rId${index}" Target="worksheets/sheet${index}.xml"/>`,
  );
  return zipSync({
    'xl/workbook.xml': strToU8(`<workbook>${names.join('')}</workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(relations.join('')),
    ...(Object.fromEntries(parts) as Record<string, Uint8Array>),
  });
}
