import { describe, expect, it } from 'vitest';
import {
  amountOrNoneOfCell,
  balloonDueOfCell,
  countOfCell,
  dateOfCell,
  flagOfCell,
  frequencyOfCell,
  kindOfCell,
  moneyOfCell,
  paymentsInCell,
  rateOfCell,
} from '../../../domain/import/cells.ts';

describe('a date cell', () => {
  it.each([
    ['2026-03-31', '2026-03-31'],
    ['2026/03/31', '2026-03-31'],
    ['2026-03-30T13:00:00.000Z', '2026-03-31'],
    ['2026-03-31 00:00:00', '2026-03-31'],
    ['31/3/2026', '2026-03-31'],
    ['01/02/2026', '2026-02-01'],
    ['29/2/2028', '2028-02-29'],
    ['45658', '2025-01-01'],
    ['46082', '2026-03-01'],
    ['7 Mar 2024', '2024-03-07'],
    ['7-Mar-24', '2024-03-07'],
    ['14-Apr-2026', '2026-04-14'],
    ['1.9.2024', '2024-09-01'],
    ['12-11-2024', '2024-11-12'],
    ['15/1/25', '2025-01-15'],
    ['15/1/69', '2069-01-15'],
    ['15/1/70', '1970-01-15'],
    ['1st March 2026', '2026-03-01'],
    ['March 1, 2026', '2026-03-01'],
  ])('reads %s as %s', (text, date) => expect(dateOfCell(text)).toBe(date));

  it.each(['3/31/2026', '3/31/26', '29/2/2026', '0/1/2026', '45658.5', '1 Mar', 'Mar 2026', ''])(
    'does not guess at %s',
    (text) => expect(dateOfCell(text)).toBeUndefined(),
  );
});

describe('a money cell', () => {
  it.each([
    ['1234.5', 123_450],
    ['$1,234.50', 123_450],
    ['$ 1,234', 123_400],
    ['1,234,567.89', 123_456_789],
    ['0', 0],
    ['1 000', 100_000],
    ['52\u00a0000.00', 5_200_000],
    ['$\u202f1\u2009234\u2009567', 123_456_700],
    ['A$1,234.50', 123_450],
  ])('reads %s', (text, amount) => expect(moneyOfCell(text)).toBe(amount));

  it.each(['1.005', '1,23', '1.234,50', '12,34.00', '-5', '(5.00)', '1e9', '5 AUD', '.', '', '33.333333'])(
    'does not guess at %s',
    (text) => expect(moneyOfCell(text)).toBeUndefined(),
  );
});

describe('other cells', () => {
  it.each([
    ['60', 60, 'payments'],
    ['60.0', 60, 'payments'],
    ['60 pmts', 60, 'payments'],
    ['48 mths', 48, 'months'],
    ['4yrs', 4, 'years'],
    ['5 years 6 months', 66, 'months'],
    ['5.5 yrs', 66, 'months'],
  ])('read the count %s', (text, number, unit) => expect(countOfCell(text)).toEqual({ number, unit }));

  it.each(['1.5', '-1', '12345', '48 days', ''])('read no count in %s', (text) =>
    expect(countOfCell(text)).toBeUndefined(),
  );

  it('count the payments of a term in months or years', () => {
    expect(paymentsInCell({ number: 48, unit: 'months' }, 'quarterly')).toBe(16);
    expect(paymentsInCell({ number: 4, unit: 'years' }, 'fortnightly')).toBe(104);
    expect(paymentsInCell({ number: 1, unit: 'months' }, 'weekly')).toBeUndefined();
  });

  it('read a rate in percent, and the fraction that Excel keeps', () => {
    expect(['7.95', '7.95% pa fixed', '0.0795', '0', '0.9', '12%', 'BBSY + 2'].map(rateOfCell)).toEqual([
      7.95,
      7.95,
      7.95,
      0,
      0.9,
      12,
      undefined,
    ]);
  });

  it('read no balloon', () => {
    expect(['nil', '-', 'N/A', '24,000', '30%'].map(amountOrNoneOfCell)).toEqual([
      0,
      0,
      0,
      2_400_000,
      undefined,
    ]);
  });

  it('read when a balloon is due', () => {
    expect(
      ['with-last', 'With last payment', 'period-later', 'One month later', 'soon'].map(balloonDueOfCell),
    ).toEqual(['with-last', 'with-last', 'period-later', 'period-later', undefined]);
  });

  it('read yes and no, and nothing as no', () => {
    expect(['Yes', 'TRUE', 'n', '', 'maybe'].map(flagOfCell)).toEqual([true, true, false, false, undefined]);
    expect(['Adv', 'In advance', 'Arrears'].map(flagOfCell)).toEqual([true, true, false]);
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

  it('read frequencies by their letters', () => {
    const letters = ['M', 'W', 'F/N', 'Q', 'HY', 'A', 'mthly', '6 monthly', 'Monthly in advance'];
    expect(letters.map(frequencyOfCell)).toEqual([
      'monthly',
      'weekly',
      'fortnightly',
      'quarterly',
      'biannually',
      'yearly',
      'monthly',
      'biannually',
      'monthly',
    ]);
  });

  it('read kinds of contract', () => {
    expect(['HP', 'CM', 'chattel', 'Term loan'].map(kindOfCell)).toEqual([
      'hire-purchase',
      'chattel-mortgage',
      'chattel-mortgage',
      'loan',
    ]);
    expect(['Hire Purchase', 'chattel-mortgage', 'Lease'].map(kindOfCell)).toEqual([
      'hire-purchase',
      'chattel-mortgage',
      undefined,
    ]);
  });
});
