import { describe, expect, it } from 'vitest';
import { key } from './under-test.ts';
import type { UnderTest } from './under-test.ts';

const isStored = (sk: string) => Number(sk) % 5 !== 0;

export function describeReads(current: UnderTest): void {
  describe('get', () => {
    it('returns a stored item with every kind of value', async () => {
      const item = {
        ...key,
        text: 'Größe 😀',
        empty: '',
        zero: 0,
        amount: -12.5,
        large: Number.MAX_SAFE_INTEGER,
        yes: true,
        no: false,
        nothing: null,
        bytes: Uint8Array.from([0, 128, 255]),
        list: [1, 'two', [3], { four: 4 }, []],
        map: { inner: { list: [] }, 'with.dot': 1 },
      };
      await current.table.write({ put: item });
      expect(await current.table.get(key)).toStrictEqual(item);
      expect(await current.table.get(key, { consistent: false })).toStrictEqual(item);
    });

    it('returns undefined for a missing item', async () => {
      expect(await current.table.get(key)).toBeUndefined();
    });

    it('omits undefined attributes at any depth', async () => {
      const put = { ...key, gone: undefined, map: { gone: undefined, kept: 1 } };
      expect(await current.table.write({ put })).toStrictEqual({ ...key, map: { kept: 1 } });
      expect(await current.table.get(key)).toStrictEqual({ ...key, map: { kept: 1 } });
    });

    it('accepts a whole item as its key', async () => {
      const item = { ...key, text: 'x' };
      await current.table.write({ put: item });
      expect(await current.table.get(item)).toStrictEqual(item);
    });

    it('keeps the stored item from changes of the one that it returned', async () => {
      await current.table.write({ put: { ...key, map: { count: 1 } } });
      const answered = await current.table.get(key);
      Reflect.set(answered?.['map'] ?? {}, 'count', 2);
      expect(await current.table.get(key)).toStrictEqual({ ...key, map: { count: 1 } });
    });
  });

  describe('getMany', () => {
    it('returns items in the order of the keys, beyond a hundred, with repeats and gaps', async () => {
      const keys = Array.from({ length: 130 }, (_, n) => ({ pk: `P${n % 7}`, sk: String(n) }));
      const stored = keys.filter(({ sk }) => isStored(sk)).map((put) => ({ put }));
      await current.table.transact(stored.slice(0, 100));
      await current.table.transact(stored.slice(100));
      const asked = [...keys, ...keys.slice(3, 7)].toReversed();
      expect(await current.table.getMany(asked)).toStrictEqual(
        asked.map((one) => (isStored(one.sk) ? one : undefined)),
      );
    });

    it('returns no items for no keys', async () => {
      expect(await current.table.getMany([])).toStrictEqual([]);
    });

    it('returns more than one answer of DynamoDB can hold', async () => {
      const items = Array.from({ length: 8 }, (_, n) => ({ pk: 'P', sk: `${n}`, text: 'x'.repeat(300_000) }));
      for (const put of items) await current.table.write({ put });
      expect(await current.table.getMany(items)).toStrictEqual(items);
    });
  });
}
