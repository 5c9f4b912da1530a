import { describe, expect, it } from 'vitest';
import type { Item, Write } from '../../../functions/store/table.ts';
import { failureOf, key, other } from './under-test.ts';
import type { UnderTest } from './under-test.ts';

type Update = Omit<Extract<Write, { update: unknown }>, 'update'>;

export function describeUpdates(current: UnderTest): void {
  describe('put', () => {
    it('replaces the whole item and returns the new one', async () => {
      await current.table.write({ put: { ...key, a: 1, b: 2 } });
      expect(await current.table.write({ put: { ...key, b: 3 } })).toStrictEqual({ ...key, b: 3 });
      expect(await current.table.get(key)).toStrictEqual({ ...key, b: 3 });
    });

    it.each<[string, unknown]>([
      ['not a number', Number.NaN],
      ['infinity', Number.POSITIVE_INFINITY],
      ['an inexact integer', 2 ** 53],
      ['a date', new Date(0)],
    ])('rejects %s', async (_name, value) => {
      await failureOf(current.table.write({ put: { ...key, list: [value] } }));
      expect(await current.table.get(key)).toBeUndefined();
    });

    it.each<[string, Item]>([
      ['an empty partition key', { pk: '', sk: 'a' }],
      ['an empty sort key', { pk: 'P', sk: '' }],
      ['a partition key that is too long', { pk: 'x'.repeat(2_049), sk: 'a' }],
      ['a sort key that is too long', { pk: 'P', sk: 'x'.repeat(1_025) }],
      ['an empty key of an index', { ...key, gsi1pk: 'X', gsi1sk: '' }],
      ['an index key that is not a string', { ...key, gsi2pk: 1, gsi2sk: 'a' }],
    ])('rejects %s', async (_name, put) => {
      await failureOf(current.table.write({ put }));
      await failureOf(current.table.transact([{ put }, { put: { ...other } }]));
      expect(await current.table.get(other)).toBeUndefined();
    });
  });

  describe('delete', () => {
    it('removes the item, returns undefined, and accepts a missing item', async () => {
      await current.table.write({ put: { ...key } });
      expect(await current.table.write({ delete: key })).toBeUndefined();
      expect(await current.table.get(key)).toBeUndefined();
      expect(await current.table.write({ delete: key })).toBeUndefined();
    });
  });

  describe('update', () => {
    const update = (change: Update) => current.table.write({ update: key, ...change });
    const before = { ...key, a: 1, map: { x: 1, y: 2 }, list: [1, 2] };

    it('creates a missing item', async () => {
      expect(await update({ set: { a: 'x' }, add: { n: 2 } })).toStrictEqual({ ...key, a: 'x', n: 2 });
      expect(await current.table.get(key)).toStrictEqual({ ...key, a: 'x', n: 2 });
    });

    it('changes the named attributes only and returns the whole item', async () => {
      await current.table.write({ put: before });
      const after = { ...key, a: { b: [null] }, map: { x: 5, z: Uint8Array.of(1) }, n: -3 };
      expect(
        await update({
          set: { a: { b: [null] }, 'map.z': Uint8Array.of(1) },
          add: { n: -3, 'map.x': 4 },
          remove: ['list', 'map.y', 'nothing'],
        }),
      ).toStrictEqual(after);
      expect(await current.table.get(key)).toStrictEqual(after);
    });

    it('puts numbers into a set and takes them out, with the same result when repeated', async () => {
      const included = { ...key, set: new Set([1, 2, 3200]) };
      const twice = async (change: Update) => [await update(change), await update(change)];
      expect(await twice({ include: { set: [1, 2, 3200], none: [] } })).toStrictEqual([included, included]);
      const excluded = { ...key, set: new Set([2, 3200]) };
      expect(await twice({ exclude: { set: [1, 7], none: [1] } })).toStrictEqual([excluded, excluded]);
      expect(await update({ exclude: { set: [2, 3200] } })).toStrictEqual(key);
      await current.table.transact([{ put: included }]);
      await current.table.transact([{ update: key, exclude: { set: [2] }, include: { more: [5] } }]);
      expect(await current.table.get(key)).toStrictEqual({
        ...key,
        set: new Set([1, 3200]),
        more: new Set([5]),
      });
    });

    it('ignores attributes set to undefined', async () => {
      await current.table.write({ put: before });
      const set = { a: undefined, b: 1, map: { x: undefined } };
      expect(await update({ set })).toStrictEqual({ ...before, b: 1, map: {} });
    });

    it('accepts attribute names that have a meaning in DynamoDB', async () => {
      const set = { name: 1, 'a b': 2, '#0': 3, ':0': 4, 'x = :0, y': 5, SET: 6 };
      expect(await update({ set })).toStrictEqual({ ...key, ...set });
      expect(await update({ remove: ['a b', '#0', 'SET'], add: { 'x = :0, y': 1 } })).toStrictEqual({
        ...key,
        name: 1,
        ':0': 4,
        'x = :0, y': 6,
      });
    });

    it.each<[string, Update]>([
      ['an update without changes', {}],
      ['an update of undefined values only', { set: { a: undefined } }],
      ['a path into a missing map', { set: { 'none.x': 1 } }],
      ['a path into a value that is not a map', { set: { 'a.x': 1 } }],
      ['adding to a value that is not a number', { add: { map: 1 } }],
      ['including a number in a value that is not a set', { include: { a: [1] } }],
      ['excluding a number from a value that is not a set', { exclude: { list: [1] } }],
      ['both changes of one set', { include: { set: [1] }, exclude: { set: [2] } }],
      ['two changes of one attribute', { set: { a: 2 }, remove: ['a'] }],
      ['a change within another', { set: { map: {}, 'map.x': 2 } }],
      ['a change of the key', { set: { sk: 'b' } }],
      ['an empty key of an index', { set: { gsi1pk: '' } }],
    ])('rejects %s', async (_name, change) => {
      await current.table.write({ put: before });
      await failureOf(update(change));
      await failureOf(current.table.transact([{ put: { ...other } }, { update: key, ...change }]));
      expect(await current.table.get(key)).toStrictEqual(before);
      expect(await current.table.get(other)).toBeUndefined();
    });
  });
}
