import { describe, expect, it } from 'vitest';
import { InvalidCursor } from '../../../functions/store/cursor.ts';
import { queryAll } from '../../../functions/store/table.ts';
import type { Item, Query } from '../../../functions/store/table.ts';
import { failureOf } from './under-test.ts';
import type { UnderTest } from './under-test.ts';

const SORT_KEYS = ['A#1', 'A#2', 'B#1', 'B#1x', 'B#2', 'C', 'b', 'Ä', '\uFFFF', '😀'];

export function describeQueries(current: UnderTest): void {
  async function store(items: readonly Item[]): Promise<void> {
    for (const put of items) await current.table.write({ put });
  }
  const storeAll = () => store(SORT_KEYS.toReversed().map((sk) => ({ pk: 'P', sk })));
  const sortKeys = async (query: Omit<Query, 'pk'>) => {
    const { items } = await current.table.query({ pk: 'P', ...query });
    return items.map((item) => item.sk);
  };

  const partitions = async (query: Query) => {
    const items = await queryAll(current.table, query);
    return items.map((item) => item.pk);
  };

  describe('query', () => {
    it('returns one partition in the byte order of its sort keys', async () => {
      await storeAll();
      await store([{ pk: 'P2', sk: 'A#1' }]);
      expect(await current.table.query({ pk: 'P' })).toStrictEqual({
        items: SORT_KEYS.map((sk) => ({ pk: 'P', sk })),
        next: null,
      });
      expect(await sortKeys({ descending: true })).toStrictEqual(SORT_KEYS.toReversed());
    });

    it('returns the sort keys with a prefix', async () => {
      await storeAll();
      expect(await sortKeys({ sk: { prefix: 'B#' } })).toStrictEqual(['B#1', 'B#1x', 'B#2']);
      expect(await sortKeys({ sk: { prefix: 'B#1' }, consistent: false })).toStrictEqual(['B#1', 'B#1x']);
      expect(await sortKeys({ sk: { prefix: 'D' } })).toStrictEqual([]);
    });

    it('returns the sort keys between two values, inclusive', async () => {
      await storeAll();
      expect(await sortKeys({ sk: { from: 'A#2', to: 'B#1x' } })).toStrictEqual(['A#2', 'B#1', 'B#1x']);
      expect(await sortKeys({ sk: { from: '\uFFFF' } })).toStrictEqual(['\uFFFF', '😀']);
      expect(await sortKeys({ sk: { to: 'A#2' } })).toStrictEqual(['A#1', 'A#2']);
      expect(await sortKeys({ sk: {} })).toStrictEqual(SORT_KEYS);
    });

    it.each<[string, Query]>([
      ['a range that ends before it begins', { pk: 'P', sk: { from: 'b', to: 'a' } }],
      ['an empty prefix', { pk: 'P', sk: { prefix: '' } }],
      ['an empty partition key', { pk: '' }],
    ])('rejects %s', async (_name, query) => {
      expect(await failureOf(current.table.query(query))).toBeInstanceOf(Error);
    });

    it.each([false, true])(
      'returns pages, the last one without a cursor (descending: %s)',
      async (descending) => {
        await storeAll();
        const query = { pk: 'P', sk: { from: 'A#2', to: 'b' }, limit: 2, descending };
        const expected = SORT_KEYS.slice(1, 7);
        if (descending) expected.reverse();
        const pages: string[][] = [];
        for (let after: string | undefined, isLast = false; !isLast;) {
          const { items, next } = await current.table.query({ ...query, after });
          pages.push(items.map((item) => item.sk));
          isLast = next === null;
          after = next ?? undefined;
        }
        expect(pages).toStrictEqual([expected.slice(0, 2), expected.slice(2, 4), expected.slice(4, 6)]);
      },
    );

    it('continues after an item that was deleted', async () => {
      await storeAll();
      const { next } = await current.table.query({ pk: 'P', limit: 2 });
      await current.table.write({ delete: { pk: 'P', sk: 'A#2' } });
      expect(await sortKeys({ limit: 1, after: next ?? '' })).toStrictEqual(['B#1']);
    });

    it('returns cursors that are safe in a URL', async () => {
      await storeAll();
      const { next } = await current.table.query({ pk: 'P', limit: 9 });
      expect(next).toMatch(/^[\w-]+$/);
    });

    it('rejects a cursor that is invalid or of another partition, range or index', async () => {
      await storeAll();
      await store(['a', 'b'].map((sk) => ({ pk: 'P2', sk, gsi1pk: 'P', gsi1sk: sk })));
      const foreign = await current.table.query({ pk: 'P2', limit: 1 });
      const indexed = await current.table.query({ pk: 'P', index: 'gsi1', limit: 1 });
      const outside = await current.table.query({ pk: 'P', limit: 1 });
      const made = ['', 'x', '[]', '{"pk":"P"}', '["P",1]', '["P",""]', '["P","A#1","x"]', 'null'];
      const cursors = [
        foreign.next,
        indexed.next,
        outside.next,
        ...made.map((text) => Buffer.from(text).toString('base64url')),
      ];
      for (const after of cursors) {
        const failure = await failureOf(
          current.table.query({ pk: 'P', sk: { prefix: 'B' }, after: after ?? '' }),
        );
        expect(failure).toBeInstanceOf(InvalidCursor);
      }
    });

    it('returns everything through queryAll, beyond the size of one page', async () => {
      const items = Array.from({ length: 8 }, (_, n) => ({ pk: 'P', sk: `${n}`, text: 'x'.repeat(300_000) }));
      await store(items);
      expect(await queryAll(current.table, { pk: 'P' })).toStrictEqual(items);
      expect(await queryAll(current.table, { pk: 'P', limit: 3 })).toStrictEqual(items);
    });
  });

  describe('query through an index', () => {
    const indexed: Item[] = [
      { pk: 'P1', sk: 'a', gsi1pk: 'X', gsi1sk: '3', gsi2pk: 'Y', gsi2sk: '1', note: 'whole' },
      { pk: 'P2', sk: 'a', gsi1pk: 'X', gsi1sk: '1' },
      { pk: 'P3', sk: 'a', gsi1pk: 'X' },
      { pk: 'P4', sk: 'a', gsi1pk: 'X', gsi1sk: '2', gsi2pk: 'Z', gsi2sk: '1' },
    ];
    it('returns whole items that have both index keys, in the order of the index', async () => {
      await store(indexed);
      expect(await partitions({ pk: 'X', index: 'gsi1' })).toStrictEqual(['P2', 'P4', 'P1']);
      expect(await partitions({ pk: 'X', index: 'gsi1', descending: true, limit: 1 })).toStrictEqual([
        'P1',
        'P4',
        'P2',
      ]);
      expect(await partitions({ pk: 'X', index: 'gsi1', sk: { from: '2' } })).toStrictEqual(['P4', 'P1']);
      expect(await current.table.query({ pk: 'Y', index: 'gsi2' })).toStrictEqual({
        items: [indexed[0]],
        next: null,
      });
    });

    it('reflects items that move in the index, leave it or are deleted', async () => {
      await store(indexed);
      await current.table.write({ update: { pk: 'P1', sk: 'a' }, set: { gsi1sk: '0' } });
      await current.table.write({ update: { pk: 'P2', sk: 'a' }, remove: ['gsi1sk'] });
      await current.table.write({ put: { pk: 'P3', sk: 'a', gsi1pk: 'X', gsi1sk: '9' } });
      await current.table.write({ delete: { pk: 'P4', sk: 'a' } });
      expect(await partitions({ pk: 'X', index: 'gsi1' })).toStrictEqual(['P1', 'P3']);
      expect(await partitions({ pk: 'Z', index: 'gsi2' })).toStrictEqual([]);
    });

    it('pages through items with the same index keys', async () => {
      const same = ['P1', 'P2', 'P3', 'P4', 'P5'].map((pk) => ({ pk, sk: 'a', gsi1pk: 'X', gsi1sk: '1' }));
      await store(same);
      const found = await partitions({ pk: 'X', index: 'gsi1', limit: 2 });
      expect(found.toSorted()).toStrictEqual(['P1', 'P2', 'P3', 'P4', 'P5']);
    });
  });
}
