import { describe, expect, it } from 'vitest';
import { commit, commitOne, tryCommit, tryCommitOne, WriteRefused } from '../../functions/store/table.ts';
import type { Item, SingleWrite, Table, Write, WriteFailure } from '../../functions/store/table.ts';
import { createMemoryTable } from '../support/memory-table.ts';

const key = { pk: 'P', sk: 'a' };
const other = { pk: 'P', sk: 'b' };
const third = { pk: 'P', sk: 'c' };

const otherwise = (message: string) => () => new Error(message);
const unexpected = otherwise('no refusal of this write was expected');
const conflict: WriteFailure = { index: 0, reason: 'conflict', item: undefined };

/** Writes of every kind whose condition fails on an empty table. */
const REFUSED = [
  ['put', { put: key, if: 'present' }],
  ['update', { update: key, set: { n: 1 }, if: 'present' }],
  ['delete', { delete: key, if: 'present' }],
] as const;

/** A table that refuses the first calls as given, one after the other, and counts all calls. */
function refusing(...refusals: readonly (readonly WriteFailure[])[]) {
  const memory = createMemoryTable();
  const pending = [...refusals];
  let calls = 0;
  const next = (): void => {
    calls++;
    const failures = pending.shift();
    if (failures) throw new WriteRefused(failures);
  };
  const table: Table = {
    ...memory,
    async write(write) {
      next();
      return memory.write(write);
    },
    async transact(writes) {
      next();
      return memory.transact(writes);
    },
  };
  return { table, calls: () => calls };
}

/** Both functions for one write, and both for a transaction of one. */
const COMMITS = [
  ['commit', (table: Table, write: SingleWrite) => commit(table, [write])],
  ['commitOne', commitOne],
] as const;
const TRIES = [
  ['tryCommit', (table: Table, write: SingleWrite) => tryCommit(table, [write])],
  ['tryCommitOne', tryCommitOne],
] as const;

describe('commit', () => {
  it('does all writes', async () => {
    const table = createMemoryTable();
    await commit(table, [
      { put: { ...key, n: 1 }, if: 'absent', otherwise: unexpected },
      { check: other, if: 'absent', otherwise: unexpected },
      { update: third, add: { n: 2 } },
    ]);
    expect(table.items()).toStrictEqual([
      { ...key, n: 1 },
      { ...third, n: 2 },
    ]);
  });

  it('throws the refusal of the first write whose condition failed and writes nothing', async () => {
    const table = createMemoryTable();
    const writes: Write[] = [
      { put: key, if: 'absent', otherwise: unexpected },
      { check: other, if: 'present', otherwise: otherwise('first') },
      { delete: third, if: 'present', otherwise: otherwise('second') },
    ];
    await expect(commit(table, writes)).rejects.toThrow('first');
    expect(table.items()).toStrictEqual([]);
  });

  it('throws WriteRefused when the first write that failed carries no refusal', async () => {
    const writes: Write[] = [
      { check: key, if: 'present' },
      { check: other, if: 'present', otherwise: unexpected },
    ];
    await expect(commit(createMemoryTable(), writes)).rejects.toThrow(WriteRefused);
  });

  it('throws the refusal of a failed condition when another write only met a conflict', async () => {
    const { table, calls } = refusing([conflict, { index: 1, reason: 'condition', item: undefined }]);
    const writes: Write[] = [
      { put: key, if: 'absent', otherwise: unexpected },
      { put: other, if: 'absent', otherwise: otherwise('taken') },
    ];
    await expect(commit(table, writes)).rejects.toThrow('taken');
    expect(calls()).toBe(1);
  });
});

describe('commitOne', () => {
  it('returns the item after the write', async () => {
    const table = createMemoryTable();
    expect(await commitOne(table, { update: key, add: { n: 1 } })).toStrictEqual({ ...key, n: 1 });
    expect(await commitOne(table, { delete: key, if: 'present', otherwise: unexpected })).toBeUndefined();
  });
});

describe.each(COMMITS)('%s', (_name, run) => {
  it.each(REFUSED)('throws the refusal that a %s carries', async (_kind, write) => {
    const refused = run(createMemoryTable(), { ...write, otherwise: otherwise('refused') });
    await expect(refused).rejects.toThrow('refused');
  });

  it.each(REFUSED)('throws WriteRefused for a %s without a refusal', async (_kind, write) => {
    await expect(run(createMemoryTable(), write)).rejects.toThrow(WriteRefused);
  });

  it.each<[string, Item | undefined]>([
    ['the stored item', { ...key, version: 3 }],
    ['undefined for a missing item', undefined],
  ])('passes %s to the refusal', async (_title, stored) => {
    const table = createMemoryTable();
    if (stored) await table.write({ put: stored });
    const passed: unknown[] = [];
    const refused = run(table, {
      update: key,
      set: { version: 5 },
      if: ['version', '=', 4],
      otherwise: (item) => {
        passed.push(item);
        return new Error('changed');
      },
    });
    await expect(refused).rejects.toThrow('changed');
    expect(passed).toStrictEqual([stored]);
  });

  it('retries conflicts until the write succeeds', async () => {
    const { table, calls } = refusing([conflict], [conflict], [conflict]);
    await run(table, { put: key, if: 'absent', otherwise: unexpected });
    expect(calls()).toBe(4);
    expect(await table.get(key)).toStrictEqual(key);
  });

  it('throws the refusal of a condition that fails after a conflict', async () => {
    const { table, calls } = refusing([conflict]);
    const refused = run(table, { delete: key, if: 'present', otherwise: otherwise('gone') });
    await expect(refused).rejects.toThrow('gone');
    expect(calls()).toBe(2);
  });

  it('throws WriteRefused after fifty conflicts', async () => {
    const { table, calls } = refusing(...Array.from({ length: 60 }, () => [conflict]));
    const refused = run(table, { put: key, if: 'absent', otherwise: unexpected });
    await expect(refused).rejects.toThrow(WriteRefused);
    expect(calls()).toBe(50);
  });

  it('passes any other error on without a retry', async () => {
    const { table } = refusing();
    const failing: Table = {
      ...table,
      write: () => Promise.reject(new Error('unreachable')),
      transact: () => Promise.reject(new Error('unreachable')),
    };
    await expect(run(failing, { put: key, otherwise: unexpected })).rejects.toThrow('unreachable');
  });
});

describe.each(TRIES)('%s', (_name, run) => {
  it('returns true for a write that succeeds, also after conflicts', async () => {
    const { table } = refusing([conflict]);
    expect(await run(table, { put: key, if: 'absent' })).toBe(true);
    expect(await table.get(key)).toStrictEqual(key);
  });

  it.each(REFUSED)('returns false for a %s whose condition fails', async (_kind, write) => {
    const table = createMemoryTable();
    expect(await run(table, write)).toBe(false);
    expect(table.items()).toStrictEqual([]);
  });

  it('throws the refusal that a write carries', async () => {
    const refused = run(createMemoryTable(), { ...REFUSED[0][1], otherwise: otherwise('refused') });
    await expect(refused).rejects.toThrow('refused');
  });

  it('throws WriteRefused, and never returns false, after fifty conflicts', async () => {
    const { table } = refusing(...Array.from({ length: 60 }, () => [conflict]));
    await expect(run(table, { put: key })).rejects.toThrow(WriteRefused);
  });
});
