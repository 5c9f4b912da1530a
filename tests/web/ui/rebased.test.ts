import { describe, expect, it } from 'vitest';
import { isSame, rebased, replacesChange } from '../../../web/ui/rebased.ts';

const before = { name: 'Truck', amount: '50000.00', rows: [{ key: 'a', qty: '59' }] };
const now = { name: 'Digger', amount: '48000.00', rows: [{ key: 'b', qty: '59' }] };

describe('a draft whose initial values have changed', () => {
  it('keeps typed fields and takes the other user’s values for the rest', () => {
    expect(rebased({ ...before, name: 'Truck 2' }, before, now)).toEqual({ ...now, name: 'Truck 2' });
    expect(rebased(before, before, now)).toEqual(now);
    const rows = [{ key: 'a', qty: '60' }];
    expect(rebased({ ...before, rows }, before, now)).toEqual({ ...now, rows });
  });

  it('replaces a change only where the same field was typed, with another value', () => {
    expect(replacesChange({ ...before, name: 'Truck 2' }, before, now)).toBe(true);
    expect(replacesChange({ ...before, name: 'Digger' }, before, now)).toBe(false);
    expect(replacesChange({ ...before, rows: [] }, before, now)).toBe(false);
    expect(replacesChange(before, before, now)).toBe(false);
  });

  it('tells rows apart by what they hold, not by their keys', () => {
    expect(isSame(before.rows, now.rows)).toBe(true);
    expect(isSame(before, now)).toBe(false);
    expect(isSame({ text: '', more: undefined }, { text: '' })).toBe(true);
  });
});
