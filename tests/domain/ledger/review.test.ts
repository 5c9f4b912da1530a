import { describe, expect, it } from 'vitest';
import { addMonths, calendarDate } from '../../../domain/calendar.ts';
import { businessDaysBetween } from '../../../domain/ledger/bank-match.ts';
import { numberList, reviewWarnings } from '../../../domain/ledger/review.ts';

const payments = Array.from({ length: 20 }, (_each, index) => ({
  number: index + 1,
  date: addMonths(calendarDate('2025-02-15'), index),
  isSettled: index < 10,
}));
const messages = (...asked: Parameters<typeof reviewWarnings>): string[] =>
  reviewWarnings(...asked).map(({ message }) => message);
const facts = { today: calendarDate('2026-06-20'), lockDate: null };

describe('reviewWarnings', () => {
  it('names the payments that are left out before the last selected one', () => {
    expect(messages(payments, [13], facts)).toEqual(['Payments 11 and 12 are earlier and not in Xero.']);
    expect(messages(payments, [11, 13], facts)).toEqual(['Payment 12 is earlier and not in Xero.']);
    expect(messages(payments, [11, 12, 13], facts)).toEqual([]);
  });

  it('warns of payments in the future', () => {
    expect(messages(payments, [11, 12, 13, 14, 15, 16, 17, 18, 19], facts)).toEqual([
      'Payments 18 and 19 are dated after today.',
    ]);
  });

  it('warns of dates near the lock date, and leaves locked gaps alone', () => {
    const lockDate = calendarDate('2026-02-10');
    expect(messages(payments, [13, 14], { ...facts, lockDate })).toEqual([
      'Payment 13 is dated within 7 days of the lock date, 10th Feb 2026.',
    ]);
  });
});

describe('numberList', () => {
  it('joins runs of numbers', () => {
    expect(numberList([7, 3, 5, 8, 9])).toBe('3, 5 and 7 to 9');
    expect(numberList([1, 2])).toBe('1 and 2');
    expect(numberList([4])).toBe('4');
  });
});

describe('businessDaysBetween', () => {
  it.each([
    ['2026-06-15', '2026-06-15', 0],
    ['2026-06-15', '2026-06-16', 1],
    ['2026-06-19', '2026-06-22', 1],
    ['2026-06-15', '2026-06-22', 5],
    ['2026-06-15', '2026-06-23', 6],
    ['2026-06-20', '2026-06-21', 0],
    ['2026-06-22', '2026-06-15', 0],
  ])('counts the weekdays after %s up to %s as %i', (from, to, days) => {
    expect(businessDaysBetween(calendarDate(from), calendarDate(to))).toBe(days);
  });
});
