import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  businessDate,
  calendarDate,
  dateOfDayNumber,
  datesApart,
  dayNumber,
  daysBetween,
  formatDate,
  formatMonth,
  formatShortDay,
  isCalendarDate,
  monthOf,
  weekdayOf,
} from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { startDates } from '../support/arbitrary-terms.ts';
import { formatDay, nextDay } from '../support/naive-calendar.ts';

const date = calendarDate;

test.each(['2025-01-31', '2024-02-29', '2000-02-29', '1970-01-01', '0100-01-01', '9999-12-31'])(
  '%s is a date',
  (text) => {
    expect(isCalendarDate(text)).toBe(true);
  },
);

test.each([
  '2025-02-29',
  '1900-02-29',
  '2025-13-01',
  '2025-00-10',
  '2025-04-31',
  '2025-1-1',
  '2025-01-01T00:00',
  ' 2025-01-01',
  '',
  '2025-01-00',
])('%j is not a date', (text) => {
  expect(isCalendarDate(text)).toBe(false);
});

test('a malformed date is refused with the name of its field', () => {
  const refusal = expect.objectContaining({
    kind: 'invalid',
    fields: { startDate: ['Please provide a valid date.'] },
  });
  expect(() => calendarDate('2025-02-30', 'startDate')).toThrow(refusal);
  expect(() => calendarDate('2025-02-30')).toThrow(Refusal);
});

test('day counts match a calendar over four hundred years', () => {
  let day = { year: 1969, month: 12, day: 31 };
  let counted = date('1969-12-31');
  let wrong = 0;
  for (let number = 0; number < 146_097; number++) {
    day = nextDay(day);
    counted = addDays(counted, 1);
    if (counted !== formatDay(day) || daysBetween(date('1970-01-01'), counted) !== number) wrong++;
  }
  expect(wrong).toBe(0);
  expect(counted).toBe('2369-12-31');
});

test('dates before the year 1970 are counted too', () => {
  expect(addDays(date('2025-03-01'), -1)).toBe('2025-02-28');
  expect(addDays(date('1970-01-01'), -1)).toBe('1969-12-31');
  expect(addDays(date('1900-03-01'), -1)).toBe('1900-02-28');
  expect(daysBetween(date('2025-03-01'), date('2024-03-01'))).toBe(-365);
});

test.each([
  ['2025-01-31', 1, '2025-02-28'],
  ['2025-01-31', 2, '2025-03-31'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-02-29', 48, '2028-02-29'],
  ['2025-11-30', 3, '2026-02-28'],
  ['2025-03-31', -1, '2025-02-28'],
  ['2025-01-15', -13, '2023-12-15'],
])('%s and %d months is %s', (start, months, end) => {
  expect(addMonths(date(start), months)).toBe(end);
});

test('a row of dates is the one that dayjs steps to, from the start each time', () => {
  fc.assert(
    fc.property(
      startDates,
      fc.constantFrom(
        ...([7, 14] as const).map((step) => ({ unit: 'days' as const, step })),
        ...([1, 3, 6, 12] as const).map((step) => ({ unit: 'months' as const, step })),
      ),
      fc.integer({ min: -300, max: 3200 }),
      fc.integer({ min: 0, max: 60 }),
      (start, rhythm, from, count) => {
        const add = rhythm.unit === 'days' ? addDays : addMonths;
        const stepped = Array.from({ length: count }, (_, index) => add(start, rhythm.step * (from + index)));
        expect(datesApart(start, rhythm, from, count)).toEqual(stepped);
        expect(dateOfDayNumber(dayNumber(start))).toBe(start);
      },
    ),
    { numRuns: 300 },
  );
});

describe('the business date', () => {
  test.each([
    ['2025-01-14T12:59:59Z', '2025-01-14'],
    ['2025-01-14T13:00:00Z', '2025-01-15'],
    ['2025-07-14T13:59:59Z', '2025-07-14'],
    ['2025-07-14T14:00:00Z', '2025-07-15'],
    ['2025-12-31T13:00:00Z', '2026-01-01'],
    ['2025-10-04T15:59:59Z', '2025-10-05'],
  ])('converts %s to the date in Sydney, %s', (instant, expected) => {
    expect(businessDate(Date.parse(instant))).toBe(expected);
  });
});

test.each([
  ['2025-01-01', '1st Jan 2025'],
  ['2025-02-02', '2nd Feb 2025'],
  ['2025-03-03', '3rd Mar 2025'],
  ['2025-04-04', '4th Apr 2025'],
  ['2025-05-10', '10th May 2025'],
  ['2025-06-11', '11th Jun 2025'],
  ['2025-09-12', '12th Sep 2025'],
  ['2025-10-13', '13th Oct 2025'],
  ['2025-11-14', '14th Nov 2025'],
  ['2025-07-21', '21st Jul 2025'],
  ['2025-08-23', '23rd Aug 2025'],
  ['2025-12-22', '22nd Dec 2025'],
  ['2025-12-30', '30th Dec 2025'],
])('%s reads %s', (text, shown) => {
  expect(formatDate(date(text))).toBe(shown);
});

test('the month of a date is its year and month', () => {
  expect(monthOf(date('2025-03-31'))).toBe('2025-03');
});

test('shows a date in a field and its month in a calendar that begins on Monday', () => {
  expect(formatShortDay(date('2025-01-05'))).toBe('5 Jan 2025');
  expect(formatMonth(date('2025-01-05'))).toBe('January 2025');
  const days = ['1969-12-29', '1970-01-01', '2025-01-05', '2026-11-23'];
  expect(days.map((day) => weekdayOf(date(day)))).toEqual([0, 3, 6, 0]);
});
