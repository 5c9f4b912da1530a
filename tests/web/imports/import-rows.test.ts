import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { IMPORT_COLUMNS, mapHeaders } from '../../../domain/import/columns.ts';
import { readImportRow } from '../../../domain/import/import-row.ts';
import {
  cellsOf,
  failedRows,
  fileOf,
  missingColumns,
  reasonOf,
  rowOf,
  TEMPLATE,
} from '../../../web/imports/import-rows.ts';
import { csvOf, readCells } from '../../../web/imports/read-file.ts';

const HEADERS = IMPORT_COLUMNS.map(({ header }) => header);

describe('a file to import', () => {
  it('begins with the first row that holds anything and leaves out empty ones', () => {
    const file = fileOf('a.csv', [
      ['', ''],
      ['Entity', 'Name'],
      ['', ''],
      ['Farm', 'Ute'],
    ]);
    expect(file.headers).toEqual(['Entity', 'Name']);
    expect(file.rows).toEqual([{ line: 4, cells: ['Farm', 'Ute'] }]);
  });

  it('becomes rows by what its headers stand for', () => {
    const row = { line: 2, cells: ['Ute', 'Farm', '60', '1000', '1', '5000'] };
    const mapping = mapHeaders(['Name', 'Client', 'Payments 1', 'Amount 1', 'Payments 2', 'Amount 2']);
    expect(rowOf(2, cellsOf(row, mapping))).toMatchObject({
      line: 2,
      entity: 'Farm',
      name: 'Ute',
      loanAmount: '',
      terms: [
        { qty: '60', amount: '1000' },
        { qty: '1', amount: '5000' },
      ],
    });
  });

  it('names the required columns that are missing', () => {
    expect(
      missingColumns(mapHeaders(['Entity', 'Name', 'Loan amount', 'Start date', 'Frequency', 'Payments 1'])),
    ).toEqual(['Amount 1']);
  });

  it.each([
    ['bytes of UTF-8', '\ufeffEntity,Name\r\nCafé,"Ute, new"\r\n'],
    ['semicolons', 'Entity;Name\nCafé;Ute, new\n'],
  ])('is read from text with %s', async (_what, text) => {
    const cells = await readCells(new Blob([text]));
    expect(fileOf('a.csv', cells)).toMatchObject({
      headers: ['Entity', 'Name'],
      rows: [{ cells: ['Café', 'Ute, new'] }],
    });
  });

  it('is read from a workbook, its dates and numbers without their formats', async () => {
    const workbook = await writeXlsxFile([
      [{ value: 'Start date' }, { value: 'Loan amount' }, { value: 'In advance' }, { value: 'Name' }],
      [
        { type: Date, value: new Date('2026-03-31T00:00:00Z'), format: 'dd/mm/yyyy' },
        { type: Number, value: 48_500.5, format: '$#,##0.00' },
        { type: Boolean, value: true },
        null,
      ],
    ]).toBuffer();
    const cells = await readCells(new Blob([new Uint8Array(workbook)]));
    expect(cells[1]?.slice(0, 3)).toEqual(['2026-03-31', '48500.5', 'Yes']);
  });

  it('is read from text as Excel writes it on Windows', async () => {
    const cells = await readCells(new Blob([Buffer.from('Entity\r\nCaf\u00e9\r\n', 'latin1')]));
    expect(cells[1]).toEqual(['Café']);
  });
});

describe('the template', () => {
  it('has every column, and rows that can be imported as they are', async () => {
    const file = fileOf('template.csv', await readCells(csvOf(TEMPLATE)));
    const mapping = mapHeaders(file.headers);
    expect(mapping).toEqual(IMPORT_COLUMNS.map(({ column }) => column));
    const read = file.rows.map((row) => readImportRow(rowOf(row.line, cellsOf(row, mapping))));
    expect(read.map(({ errors }) => errors)).toEqual([undefined, undefined, undefined]);
  });
});

describe('rows that failed', () => {
  it('come back under the headers of the template with a reason', () => {
    const reason = reasonOf({ loanAmount: ['Too much.'], line: ['Try again.'] });
    expect(reason).toBe('Loan amount: Too much. Try again.');
    const [head, row] = failedRows([{ cells: { entity: 'Farm', loanAmount: 'x' }, reason }]);
    expect(head).toEqual([...HEADERS, 'Reason']);
    expect([row?.[0], row?.[2], row?.at(-1)]).toEqual(['Farm', 'x', reason]);
  });

  it('hold no formula', async () => {
    const text = await csvOf([['=1+1']]).text();
    expect(text).toContain("'=1+1");
  });
});
