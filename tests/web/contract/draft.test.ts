import { describe, expect, test } from 'vitest';
import { bodyOf, changeOf, detailsOf } from '../../../web/contract/draft-body.ts';
import { missingPart, rateDifferenceOf, workedOut } from '../../../web/contract/contract-rate.ts';
import {
  copyOf,
  draftOf,
  emptyDraft,
  interestOf,
  isComplete,
  rebased,
  tableOf,
  termErrors,
  termsOf,
  type Draft,
} from '../../../web/contract/draft.ts';
import { missingFields, rowProblem, wrongFields } from '../../../web/contract/draft-problems.ts';
import { schedule } from '../schedules/schedule.ts';

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
    ['a whole number of payments', { rows: [{ key: '1', qty: '1.5', amount: '1000' }] }],
    ['a number of payments in digits', { rows: [{ key: '1', qty: '1e2', amount: '1000' }] }],
    ['an amount in digits', { loanAmount: '1e9' }],
    ['an amount with one dot', { loanAmount: '1 000,50' }],
    ['a fee in digits', { administrationFee: '1e1' }],
  ])('is not complete without %s', (_, change) => {
    expect(isComplete({ ...complete, ...change })).toBe(false);
  });

  test('accepts a missing administration fee, and a loan of exactly a thousand million', () => {
    expect(bodyOf(complete)).toMatchObject({ administrationFee: 0 });
    expect(bodyOf({ ...complete, administrationFee: '2.5' })).toMatchObject({ administrationFee: 2.5 });
    expect(isComplete({ ...complete, loanAmount: '1000000000' })).toBe(true);
  });

  test('calculates the interest once every amount is filled in', () => {
    expect(interestOf(complete)).toBe(1_000_000);
    expect(
      interestOf({ ...complete, rows: [...complete.rows, { key: '2', qty: '1', amount: '' }] }),
    ).toBeUndefined();
    expect(interestOf({ ...complete, loanAmount: '60000.01' })).toBe(-1);
  });

  test('refuses negative interest and names the payments field', () => {
    const terms = termsOf({ ...complete, loanAmount: '60000.01' });
    expect(terms && Object.keys(termErrors(terms))).toEqual(['schedulePaymentPlans']);
    const accepted = termsOf(complete);
    expect(accepted && termErrors(accepted)).toEqual({});
  });

  test('refuses an end more than 100 years after the start and names the payments field', () => {
    const terms = termsOf({ ...complete, rows: [{ key: '1', qty: '1201', amount: '1000' }] });
    expect(terms && termErrors(terms)).toEqual({
      schedulePaymentPlans:
        'The last payment would be on 15th Feb 2125. A contract can end at most 100 years after its start on 15th Jan 2025.',
    });
  });

  test('sends dollars and numbers the rows from 1 in their order', () => {
    const rows = [{ key: 'b', id: 'plan-b', qty: '12', amount: '1000.50' }, ...complete.rows];
    expect(bodyOf({ ...complete, rows })).toEqual({
      description: 'Excavator',
      lender: '',
      contractNumber: '',
      asset: '',
      kind: '',
      notes: '',
      contractRate: null,
      gstOnCharges: false,
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

describe('a balloon', () => {
  const truck: Draft = {
    ...complete,
    loanAmount: '80000',
    rows: [{ key: 'a', id: 'plan-a', qty: '48', amount: '1413.08' }],
    balloon: '24,000',
  };

  test('is part of the last payment in arrears, and one more payment in advance', () => {
    expect(bodyOf(truck).schedulePaymentPlans).toEqual([
      { number: 1, qty: 47, amount: 1413.08, id: 'plan-a' },
      { number: 2, qty: 1, amount: 25_413.08 },
    ]);
    expect(bodyOf({ ...truck, firstPaymentOnStartDate: true }).schedulePaymentPlans).toEqual([
      { number: 1, qty: 48, amount: 1413.08, id: 'plan-a' },
      { number: 2, qty: 1, amount: 24_000 },
    ]);
    expect(interestOf(truck)).toBe(1_182_784);
  });

  test('must be an amount', () => {
    expect(isComplete(truck)).toBe(true);
    expect(isComplete({ ...truck, balloon: '30%' })).toBe(false);
  });

  test('is a change of the terms', () => {
    expect(changeOf(truck, { ...truck, balloon: '' })).toBe('terms');
    expect(changeOf(truck, { ...truck, balloonDue: 'with-last' })).toBe('nothing');
    expect(changeOf(truck, { ...truck, balloonDue: 'period-later' })).toBe('terms');
  });

  test('is named by the contract’s rate where it is due at another date', () => {
    const later: Draft = { ...truck, balloonDue: 'period-later', contractRate: '5.52' };
    expect(rateDifferenceOf(later)).toBe(
      'The contract says 5.52 %, these terms give 5.47 %. Is the balloon due with the last payment?',
    );
    expect(rateDifferenceOf({ ...later, balloonDue: 'with-last' })).toBeNull();
  });

  const rows = [{ key: 'a', qty: '48', amount: '1413.08' }];
  test.each<[string, Partial<Draft>, Partial<Draft>]>([
    ['the loan amount', { loanAmount: '' }, { loanAmount: '80000.00' }],
    ['the number of payments', { rows: [{ key: 'a', qty: '', amount: '1413.08' }] }, { rows }],
    ['the payment amount', { rows: [{ key: 'a', qty: '48', amount: '' }] }, { rows }],
    ['the balloon', { balloon: '' }, { balloon: '24000.00' }],
    ['the balloon before a start date', { balloon: '', startDate: '' }, { balloon: '24000.00' }],
    ['the rate', { contractRate: '' }, { contractRate: '5.52' }],
  ])('and %s follow from the other figures', (_name, missing, found) => {
    const draft: Draft = { ...truck, rows, contractRate: '5.515758', ...missing };
    const part = missingPart(draft);
    expect(part && workedOut(draft, part)).toEqual(found);
    expect(rateDifferenceOf({ ...draft, ...found })).toBeNull();
  });

  test('is not missing where the rates agree without one', () => {
    const draft: Draft = { ...truck, loanAmount: '67827.84', balloon: '', contractRate: '0.01' };
    expect(missingPart(draft)).toBeNull();
  });

  test('has a number of payments only if they repay the loan', () => {
    const draft = { ...truck, contractRate: '99', rows: [{ key: 'a', qty: '', amount: '1413.08' }] };
    expect(workedOut(draft, 'qty')).toBe('These payments never repay the loan at this rate.');
    expect(missingPart({ ...truck, loanAmount: '', contractRate: '' })).toBeNull();
  });
});

describe('changeOf', () => {
  const before = draftOf(schedule());

  test('finds no change when the same amounts are typed in another format', () => {
    expect(changeOf({ ...before, loanAmount: '50000', administrationFee: '0.00' }, before)).toBe('nothing');
    expect(changeOf({ ...before, description: ' Excavator ' }, before)).toBe('nothing');
  });

  test('distinguishes a change of the name from a change of the terms', () => {
    expect(changeOf({ ...before, description: 'Digger' }, before)).toBe('details');
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

describe('the lender’s table in a draft', () => {
  const text = 'Date\tPayment\tBalance\n15/6/2025\t30000\t21000\n20/9/2025\t21500\t0';
  const pasted: Draft = { ...complete, usesTable: true, tableText: text };

  test('is sent instead of payment plans', () => {
    expect(isComplete(pasted)).toBe(true);
    expect(interestOf(pasted)).toBe(150_000);
    const body = bodyOf(pasted);
    expect(body).not.toHaveProperty('schedulePaymentPlans');
    expect(body.schedulePayments).toEqual([
      { paymentDate: '2025-06-15', payments: 30_000, endingBalance: 21_000 },
      { paymentDate: '2025-09-20', payments: 21_500, endingBalance: 0 },
    ]);
  });

  test('says what can’t be read, and what can’t be a schedule', () => {
    expect(tableOf({ ...pasted, tableText: 'Date' }).problem).toBe(
      'The first line needs a column named Payment.',
    );
    expect(isComplete({ ...pasted, tableText: 'Date' })).toBe(false);
    const left = termsOf({ ...pasted, tableText: text.split('\n').slice(0, 2).join('\n') });
    expect(left && termErrors(left)).toEqual({
      schedulePayments:
        'The last payment leaves $21,000.00. Is the rest a balloon? Add it as the last payment.',
    });
  });

  test('comes back from a schedule as it can be pasted again', () => {
    const draft = draftOf(schedule({ interestRateImplied: true, schedulePaymentPlans: [] }));
    expect(draft.usesTable).toBe(true);
    expect(tableOf(draft).table).toHaveLength(60);
    expect(changeOf(draft, draft)).toBe('nothing');
  });
});

describe('contract fields in a draft', () => {
  const before = draftOf(schedule({ lender: 'Westpac', notes: 'Old' }));

  test('are sent alone when nothing else differs, and only those that differ', () => {
    const changed = { ...before, lender: ' ANZ ', notes: '' };
    expect(changeOf(changed, before)).toBe('details');
    expect(detailsOf(changed, before)).toEqual({ lender: 'ANZ', notes: '' });
  });

  test('go into a copy, but for the contract number', () => {
    const copy = copyOf(schedule({ lender: 'Westpac', contractNumber: 'A-1', autoSync: true }));
    expect(copy).toMatchObject({
      description: 'Copy of Excavator',
      lender: 'Westpac',
      contractNumber: '',
      autoSync: false,
    });
    expect(copy.rows.some(({ id }) => id !== undefined)).toBe(false);
  });
});

describe('the problems of a draft', () => {
  test('name the fields that are empty', () => {
    expect(missingFields(emptyDraft())).toEqual([
      'Name',
      'Loan amount',
      'Frequency',
      'Start date',
      'Payment terms',
    ]);
    expect(missingFields(complete)).toEqual([]);
    expect(missingFields({ ...complete, usesTable: true })).toEqual(['Lender’s payment table']);
  });

  test('explain values that can’t be submitted', () => {
    expect(wrongFields({ ...complete, loanAmount: '0' })).toEqual({
      loanAmount: 'Enter an amount of more than $0.00.',
    });
    expect(wrongFields({ ...complete, loanAmount: '1000000000.01' })).toEqual({
      loanAmount: 'Enter at most $1,000,000,000.00.',
    });
    expect(Object.keys(wrongFields({ ...complete, startDate: '1969-12-31' }))).toEqual(['startDate']);
    expect(wrongFields(complete)).toEqual({});
  });

  test('explain rows of payment terms', () => {
    expect(rowProblem({ key: '1', qty: '1.5', amount: '' }, false)).toMatch(/whole number/);
    expect(rowProblem({ key: '1', qty: '2', amount: '0.00' }, false)).toMatch(/more than \$0\.00/);
    expect(rowProblem({ key: '1', qty: '2', amount: '0.00' }, true)).toBeUndefined();
    expect(rowProblem({ key: '1', qty: '', amount: '' }, false)).toBeUndefined();
  });
});
