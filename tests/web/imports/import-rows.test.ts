import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { IMPORT_COLUMNS } from '../../../domain/import/columns.ts';
import { readImportRow } from '../../../domain/import/import-row.ts';
import { mapHeaders } from '../../../web/extraction/map-headers.ts';
import { readRegister, textsOf } from '../../../web/extraction/register.ts';
import {
  contractRows,
  failedRows,
  missingColumns,
  reasonOf,
  rowOf,
  statedConstants,
  TEMPLATE,
} from '../../../web/imports/import-rows.ts';
import { textCells } from '../../../web/extraction/cell.ts';
import { csvOf } from '../../../web/imports/csv.ts';
import { readCells } from '../../support/read-cells.ts';

const HEADERS = IMPORT_COLUMNS.map(({ header }) => header);

describe('a file to import', () => {
  it('becomes rows by what its headers stand for', () => {
    const register = readRegister(
      textCells([
        ['Name', 'Client', 'Payments 1', 'Amount 1', 'Payments 2', 'Amount 2'],
        ['', ''],
        ['Ute', 'Farm', '60', '1000', '1', '5000'],
      ]),
    );
    const [row] = contractRows(register, mapHeaders(textsOf(register.header)), { kind: 'HP' });
    expect(rowOf(row?.line ?? 0, row?.cells ?? {})).toMatchObject({
      line: 3,
      entity: 'Farm',
      name: 'Ute',
      loanAmount: '',
      kind: 'HP',
      terms: [
        { qty: '60', amount: '1000' },
        { qty: '1', amount: '5000' },
      ],
    });
  });

  it('has clients as headings or only in their first row, names from assets, and the unit of its terms', () => {
    const register = readRegister(
      textCells([
        ['Finance register at 30 June'],
        ['Client', 'Asset', 'Amount financed', 'Term (months)', 'Monthly repayment'],
        ['Farm', 'Ute', '50000', '60', '1000'],
        ['', 'Truck', '90000', '36', '2700'],
        ['Byron Holdings'],
        ['', 'Crane', '90000', '36', '2700'],
        ['Total', '', '230000'],
      ]),
    );
    const mapping = mapHeaders(textsOf(register.header));
    const rows = contractRows(register, mapping, statedConstants(register, mapping));
    expect(rows.map(({ line, cells }) => [line, cells.entity, cells.name, cells['terms.0.qty']])).toEqual([
      [3, 'Farm', 'Ute', '60 months'],
      [4, 'Farm', 'Truck', '36 months'],
      [6, 'Byron Holdings', 'Crane', '36 months'],
    ]);
    expect(rows[0]?.cells.frequency).toBe('Monthly');
    expect(register.leftOut.map(({ line }) => line)).toEqual([5, 7]);
    expect(missingColumns(rows).map(({ column }) => column)).toEqual(['startDate']);
  });

  it.each(['Pmt p.m.', 'Repayment per month', 'Rental/mth', 'Instalment (per month)'])(
    'takes the frequency from a header %s',
    (header) => {
      const register = readRegister(
        textCells([
          ['Client', 'Asset', 'Amount financed', 'No. of pmts', header],
          ['Farm', 'Ute', '50000', '60', '1000'],
          ['Farm', 'Truck', '90000', '36', '2700'],
        ]),
      );
      const mapping = mapHeaders(textsOf(register.header));
      const rows = contractRows(register, mapping, statedConstants(register, mapping));
      expect(rows.map(({ cells }) => cells.frequency)).toEqual(['Monthly', 'Monthly']);
    },
  );

  it('names the fees that it doesn’t use, and asks about one that doesn’t say how often', () => {
    const header = ['Client', 'Payments', 'Amount', 'Establishment fee', 'Fee', 'Monthly fee'];
    const register = readRegister(textCells([header, ['Farm', '60', '1000', '$395.00', '12.00', '5.00']]));
    const [row] = contractRows(register, mapHeaders(textsOf(register.header)), {});
    expect(row?.cells.administrationFee).toBe('5.00');
    expect(row?.notes).toEqual([
      'Establishment fee $395.00: paid once, not part of the payments. Is it in the loan amount?',
      'Fee $12.00: not used. Is it paid once, or with each payment?',
    ]);
  });

  it('names a deposit that it doesn’t use', () => {
    const header = ['Client', 'Loan amount', 'Less deposit', 'Trade-in'];
    const register = readRegister(textCells([header, ['Farm', '50,000', '(5,000)', '2019 Hilux']]));
    const [row] = contractRows(register, mapHeaders(textsOf(register.header)), {});
    expect(row?.notes).toEqual([
      'Less deposit $5,000.00: not used. Has it been taken off the loan amount?',
      'Trade-in “2019 Hilux”: not used. Has it been taken off the loan amount?',
    ]);
  });

  it.each([
    ['bytes of UTF-8', '\ufeffEntity,Name\r\nCafé,"Ute, new"\r\n'],
    ['semicolons', 'Entity;Name\nCafé;Ute, new\n'],
  ])('is read from text with %s', async (_what, text) => {
    const cells = await readCells(new Blob([text]));
    expect(readRegister(cells)).toMatchObject({
      header: { cells: [{ text: 'Entity' }, { text: 'Name' }] },
      rows: [{ cells: [{ text: 'Café' }, { text: 'Ute, new' }] }],
    });
  });

  it('is read from a workbook, with the types of its dates and numbers', async () => {
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
    expect(cells[1]?.slice(0, 3)).toMatchObject([
      { kind: 'date', text: '2026-03-31' },
      { kind: 'number', text: '48500.5', format: 'money' },
      { text: 'Yes' },
    ]);
  });

  it('is read from text as Excel writes it on Windows', async () => {
    const cells = await readCells(new Blob([Buffer.from('Entity\r\nCaf\u00e9\r\n', 'latin1')]));
    expect(cells[1]).toEqual([{ kind: 'text', text: 'Café' }]);
  });
});

describe('the template', () => {
  it('has every column, and rows that can be imported as they are', async () => {
    const register = readRegister(await readCells(csvOf(TEMPLATE)));
    const mapping = mapHeaders(textsOf(register.header));
    expect(mapping).toEqual(IMPORT_COLUMNS.map(({ column }) => column));
    const rows = contractRows(register, mapping, {});
    const read = rows.map(({ line, cells }) => readImportRow(rowOf(line, cells)));
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
