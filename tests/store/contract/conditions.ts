import { describe, expect, it } from 'vitest';
import { WriteRefused } from '../../../functions/store/table.ts';
import type { Condition, Item } from '../../../functions/store/table.ts';
import { key, refusalOf } from './under-test.ts';
import type { UnderTest } from './under-test.ts';

const stored: Item = {
  ...key,
  version: 3,
  used: 2,
  maximum: 5,
  text: 'b',
  flag: true,
  nothing: null,
  map: { x: 1 },
};

/** [condition, whether it holds for the stored item, whether it holds for a missing item] */
const CASES: readonly (readonly [Condition, boolean, boolean])[] = [
  ['absent', false, true],
  ['present', true, false],
  [['version', '=', 3], true, false],
  [['version', '=', '3'], false, false],
  [['version', '<>', 3], false, false],
  [['version', '<>', 4], true, false],
  [['version', '<>', 'x'], true, false],
  [['none', '<>', 4], false, false],
  [['version', '<', 4], true, false],
  [['version', '<', 'x'], false, false],
  [['version', '<=', 3], true, false],
  [['version', '>', 3], false, false],
  [['version', '>=', 3.5], false, false],
  [['text', '<', 'c'], true, false],
  [['text', '>', 'B'], true, false],
  [['text', '>=', 'b😀'], false, false],
  [['flag', '=', true], true, false],
  [['flag', '<>', true], false, false],
  [['used', '<', { attribute: 'maximum' }], true, false],
  [['maximum', '<=', { attribute: 'used' }], false, false],
  [['used', '=', { attribute: 'none' }], false, false],
  [['none', '=', { attribute: 'nothing either' }], false, false],
  [['none', '<>', { attribute: 'used' }], false, false],
  [['used', '<>', { attribute: 'none' }], false, false],
  [['version', '>', { attribute: 'map.x' }], true, false],
  [['none', 'absent'], true, true],
  [['none', 'present'], false, false],
  [['nothing', 'present'], true, false],
  [['map.x', 'present'], true, false],
  [['map.y', 'absent'], true, true],
  [['text.x', 'absent'], true, true],
  [['map.x', '=', 1], true, false],
  [{ all: ['present', ['version', '=', 3]] }, true, false],
  [{ all: ['present', ['version', '=', 4]] }, false, false],
  [{ any: ['absent', ['version', '=', 3]] }, true, true],
  [
    {
      any: [
        ['version', '=', 1],
        ['version', '=', 2],
      ],
    },
    false,
    false,
  ],
  [{ all: [['version', '=', 4], { any: ['present', 'absent'] }] }, false, false],
  [{ all: [] }, true, true],
  [{ any: [] }, false, false],
  [{ all: [{ any: [['version', '<>', 4]] }] }, true, false],
  [
    {
      any: [
        { all: ['present', ['used', '>', 9]] },
        { all: ['present', { any: ['absent', ['used', '=', 2]] }] },
      ],
    },
    true,
    false,
  ],
];

const TITLED = CASES.map(
  ([condition, ...expected]) => [JSON.stringify(condition), condition, ...expected] as const,
);

export function describeConditions(current: UnderTest): void {
  describe('a condition', () => {
    it.each(TITLED)(
      'decides %s for a stored and for a missing item',
      async (_title, condition, ofStored, ofNone) => {
        expect(await isHeld(current.table.write({ put: stored, if: condition }))).toBe(ofNone);
        await current.table.write({ put: stored });
        expect(await isHeld(current.table.write({ put: stored, if: condition }))).toBe(ofStored);
        expect(await isHeld(current.table.write({ update: key, set: { a: 1 }, if: condition }))).toBe(
          ofStored,
        );
        expect(await isHeld(current.table.transact([{ check: key, if: condition }]))).toBe(ofStored);
        expect(await isHeld(current.table.write({ delete: key, if: condition }))).toBe(ofStored);
        expect((await current.table.get(key)) === undefined).toBe(ofStored);
      },
    );
  });

  describe('a write whose condition fails', () => {
    it('is refused with the stored item and changes nothing', async () => {
      await current.table.write({ put: stored });
      for (const write of [
        { put: { ...key, version: 4 } },
        { update: key, set: { version: 4 } },
        { delete: key },
      ]) {
        const refused = await refusalOf(current.table.write({ ...write, if: ['version', '=', 2] }));
        expect(refused.failures).toStrictEqual([{ index: 0, reason: 'condition', item: stored }]);
        expect(refused.isOnlyConflict).toBe(false);
      }
      expect(await current.table.get(key)).toStrictEqual(stored);
    });

    it('is refused without an item when none is stored', async () => {
      const refused = await refusalOf(current.table.write({ update: key, set: { a: 1 }, if: 'present' }));
      expect(refused.failures).toStrictEqual([{ index: 0, reason: 'condition', item: undefined }]);
      expect(await current.table.get(key)).toBeUndefined();
    });
  });

  it('admits as many concurrent increments as the limit of a counter allows', async () => {
    await current.table.write({ put: { ...key, used: 0, maximum: 3 } });
    const take = () =>
      isHeld(
        current.table.write({ update: key, add: { used: 1 }, if: ['used', '<', { attribute: 'maximum' }] }),
      );
    const taken = await Promise.all(Array.from({ length: 20 }, take));
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(await current.table.get(key)).toStrictEqual({ ...key, used: 3, maximum: 3 });
  });
}

async function isHeld(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof WriteRefused) return false;
    throw error;
  }
}
