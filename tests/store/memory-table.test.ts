import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { createMemoryTable } from '../support/memory-table.ts';

const key = { pk: 'P', sk: 'a' };

describe('the memory table', () => {
  it('returns expired items until it is swept', async () => {
    let clock = 1_000_000;
    const table = createMemoryTable({ now: () => clock });
    const items = [
      { pk: 'P', sk: 'a', ttl: 1_010 },
      { pk: 'P', sk: 'b', ttl: 1_100 },
      { pk: 'P', sk: 'c' },
    ];
    await table.transact(items.map((put) => ({ put })));
    clock += 20_000;
    expect(await table.get(key)).toStrictEqual(items[0]);
    table.sweep();
    expect(table.items()).toStrictEqual(items.slice(1));
  });

  it('stores each value as the SDK would write and read it', async () => {
    const nested = { list: [1, undefined, { text: 'ä', none: undefined }], map: new Map([['a', [0.5]]]) };
    const bare = Object.assign(Object.create(null) as object, { inner: {} });
    const values = { nested, bare, zero: -0, big: 12n, set: new Set([1, 2]), bytes: Buffer.from('b') };
    const table = createMemoryTable();
    await table.write({ put: { ...key, ...values } });
    const read = unmarshall(marshall({ ...key, ...values }, { removeUndefinedValues: true }));
    expect(await table.get(key)).toStrictEqual(read);
    for (const refused of [Number.NaN, 2 ** 53, new Set(), new Date(0), [{ at: Infinity }]]) {
      await expect(table.write({ put: { ...key, refused } })).rejects.toThrow(
        /is not allowed|greater than|non-empty set|Unsupported type/,
      );
    }
    expect(await table.get(key)).toStrictEqual(read);
  });

  it('keeps what another write of the caller changes afterwards', async () => {
    const table = createMemoryTable();
    const put = { ...key, map: { inner: { n: 1 } } };
    await table.write({ put });
    put.map.inner.n = 2;
    const before = await table.get(key);
    await table.write({ update: key, set: { 'map.inner.n': 3 } });
    expect(before).toStrictEqual({ ...key, map: { inner: { n: 1 } } });
    expect(await table.get(key)).toStrictEqual({ ...key, map: { inner: { n: 3 } } });
  });
});
