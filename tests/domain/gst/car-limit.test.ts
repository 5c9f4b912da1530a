import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { carLimitOf } from '../../../domain/gst/car-limit.ts';
import { toCents } from '../../../domain/money.ts';
import json from '../purchase/purchase.json' with { type: 'json' };

test.each(Object.entries(json.carLimit))(
  'limits the price of a car of the year to 30 June %s',
  (year, limit) => {
    expect(carLimitOf(calendarDate(`${year}-06-30`))).toBe(toCents(limit));
    expect(carLimitOf(calendarDate(`${Number(year) - 1}-07-01`))).toBe(toCents(limit));
  },
);

test('limits cars of 2026–27, and knows no limit of earlier or later years', () => {
  expect(carLimitOf(calendarDate('2027-06-30'))).toBe(toCents(69_883));
  expect(carLimitOf(calendarDate('2017-06-30'))).toBeUndefined();
  expect(carLimitOf(calendarDate('2027-07-01'))).toBeUndefined();
});
