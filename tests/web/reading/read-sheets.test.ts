import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { hiddenText } from '../../../web/extraction/hidden.ts';
import { readDocument } from '../../../web/extraction/read-document.ts';
import { readSpreadsheet } from '../../../web/reading/read-spreadsheet.ts';
import { readSheets } from '../../../web/reading/read-sheets.ts';
import { sheetsText } from '../../../web/reading/sheets-text.ts';
import { upTo } from '../../support/numbers.ts';
import { workbookOf } from '../../support/workbook.ts';

const RELATIONS =
  '<Relationships><Relationship Id="rId1" Type="x" Target="worksheets/sheet1.xml"/></Relationships>';

/** A workbook of one sheet with the given cells, formats and properties. */
function workbook(
  rows: string,
  { formats = '', styles = '<xf numFmtId="0"/>', properties = '', state = 'visible', columns = '' } = {},
): Uint8Array {
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets><sheet name="A" state="${state}" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(RELATIONS),
    'xl/styles.xml': strToU8(
      `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${columns}<sheetData>${rows}</sheetData></worksheet>`),
  });
}

const CONTRACT_NAMES = ['Client', 'Asset', 'Loan amount', 'Term'];

const firstCell = (bytes: Uint8Array) => readSheets(bytes)[0]?.cells[0]?.[0];

describe('a cell of a workbook', () => {
  it.each([
    ['0', '45703', { kind: 'number', format: 'general', text: '45703', asDate: '2025-02-15' }],
    ['2', '900', { kind: 'number', format: 'money', text: '900' }],
    ['9', '0.2', { kind: 'number', format: 'percent', text: '20 %' }],
    ['10', '0.0725', { kind: 'number', format: 'percent', text: '7.25 %' }],
    ['14', '45703', { kind: 'date', text: '2025-02-15' }],
    ['17', '45703', { kind: 'date', text: 'Feb 2025' }],
    ['22', '45702.5416666667', { kind: 'date', text: '2025-02-14T13:00' }],
    ['44', '900', { kind: 'number', format: 'money', text: '900' }],
    ['0', '52000.00000000001', { kind: 'number', text: '52000' }],
    ['0', '-1.6555645743210334E-12', { kind: 'number', text: '0' }],
  ])('keeps its type: format %s, value %s', (format, value, cell) => {
    const styles = `<xf numFmtId="${format}"/>`;
    expect(
      firstCell(workbook(`<row r="1"><c r="A1" s="0"><v>${value}</v></c></row>`, { styles })),
    ).toMatchObject(cell);
  });

  it.each([
    ['dd/mm/yyyy', { kind: 'date', text: '2025-02-15' }],
    ['[$-C09]d mmm yyyy;@', { kind: 'date', text: '2025-02-15' }],
    ['mmm-yy', { kind: 'date', text: 'Feb 2025' }],
    ['_-&quot;$&quot;* #,##0_-;-&quot;$&quot;* #,##0_-', { kind: 'number', format: 'money' }],
    ['[$$-C09]#,##0', { kind: 'number', format: 'money' }],
    ['#,##0', { kind: 'number', format: 'money' }],
    ['[$NZ$-1409]#,##0.00', { kind: 'number', format: 'money', currency: 'NZ$' }],
    ['[$€-2] #,##0', { kind: 'number', format: 'money', currency: '€' }],
    ['0 &quot;months&quot;', { kind: 'number', format: 'general', text: '45703 months' }],
    ['[h]:mm:ss', { kind: 'number', format: 'general' }],
    ['General', { kind: 'number', format: 'general' }],
  ])('has the type of its own format %s', (code, cell) => {
    const formats = `<numFmt numFmtId="164" formatCode="${code}"/>`;
    const bytes = workbook('<row><c><v>45703</v></c></row>', { formats, styles: '<xf numFmtId="164"/>' });
    expect(firstCell(bytes)).toMatchObject(cell);
  });

  it.each(['1', 'true', 'on'])('counts its days from 1904 where the workbook says %s', (flag) => {
    const options = { styles: '<xf numFmtId="14"/>', properties: `date1904="${flag}"` };
    expect(firstCell(workbook('<row><c><v>44210</v></c></row>', options))).toEqual({
      kind: 'date',
      text: '2025-01-15',
    });
  });

  it.each([
    ['<c t="inlineStr"><is><r><t>Ca</t></r><r><t>f&#233;</t></r><rPh><t>x</t></rPh></is></c>', 'Café'],
    ['<c t="str"><f>A2</f><v>5 &lt; 6 &amp; 7</v></c>', '5 < 6 & 7'],
    ['<c t="b"><v>1</v></c>', 'Yes'],
    ['<c><f>SUM(B1:B9)</f></c>', '#N/A'],
    ['<x:c t="str"><x:v>prefixed</x:v></x:c>', 'prefixed'],
  ])('holds the text of %s', (xml, text) => {
    expect(firstCell(workbook(`<row>${xml}</row>`))).toEqual({ kind: 'text', text });
  });
});

describe('a spreadsheet', () => {
  it.each(['XFD1048576', 'A20001', 'IW1'])('is too large with a cell at %s', (address) => {
    const bytes = workbook(`<row r="${address.replace(/\D/g, '')}"><c r="${address}"><v>1</v></c></row>`);
    expect(() => readSheets(bytes)).toThrow('too-large');
  });

  it('is too large where all its sheets together are', () => {
    const sheet = '<worksheet><row r="20000"><c r="IV20000"><v>1</v></c></row></worksheet>';
    const many = upTo(20);
    const bytes = zipSync({
      'xl/workbook.xml': strToU8(
        `<workbook>${many.map((id) => `<sheet r:id="rId${id}"/>`).join('')}</workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        many.map((id) => `<Relationship Id="rId${id}" Target="worksheets/sheet1.xml"/>`).join(''),
      ),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
    });
    expect(bytes.length).toBeLessThan(1024);
    expect(() => readSheets(bytes)).toThrow('too-large');
  });

  it('may have a format at the last cell', () => {
    const bytes = workbook(
      '<row r="1"><c r="A1"><v>7</v></c></row><row r="1048576"><c r="XFD1048576" s="0"/></row>',
    );
    expect(readSheets(bytes)).toMatchObject([{ cells: [[{ text: '7' }]] }]);
  });

  it('is too large where its parts say that they unpack to more than the limit', () => {
    const bytes = workbook(`<row><c t="str"><v>${'x'.repeat(160 * 1024 * 1024)}</v></c></row>`);
    expect(bytes.length).toBeLessThan(1024 * 1024);
    expect(() => readSheets(bytes)).toThrow('too-large');
  });

  it('names the sheets with contracts, hidden ones too, and reads a visible one', () => {
    const contract = ['Farm', 'Ute', '50,000.00', '60'];
    const { register, withContracts } = readSpreadsheet(
      workbookOf([
        {
          name: 'Old &amp; sold',
          state: 'hidden',
          rows: [
            [...CONTRACT_NAMES, 'Rate'],
            [...contract, '7'],
          ],
        },
        { name: 'Loans', rows: [CONTRACT_NAMES, contract] },
        { name: 'More', rows: [CONTRACT_NAMES, contract] },
        { name: 'Empty', state: 'veryHidden', rows: [CONTRACT_NAMES] },
        { name: 'Notes', rows: [['Notes', 'by', 'Ann', 'Lee']] },
      ]),
    );
    expect(register?.name).toBe('Loans');
    expect(withContracts.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['Loans', false],
      ['More', false],
      ['Old & sold', true],
    ]);
  });

  it('names a hidden sheet that is too large, and reads the others', () => {
    const wide = Array.from({ length: 257 }, () => 'x');
    const bytes = workbookOf([
      { name: 'Wide', state: 'hidden', rows: [wide] },
      { name: 'Loans', rows: [CONTRACT_NAMES, ['Farm', 'Ute', '50,000.00', '60']] },
    ]);
    const { register, withContracts } = readSpreadsheet(bytes);
    expect(register?.name).toBe('Loans');
    expect(withContracts).toMatchObject([{ name: 'Loans' }, { name: 'Wide', cells: [], isTooLarge: true }]);
  });

  it('says that a hidden sheet of a document has payments', () => {
    const payments = (first: string): string[][] => [
      ['Date', 'Payment', 'Interest', 'Balance'],
      ['15/01/2025', '', '', first],
      ['15/02/2025', '1,000.00', '10.00', '990.00'],
      ['15/03/2025', '999.90', '9.90', '0.00'],
    ];
    const bytes = workbookOf([
      { name: 'Schedule', rows: payments('1,980.00') },
      { name: 'Revised', state: 'hidden', rows: payments('1,980.00') },
      { name: 'Lists', state: 'hidden', rows: [['Monthly'], ['Quarterly']] },
    ]);
    const { tables, findings } = readDocument(sheetsText(readSheets(bytes)));
    expect(tables).toHaveLength(1);
    expect(findings).toContainEqual({ code: 'hidden-sheets', stated: '“Revised”' });
  });

  it.each(['hidden', 'veryHidden'])('says that it is %s', (state) => {
    expect(readSheets(workbook('<row><c><v>7</v></c></row>', { state }))).toMatchObject([
      { name: 'A', isHidden: true, cells: [[{ text: '7' }]] },
    ]);
  });

  it.each([
    ['<row r="1" hidden="1"><c r="A1"><v>7</v></c></row>', '', 'row 1'],
    [
      `${['true', '0', '1', 'true'].map((flag, index) => `<row r="${index + 1}" hidden="${flag}"><c r="A${index + 1}"><v>7</v></c></row>`).join('')}<row r="9" hidden="1"/>`,
      '',
      'rows 1 and 3–4',
    ],
    ['<row r="2" ht="0" customHeight="1"><c r="B2"><v>7</v></c></row>', '', 'row 2'],
    [
      '<row r="1"><c r="A1"><v>7</v></c><c r="AB1"><v>7</v></c></row>',
      '<cols><col min="1" max="1" width="9"/><col min="2" max="28" hidden="1"/></cols>',
      'column AB',
    ],
    ['<row r="1"><c r="A1"><v>7</v></c></row>', '<cols><col min="1" max="1" width="0"/></cols>', 'column A'],
  ])('names what is hidden: %s', (rows, columns, text) => {
    const [sheet] = readSheets(workbook(rows, { columns }));
    expect(sheet && hiddenText(sheet.hidden)).toBe(text);
    expect(sheet?.cells.flat().some(({ text: own }) => own === '7')).toBe(true);
  });

  it('is damaged without a workbook in the archive', () => {
    expect(() => readSheets(zipSync({ 'a.txt': strToU8('x') }))).toThrow('damaged');
  });

  it.each([
    ['UTF-16 with a mark', '\ufeff', 'utf-16le'],
    ['UTF-16 without one', '', 'utf-16le'],
    ['big-endian UTF-16 without one', '', 'utf-16be'],
  ])('is read from %s', (_what, mark, encoding) => {
    const bytes = Buffer.from(`${mark}Client\tName\r\nCaf\u00e9\tUte – 4×4\r\n`, 'utf16le');
    const [sheet] = readSheets(new Uint8Array(encoding === 'utf-16be' ? bytes.swap16() : bytes));
    expect(sheet?.cells.slice(0, 2).map((row) => row.map(({ text }) => text))).toEqual([
      ['Client', 'Name'],
      ['Café', 'Ute – 4×4'],
    ]);
  });
});
