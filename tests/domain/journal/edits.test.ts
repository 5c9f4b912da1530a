import { describe, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { checkEdit } from '../../../domain/journal/edits.ts';
import type { PostedWork } from '../../../domain/journal/edits.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const NOTHING: PostedWork = { synced: [], posting: [], journalPosted: null };
const journal = { coveredThrough: 3, includesDate: false, date: calendarDate('2025-05-01') };

const before = scheduleOf(exampleTerms());
const withFee = scheduleOf(exampleTerms({ fee: 5 }));
const otherRate = scheduleOf(exampleTerms({ rows: [[60, 1010]] }));
const moved = scheduleOf(exampleTerms({ start: '2025-01-16' }));
const sameInTwoRows = scheduleOf(
  exampleTerms({
    rows: '20 × 1000, 40 × 1000',
  }),
);

/* Without interest, later payments can change and leave the earlier ones as they are. */
const interestFree = scheduleOf(exampleTerms({ loan: 60_000 }));
const laterPayments = (from: number) =>
  scheduleOf(
    exampleTerms({
      loan: 60_000,
      rows: [
        [from - 1, 1000],
        [1, 900],
        [1, 1100],
        [60 - from - 1, 1000],
      ],
    }),
  );

test('every term can change while nothing is posted', () => {
  for (const after of [withFee, otherRate, moved]) expect(checkEdit(before, after, NOTHING)).toBe('allowed');
});

test('the same payments in other rows change nothing', () => {
  const posted = { synced: [4, 5], posting: [6], journalPosted: journal };
  expect(checkEdit(before, before, posted)).toBe('allowed');
  expect(checkEdit(before, sameInTwoRows, posted)).toBe('allowed');
});

describe('edits with synced payments', () => {
  test.each([
    ['a fee', withFee],
    ['another interest', otherRate],
    ['another date', moved],
  ])('%s is refused', (_, after) => {
    const edit = () => checkEdit(before, after, { ...NOTHING, synced: [2] });
    expect(edit).toThrow(expect.objectContaining({ kind: 'conflict', code: 'schedule/payments-posted' }));
  });

  test('an edit is refused during the posting of a payment', () => {
    expect(() => checkEdit(before, withFee, { ...NOTHING, posting: [2] })).toThrow(Refusal);
  });

  test('the refusal names the payments in ranges', () => {
    const edit = () => checkEdit(before, withFee, { ...NOTHING, synced: [9, 1, 2, 3, 5], posting: [4] });
    expect(edit).toThrow(
      "Payments 1–5 and 9 are already in Xero or being posted, so this change can't be saved. Record a change instead.",
    );
    expect(() => checkEdit(before, withFee, { ...NOTHING, synced: [7] })).toThrow('Payment 7 is');
  });

  test('the payment that becomes current with a synced one is part of its document', () => {
    const posted = { ...NOTHING, synced: [1, 2] };
    expect(checkEdit(interestFree, laterPayments(15), posted)).toBe('allowed');
    expect(() => checkEdit(interestFree, laterPayments(14), posted)).toThrow('Payment 2 is');
    expect(() => checkEdit(interestFree, laterPayments(13), posted)).toThrow('Payments 1–2 are');
  });

  test('a synced payment can’t be removed', () => {
    const shorter = scheduleOf(exampleTerms({ loan: 30_000, rows: [[30, 1000]] }));
    expect(() => checkEdit(interestFree, shorter, { ...NOTHING, synced: [31] })).toThrow(Refusal);
  });
});

describe('edits with a posted opening journal', () => {
  const opened = { ...NOTHING, journalPosted: journal };

  test('an edit that changes its four lines leaves it out of date', () => {
    expect(checkEdit(before, otherRate, opened)).toBe('journal-out-of-date');
    expect(checkEdit(interestFree, laterPayments(10), opened)).toBe('allowed');
    expect(checkEdit(interestFree, laterPayments(15), opened)).toBe('journal-out-of-date');
  });

  test('an edit that changes nothing in it is allowed', () => {
    expect(checkEdit(before, withFee, opened)).toBe('allowed');
    expect(checkEdit(before, moved, opened)).toBe('allowed');
  });

  test('its lines can’t change once a payment is synced', () => {
    const posted = { ...opened, synced: [4] };
    const edit = () => checkEdit(interestFree, laterPayments(40), posted);
    expect(edit()).toBe('allowed');
    const unlike = scheduleOf(
      exampleTerms({
        loan: 59_000,
        rows: '39 × 1000, 1 × 0.01, 19 × 1000, 1 × 999.99',
      }),
    );
    expect(() => checkEdit(interestFree, unlike, posted)).toThrow(
      expect.objectContaining({ kind: 'conflict', code: 'schedule/opening-posted' }),
    );
  });

  test('a start date that changes which payments it covers leaves it out of date', () => {
    expect(checkEdit(before, scheduleOf(exampleTerms({ start: '2025-03-15' })), opened)).toBe(
      'journal-out-of-date',
    );
  });
});
