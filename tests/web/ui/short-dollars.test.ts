import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { formatShortDollars } from '../../../web/ui/short-dollars.ts';

test.each([
  [0, '$0'],
  [950, '$950'],
  [1250, '$1.25K'],
  [999_999, '$1M'],
  [-20_000, '-$20K'],
  [1_500_000_000, '$1.5B'],
])('%d dollars are shown as %s', (dollars, text) => {
  expect(formatShortDollars(dollars)).toBe(text);
});

test('every amount is shown as Intl shows it in compact notation', () => {
  const format = new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency: 'AUD',
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  assert(
    property(integer({ min: -100_000_000_000, max: 100_000_000_000 }), (cents) => {
      expect(formatShortDollars(cents / 100)).toBe(format.format(cents / 100));
    }),
    { numRuns: 2000 },
  );
});
