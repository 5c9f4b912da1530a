import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openJournal } from '../../scripts/simulators/journal.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(folder, 'deeper', 'state.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true }));

const Entry = z.looseObject({ id: z.number().optional() });

/** Reads the entries that a new process would find. */
function reopened(): readonly unknown[] {
  const journal = openJournal(path, Entry);
  journal.close();
  return journal.recovered;
}

describe('a journal', () => {
  it('starts empty when there is no file', () => {
    expect(reopened()).toEqual([]);
  });

  it('has an entry on disk as soon as append returns', () => {
    const journal = openJournal(path, Entry);
    journal.append({ id: 1, text: 'line\nbreak' });
    expect(reopened()).toEqual([{ id: 1, text: 'line\nbreak' }]);
    journal.close();
  });

  it('keeps the order of entries over several openings', () => {
    for (const id of [1, 2, 3]) {
      const journal = openJournal(path, Entry);
      journal.append({ id });
      journal.close();
    }
    expect(reopened()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('drops an incomplete last line and continues after it', () => {
    const journal = openJournal(path, Entry);
    journal.append({ id: 1 });
    journal.close();
    appendFileSync(path, '{"id":2,"na');
    const next = openJournal(path, Entry);
    next.append({ id: 3 });
    next.close();
    expect(reopened()).toEqual([{ id: 1 }, { id: 3 }]);
  });

  it('recovers from a cut at every byte of its last line', () => {
    const journal = openJournal(path, Entry);
    journal.append({ id: 1 });
    journal.append({ name: 'é€😀' });
    journal.close();
    const whole = readFileSync(path);
    const firstLine = whole.indexOf('\n') + 1;
    for (let length = firstLine; length < whole.length; length += 1) {
      writeFileSync(path, whole.subarray(0, length));
      expect(reopened()).toEqual([{ id: 1 }]);
    }
  });

  it('refuses to open when a line before the last is damaged', () => {
    openJournal(path, Entry).close();
    writeFileSync(path, '{"id":1}\n{"id":\n{"id":3}\n');
    expect(reopened).toThrow('line 2 is damaged');
  });

  it('refuses to open when a line does not match the schema', () => {
    openJournal(path, Entry).close();
    writeFileSync(path, '{"id":1}\n{"id":"two"}\n');
    expect(reopened).toThrow('line 2 is damaged');
  });

  it('holds the compacted entries and those appended later', () => {
    const journal = openJournal(path, Entry);
    for (let id = 1; id <= 100; id += 1) journal.append({ id });
    journal.compact([{ id: 100 }]);
    expect(journal.lines).toBe(1);
    journal.append({ id: 101 });
    expect(journal.lines).toBe(2);
    journal.close();
    expect(reopened()).toEqual([{ id: 100 }, { id: 101 }]);
    expect(existsSync(`${path}.next`)).toBe(false);
  });

  it('survives a compaction that was killed', () => {
    const journal = openJournal(path, Entry);
    journal.append({ id: 1 });
    journal.close();
    writeFileSync(`${path}.next`, '{"id":1}\n{"i');
    expect(reopened()).toEqual([{ id: 1 }]);
  });
});
