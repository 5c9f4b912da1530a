import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  changeOf,
  draftOf,
  emptyDraft,
  interestOf,
  isComplete,
  rebased,
  termErrors,
  termsOf,
  type Draft,
} from '../../../web/schedules/draft.ts';
import { schedule } from './schedule.ts';

const complete: Draft = {
  ...emptyDraft(),
  description: 'Excavator',
  loanAmount: '50000',
  paymentFrequency: 'monthly',
  startDate: '2025-01-15',
  rows: [{ key: '1', qty: '60', amount: '1000' }],
};

describe('a draft of a schedule', () => {
  test('requires a name, a loan, a frequency, a date and its terms', () => {
    expect(isComplete(complete)).toBe(true);
  });

  test.each<[string, Partial<Draft>]>([
    ['a name', { description: '  ' }],
    ['a loan amount', { loanAmount: '' }],
    ['a loan amount above zero', { loanAmount: '0.00' }],
    ['a loan amount of at most a thousand million', { loanAmount: '1000000000.01' }],
    ['a frequency', { paymentFrequency: '' }],
    ['a start date', { startDate: '' }],
    ['a start date that exists', { startDate: '2025-02-30' }],
    ['the number of payments in every row', { rows: [...complete.rows, { key: '2', qty: '', amount: '5' }] }],
    ['the amount in every row', { rows: [...complete.rows, { key: '2', qty: '5', amount: '' }] }],
    ['a row', { rows: [] }],
  ])('is not complete without %s', (_, change) => {
    expect(isComplete({ ...complete, ...change })).toBe(false);
  });

  test('accepts a missing administration fee', () => {
    expect(bodyOf(complete)).toMatchObject({ administrationFee: 0 });
    expect(bodyOf({ ...complete, administrationFee: '2.5' })).toMatchObject({ administrationFee: 2.5 });
  });

  test('accepts a loan of exactly a thousand million', () => {
    expect(isComplete({ ...complete, loanAmount: '1000000000' })).toBe(true);
  });

  test('calculates the interest of the fields that are filled in', () => {
    expect(interestOf(complete)).toBe(1_000_000);
    expect(interestOf({ ...complete, rows: [...complete.rows, { key: '2', qty: '1', amount: '' }] })).toBe(
      1_000_000,
    );
    expect(interestOf({ ...complete, loanAmount: '60000.01' })).toBe(-1);
  });

  test('refuses negative interest and names the payments field', () => {
    const terms = termsOf({ ...complete, loanAmount: '60000.01' });
    expect(terms && Object.keys(termErrors(terms))).toEqual(['schedulePaymentPlans']);
    const accepted = termsOf(complete);
    expect(accepted && termErrors(accepted)).toEqual({});
  });

  test('sends dollars and numbers the rows from 1 in their order', () => {
    const rows = [{ key: 'b', id: 'plan-b', qty: '12', amount: '1000.50' }, ...complete.rows];
    expect(bodyOf({ ...complete, rows })).toEqual({
      description: 'Excavator',
      paymentFrequency: 'monthly',
      loanAmount: 50_000,
      startDate: '2025-01-15',
      firstPaymentOnStartDate: false,
      administrationFee: 0,
      autoSync: false,
      schedulePaymentPlans: [
        { number: 1, qty: 12, amount: 1000.5, id: 'plan-b' },
        { number: 2, qty: 60, amount: 1000 },
      ],
    });
  });
});

describe('changeOf', () => {
  const before = draftOf(schedule());

  test('finds no change when the same amounts are typed in another format', () => {
    expect(changeOf({ ...before, loanAmount: '50000', administrationFee: '0.00' }, before)).toBe('nothing');
    expect(changeOf({ ...before, description: ' Excavator ' }, before)).toBe('nothing');
  });

  test('distinguishes a change of the name from a change of the terms', () => {
    expect(changeOf({ ...before, description: 'Digger' }, before)).toBe('name');
    expect(changeOf({ ...before, autoSync: true }, before)).toBe('terms');
    expect(changeOf({ ...before, rows: before.rows.toReversed() }, before)).toBe('terms');
  });
});

test('a rebased draft keeps typed fields and takes the other user’s values for the rest', () => {
  const before = draftOf(schedule());
  const now = { ...before, description: 'Digger', loanAmount: '48000.00' };
  const typed = { ...before, description: 'Excavator 2', administrationFee: '7' };
  expect(rebased(typed, before, now)).toEqual({ ...typed, loanAmount: '48000.00' });
  expect(rebased(before, before, now)).toEqual(now);
  const rows = before.rows.toReversed();
  expect(rebased({ ...before, rows }, before, now)).toEqual({ ...now, rows });
});

test('a draft sorts the rows of a schedule by number', () => {
  const { schedulePaymentPlans } = schedule();
  const shuffled = schedule({ schedulePaymentPlans: schedulePaymentPlans.toReversed() });
  expect(draftOf(shuffled).rows.map(({ qty, amount }) => `${qty} × ${amount}`)).toEqual([
    '59 × 1000.00',
    '1 × 1000.00',
  ]);
});
