import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readImportRow } from '../../../domain/import/import-row.ts';
import { mapHeaders } from '../../../web/extraction/map-headers.ts';
import { isRegister, readRegister, textsOf } from '../../../web/extraction/register.ts';
import { contractRows, missingColumns, rowOf, statedConstants } from '../../../web/imports/import-rows.ts';
import { readCells } from '../../support/read-cells.ts';
import { samplesOf } from '../../../web/imports/use-imported-register.ts';

const REGISTER = new URL('../../fixtures/registers/finance-register.csv', import.meta.url);

const cells = await readCells(new Blob([readFileSync(REGISTER)]));
const register = readRegister(cells);
const mapping = mapHeaders(textsOf(register.header), {}, samplesOf(register));
const rows = contractRows(register, mapping, statedConstants(register, mapping));
const read = rows.map(({ line, cells: texts }) => ({ line, ...readImportRow(rowOf(line, texts)) }));

it('finds the headers and the 30 contracts of an untidy register', () => {
  expect(isRegister(cells)).toBe(true);
  expect(register.header.line).toBe(5);
  expect(rows).toHaveLength(30);
  expect(missingColumns(rows)).toEqual([]);
  expect(rows.map(({ cells: { name } }) => name).slice(0, 2)).toEqual([
    'Cat 320 excavator',
    'Cat 262D skid steer',
  ]);
  expect(new Set(rows.map(({ cells: { entity } }) => entity))).toHaveProperty('size', 7);
});

it('reads 27 of them as they are, at the rates that their contracts state', () => {
  const created = read.filter(({ contract }) => contract !== undefined);
  expect(created.length).toBeGreaterThanOrEqual(27);
  expect(
    created
      .map(({ line, warnings }) => [line, warnings])
      .filter(([, each]) => Object.keys(each ?? {}).length > 0),
  ).toEqual([]);
});

it('names the cell of each contract that needs a person', () => {
  const refused = read.filter(({ errors }) => errors !== undefined);
  expect(refused.map(({ errors }) => Object.keys(errors ?? {}))).toEqual([
    ['kind'],
    ['startDate'],
    ['terms.0.amount'],
  ]);
});
