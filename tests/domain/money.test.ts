import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMoneyInputBegun, moneyInputProblem, parseMoneyInput } from '../../domain/money-input.ts';
import {
  cents,
  formatMoney,
  isMoney,
  MAX_AMOUNT,
  negated,
  sumCents,
  toCents,
  toDollars,
} from '../../domain/money.ts';

describe('cents', () => {
  test('are whole numbers', () => {
    expect(cents(105)).toBe(105);
    expect(() => cents(0.5)).toThrow(RangeError);
    expect(() => cents(Number.NaN)).toThrow(RangeError);
    expect(() => cents(2 ** 53)).toThrow(RangeError);
  });

  test('contain no negative zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(Object.is(negated(cents(0)), 0)).toBe(true);
  });

  test('are summed exactly or the sum throws', () => {
    expect(sumCents([cents(10), cents(-3)])).toBe(7);
    expect(sumCents([])).toBe(0);
    expect(() => sumCents([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError);
  });
});

describe('dollars on the wire', () => {
  test.each([0.1, 0.29, 1.1, 16.03, 19.99, 1_000_000_000, 999_999_999.99, -5.55, 4.35])(
    '%d has two decimals',
    (dollars) => {
      expect(isMoney(dollars)).toBe(true);
      expect(toDollars(toCents(dollars))).toBe(dollars);
    },
  );

  test.each([0.001, 1.005, 19.999, 0.1 + 0.2, Number.NaN, Infinity, 1e300])(
    '%d is refused for its decimals',
    (dollars) => {
      expect(isMoney(dollars)).toBe(false);
      expect(() => toCents(dollars)).toThrow(RangeError);
    },
  );

  test('convert every cent up to a million dollars and back', () => {
    for (let amount = -100_000_000; amount <= 100_000_000; amount += 997) {
      expect(toCents(toDollars(cents(amount)))).toBe(amount);
    }
  });
});

test('every amount is shown as Intl shows Australian dollars', () => {
  const format = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
  assert(
    property(integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }), (amount) => {
      expect(formatMoney(cents(amount))).toBe(format.format(amount / 100));
    }),
  );
});

describe('a money field', () => {
  test.each([
    ['1234.5', 123_450],
    ['0.50', 50],
    ['.5', 50],
    ['7.', 700],
    [' 12 ', 1200],
    ['007', 700],
    ['1,234', 123_400],
    ['$ 1 234 567.89', 123_456_789],
    ['$5', 500],
  ])('reads %j', (text, amount) => {
    expect(parseMoneyInput(text)).toBe(amount);
  });

  test.each(['', '.', '1.234', '1,23', '1,2345', '1 234,567', '-5', '1e3', '1.2.3', '99999999999999999999'])(
    'refuses %j',
    (text) => {
      expect(parseMoneyInput(text)).toBeUndefined();
    },
  );

  test.each([
    ['1000.505', 'Enter at most two decimals.'],
    ['1e9', 'Enter digits and one dot, such as 1000.50.'],
    ['1 000,50', 'Enter digits and one dot, such as 1000.50.'],
    ['12345678901', 'Enter at most 10 characters.'],
    ['1,234,567.89', undefined],
    ['', undefined],
  ])('explains %j with %j', (text, problem) => {
    expect(moneyInputProblem(text, 10)).toBe(problem);
  });

  test.each([
    ['1,', true],
    ['1 000 0', true],
    ['1 000,5', false],
    ['1e', false],
  ])('takes %j as begun: %j', (text, isBegun) => {
    expect(isMoneyInputBegun(text)).toBe(isBegun);
  });
});
