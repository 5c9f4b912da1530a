import { describe, expect, it } from 'vitest';
import {
  countOfCell,
  dateOfCell,
  flagOfCell,
  frequencyOfCell,
  kindOfCell,
  moneyOfCell,
} from '../../../domain/import/cells.ts';

describe('a date cell', () => {
  it.each([
    ['2026-03-31', '2026-03-31'],
    ['31/3/2026', '2026-03-31'],
    ['01/02/2026', '2026-02-01'],
    ['29/2/2028', '2028-02-29'],
    ['45658', '2025-01-01'],
    ['46082', '2026-03-01'],
  ])('reads %s as %s', (text, date) => expect(dateOfCell(text)).toBe(date));

  it.each([
    '3/31/2026',
    '31/3/26',
    '31-3-2026',
    '2026/03/31',
    '29/2/2026',
    '0/1/2026',
    '45658.5',
    '1 Mar 2026',
    '',
  ])('does not guess at %s', (text) => expect(dateOfCell(text)).toBeUndefined());
});

describe('a money cell', () => {
  it.each([
    ['1234.5', 123_450],
    ['$1,234.50', 123_450],
    ['$ 1,234', 123_400],
    ['1,234,567.89', 123_456_789],
    ['0', 0],
  ])('reads %s', (text, amount) => expect(moneyOfCell(text)).toBe(amount));

  it.each([
    '1.005',
    '1,23',
    '1.234,50',
    '12,34.00',
    '-5',
    '(5.00)',
    '1e9',
    '1 000',
    '5 AUD',
    '.',
    '',
    '33.333333',
  ])('does not guess at %s', (text) => expect(moneyOfCell(text)).toBeUndefined());
});

describe('other cells', () => {
  it('read whole numbers of payments', () => {
    expect(['60', '60.0', '1.5', '-1', '12345'].map(countOfCell)).toEqual([
      60,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('read yes and no, and nothing as no', () => {
    expect(['Yes', 'TRUE', 'n', '', 'maybe'].map(flagOfCell)).toEqual([true, true, false, false, undefined]);
  });

  it('read frequencies by their usual names, but none that means two things', () => {
    expect(['Monthly', 'half-yearly', 'Annually', 'bi-weekly', 'bimonthly'].map(frequencyOfCell)).toEqual([
      'monthly',
      'biannually',
      'yearly',
      undefined,
      undefined,
    ]);
  });

  it('read kinds of contract', () => {
    expect(['Hire Purchase', 'chattel-mortgage', 'Lease'].map(kindOfCell)).toEqual([
      'hire-purchase',
      'chattel-mortgage',
      undefined,
    ]);
  });
});
