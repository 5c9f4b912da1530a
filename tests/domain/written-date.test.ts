import { expect, it } from 'vitest';
import { writtenDate } from '../../domain/written-date.ts';

it.each([
  ['15/1/25', '2025-01-15'],
  [' 15 Jan ', '2026-01-15'],
  ['15/1', '2026-01-15'],
  ['15.1', '2026-01-15'],
  ['Wed, 15 January 2025', '2025-01-15'],
  ['2025-01-15', '2025-01-15'],
  ['15-01-2025', '2025-01-15'],
  ['1/2/70', '1970-02-01'],
])('reads %j as %s', (text, date) => expect(writtenDate(text, 2026)).toBe(date));

it.each(['3/15/2025', '29 Feb', '31/4', 'Jan 2025', 'soon', ''])('reads no date in %j', (text) =>
  expect(writtenDate(text, 2026)).toBeUndefined(),
);

it('needs a year where none is given', () => expect(writtenDate('15 Jan')).toBeUndefined());
