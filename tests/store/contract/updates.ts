import { describe, expect, it } from 'vitest';
import type { Item, Write } from '../../../functions/store/table.ts';
import { failureOf, key, other } from './under-test.ts';
import type { UnderTest } from './under-test.ts';

type Update = Omit<Extract<Write, { update: unknown }>, 'update'>;

export function describeUpdates(current: UnderTest): void {
  describe('put', () => {
    it('replaces the whole item and answers the new one', async () => {
      await current.table.write({ put: { ...key, a: 1, b: 2 } });
      expect(await current.table.write({ put: { ...key, b: 3 } })).toStrictEqual({ ...key, b: 3 });
      expect(await current.table.get(key)).toStrictEqual({ ...key, b: 3 });
    });

    it.each<[string, unknown]>([
      ['not a number', Number.NaN],
      ['infinity', Number.POSITIVE_INFINITY],
      ['an integer that is not exact', 2 ** 53],
      ['a date', new Date(0)],
    ])('refuses %s', async (_name, value) => {
      await failureOf(current.table.write({ put: { ...key, list: [value] } }));
      expect(await current.table.get(key)).toBeUndefined();
    });

    it.each<[string, Item]>([
      ['an empty partition key', { pk: '', sk: 'a' }],
      ['an empty sort key', { pk: 'P', sk: '' }],
      ['a partition key that is too long', { pk: 'x'.repeat(2_049), sk: 'a' }],
      ['a sort key that is too long', { pk: 'P', sk: 'x'.repeat(1_025) }],
      ['an empty key of an index', { ...key, gsi1pk: 'X', gsi1sk: '' }],
      ['a key of an index that is no text', { ...key, gsi2pk: 1, gsi2sk: 'a' }],
    ])('refuses %s', async (_name, put) => {
      await failureOf(current.table.write({ put }));
      await failureOf(current.table.transact([{ put }, { put: { ...other } }]));
      expect(await current.table.get(other)).toBeUndefined();
    });
  });

  describe('delete', () => {
    it('removes the item, answers nothing, and does not mind when there is none', async () => {
      await current.table.write({ put: { ...key } });
      expect(await current.table.write({ delete: key })).toBeUndefined();
      expect(await current.table.get(key)).toBeUndefined();
      expect(await current.table.write({ delete: key })).toBeUndefined();
    });
  });

  describe('update', () => {
    const update = (change: Update) => current.table.write({ update: key, ...change });
    const before = { ...key, a: 1, map: { x: 1, y: 2 }, list: [1, 2] };

    it('creates the item where it is missing', async () => {
      expect(await update({ set: { a: 'x' }, add: { n: 2 } })).toStrictEqual({ ...key, a: 'x', n: 2 });
      expect(await current.table.get(key)).toStrictEqual({ ...key, a: 'x', n: 2 });
    });

    it('changes what it names and leaves the rest, answering the whole item', async () => {
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

    it('leaves out what is set to undefined', async () => {
      await current.table.write({ put: before });
      const set = { a: undefined, b: 1, map: { x: undefined } };
      expect(await update({ set })).toStrictEqual({ ...before, b: 1, map: {} });
    });

    it('takes attribute names as they are, also those that mean something to DynamoDB', async () => {
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
      ['nothing to change', {}],
      ['nothing to change but undefined', { set: { a: undefined } }],
      ['a path into a map that is missing', { set: { 'none.x': 1 } }],
      ['a path into what is no map', { set: { 'a.x': 1 } }],
      ['adding to what is no number', { add: { map: 1 } }],
      ['two changes of one attribute', { set: { a: 2 }, remove: ['a'] }],
      ['a change within another', { set: { map: {}, 'map.x': 2 } }],
      ['a change of the key', { set: { sk: 'b' } }],
      ['an empty key of an index', { set: { gsi1pk: '' } }],
    ])('refuses %s', async (_name, change) => {
      await current.table.write({ put: before });
      await failureOf(update(change));
      await failureOf(current.table.transact([{ put: { ...other } }, { update: key, ...change }]));
      expect(await current.table.get(key)).toStrictEqual(before);
      expect(await current.table.get(other)).toBeUndefined();
    });
  });
}
