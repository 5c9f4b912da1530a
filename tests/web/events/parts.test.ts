import { describe, expect, test } from 'vitest';
import { draftParts, leftOver, partsBody, partsProblem, type DraftPart } from '../../../web/events/parts.ts';

const payment = { payments: 1_000, paymentDate: '2025-10-15', parts: [] };
const part = (date: string, amount: string): DraftPart => ({ key: date, date, amount });

describe('the parts of a payment', () => {
  test('accepts parts in the order of their dates that add up to the payment', () => {
    const parts = [part('2025-10-15', '400'), part('2025-10-20', '600.00')];
    expect(partsProblem(payment, parts)).toBeUndefined();
    expect(leftOver(payment, parts)).toBe(0);
    expect(partsBody(parts)).toEqual([
      { date: '2025-10-15', amount: 400 },
      { date: '2025-10-20', amount: 600 },
    ]);
  });

  test.each<[string, readonly DraftPart[], string]>([
    ['a single part', [part('2025-10-15', '1000')], 'two parts'],
    ['a part without a date', [part('2025-10-15', '400'), part('', '600')], 'date and an amount'],
    ['a part of nothing', [part('2025-10-15', '1000'), part('2025-10-16', '0')], 'date and an amount'],
    ['dates out of order', [part('2025-10-20', '400'), part('2025-10-15', '600')], 'order'],
    ['too little', [part('2025-10-15', '400'), part('2025-10-20', '599.99')], '$0.01 is missing'],
    ['too much', [part('2025-10-15', '400'), part('2025-10-20', '600.01')], '$0.01 too much'],
  ])('refuses %s', (_, parts, message) => {
    expect(partsProblem(payment, parts)).toContain(message);
  });

  test('start from the recorded ones, or from two empty ones', () => {
    expect(draftParts(payment)).toHaveLength(2);
    const parts = [
      { date: '2025-10-15', amount: 400, xeroSynchronized: false, xeroUrl: null },
      { date: '2025-10-20', amount: 600, xeroSynchronized: false, xeroUrl: null },
    ];
    expect(draftParts({ ...payment, parts })).toMatchObject([
      { date: '2025-10-15', amount: '400.00' },
      { date: '2025-10-20', amount: '600.00' },
    ]);
  });
});
