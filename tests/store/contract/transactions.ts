import { describe, expect, it } from 'vitest';
import { ItemTooLarge, WriteRefused } from '../../../functions/store/table.ts';
import type { Write } from '../../../functions/store/table.ts';
import { failureOf, key, other, refusalOf } from './under-test.ts';
import type { UnderTest } from './under-test.ts';

const MOST_BYTES = 400 * 1_024;
/** Of the names and keys beside `text`: pk, P, sk, a, text. */
const bytesOfNames = 10;

const third = { pk: 'Q', sk: 'c' };
const fourth = { pk: 'R', sk: 'd' };

export function describeTransactions(current: UnderTest): void {
  const stored = () => current.table.getMany([key, other, third, fourth]);

  describe('transact', () => {
    it('does writes of every kind', async () => {
      await current.table.transact([
        { put: { ...other, n: 1 } },
        { put: { ...third } },
        { put: { ...fourth } },
      ]);
      await current.table.transact([
        { put: { ...key, a: 1 }, if: 'absent' },
        { update: other, add: { n: 1 }, set: { m: {} }, if: ['n', '=', 1] },
        { delete: third, if: 'present' },
        { check: fourth, if: 'present' },
      ]);
      expect(await stored()).toStrictEqual([{ ...key, a: 1 }, { ...other, n: 2, m: {} }, undefined, fourth]);
    });

    it('writes nothing when a condition fails, and reports each that failed', async () => {
      await current.table.write({ put: { ...other, n: 1 } });
      const refused = await refusalOf(
        current.table.transact([
          { put: { ...key } },
          { update: other, add: { n: 1 }, if: ['n', '=', 2] },
          { delete: third },
          { check: fourth, if: 'present' },
        ]),
      );
      expect(refused.failures).toStrictEqual([
        { index: 1, reason: 'condition', item: { ...other, n: 1 } },
        { index: 3, reason: 'condition', item: undefined },
      ]);
      expect(await stored()).toStrictEqual([undefined, { ...other, n: 1 }, undefined, undefined]);
    });

    it('accepts 100 writes, and rejects 101 or none', async () => {
      const writes = Array.from({ length: 101 }, (_, n): Write => ({ put: { pk: 'P', sk: String(n) } }));
      await failureOf(current.table.transact(writes));
      await failureOf(current.table.transact([]));
      expect((await current.table.query({ pk: 'P' })).items).toHaveLength(0);
      await current.table.transact(writes.slice(0, 100));
      expect((await current.table.query({ pk: 'P' })).items).toHaveLength(100);
    });

    it('accepts an item of 400 KB, and rejects a larger one, alone and in a transaction', async () => {
      const text = 'x'.repeat(MOST_BYTES - bytesOfNames);
      await current.table.write({ put: { ...key, text } });
      await expect(current.table.write({ put: { ...other, text: `${text}x` } })).rejects.toThrow(
        ItemTooLarge,
      );
      await expect(
        current.table.transact([{ put: { ...third } }, { put: { ...other, text: `${text}x` } }]),
      ).rejects.toThrow(ItemTooLarge);
      expect((await stored()).map((item) => item !== undefined)).toEqual([true, false, false, false]);
    });

    it('rejects an update by which an item exceeds 400 KB', async () => {
      const text = 'x'.repeat(MOST_BYTES - bytesOfNames);
      await current.table.write({ put: { ...key, text } });
      await expect(current.table.write({ update: key, set: { n: true } })).rejects.toThrow(ItemTooLarge);
      expect(await current.table.get(key)).toStrictEqual({ ...key, text });
    });

    it('accepts items of 4 MB together, and rejects more', async () => {
      const putOf = (n: number, bytes: number): Write => {
        const sk = String(n).padStart(2, '0');
        return { put: { pk: 'P', sk, text: 'x'.repeat(bytes - bytesOfNames - 1) } };
      };
      const full = Array.from({ length: 10 }, (_, n) => putOf(n, MOST_BYTES));
      const left = 4 * 1_024 * 1_024 - 10 * MOST_BYTES;
      await failureOf(current.table.transact([...full, putOf(10, left + 1)]));
      expect((await current.table.query({ pk: 'P' })).items).toHaveLength(0);
      await current.table.transact([...full, putOf(10, left)]);
      const last = { pk: 'P', sk: '10' };
      expect(await current.table.get(last)).toBeDefined();
    });

    it('rejects two writes of one item', async () => {
      await failureOf(current.table.transact([{ put: { ...key } }, { check: key, if: 'absent' }]));
      expect(await current.table.get(key)).toBeUndefined();
    });

    it('keeps counts right under concurrent transactions that are retried', async () => {
      await current.table.transact([{ put: { ...key, n: 0 } }, { put: { ...other, n: 0 } }]);
      const move = async (): Promise<void> => {
        for (let isDone = false; !isDone;) {
          isDone = await current.table
            .transact([
              { update: key, add: { n: 1 } },
              { update: other, add: { n: -1 } },
            ])
            .then(() => true, isConflict);
        }
      };
      await Promise.all(Array.from({ length: 8 }, move));
      expect(await current.table.getMany([key, other])).toStrictEqual([
        { ...key, n: 8 },
        { ...other, n: -8 },
      ]);
    });
  });
}

/** Returns false for a conflict. @throws any other error. */
function isConflict(error: unknown): boolean {
  if (error instanceof WriteRefused && error.isOnlyConflict) return false;
  throw error;
}
