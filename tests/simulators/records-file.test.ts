import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRecords, type StoredRecord } from '../../scripts/simulators/records-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'records-'));
  path = join(folder, 'deeper', 'state.sqlite');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Reads the records that a new process would find. */
function reopened(): StoredRecord[] {
  const file = openRecords(path);
  const records = file.all();
  file.close();
  return records;
}

it('starts empty when there is no file', () => expect(reopened()).toEqual([]));

it('has records on disk as soon as they are written, in the order of their first write', () => {
  const file = openRecords(path);
  file.write([
    ['a', '2', { text: 'line\nbreak €😀' }],
    ['a', '1', {}],
    ['b', '1', { id: 1 }],
  ]);
  file.write([
    ['a', '2', { text: 'later' }],
    ['a', '1', null],
    ['a', 'none', null],
  ]);
  expect(reopened()).toEqual([
    ['a', '2', { text: 'later' }],
    ['b', '1', { id: 1 }],
  ]);
  file.close();
});

it('writes all records or none', () => {
  const file = openRecords(path);
  const unwritable: StoredRecord = ['a', '2', 1n];
  expect(() => file.write([['a', '1', {}], unwritable])).toThrow(TypeError);
  file.write([['b', '1', {}]]);
  file.close();
  expect(reopened()).toEqual([['b', '1', {}]]);
});
