import { describe, expect, test } from 'vitest';
import { bodyOf, changeOf, detailsOf } from '../../../web/contract/draft-body.ts';
import { missingPart, rateDifferenceOf, takesRest, workedOut } from '../../../web/contract/contract-rate.ts';
import { withInterestOnly } from '../../../web/contract/interest-only.ts';
import { firstPeriodText, monthEndReadings, usualFirstPayment } from '../../../web/contract/payment-dates.ts';
import {
  copyOf,
  draftOf,
  emptyDraft,
  interestOf,
  isComplete,
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
      firstPaymentDate: null,
      paymentsAtMonthEnd: false,
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
    const part = missingPart(draft, false);
    expect(part && workedOut(draft, part, false)).toEqual(found);
    expect(rateDifferenceOf({ ...draft, ...found })).toBeNull();
  });

  test('is not missing where the rates agree without one', () => {
    const draft: Draft = { ...truck, loanAmount: '67827.84', balloon: '', contractRate: '0.01' };
    expect(missingPart(draft, false)).toBeNull();
  });

  test('has a number of payments only if they repay the loan', () => {
    const draft = { ...truck, contractRate: '99', rows: [{ key: 'a', qty: '', amount: '1413.08' }] };
    expect(workedOut(draft, 'qty', false)).toBe('These payments never repay the loan at this rate.');
    expect(missingPart({ ...truck, loanAmount: '', contractRate: '' }, false)).toBeNull();
  });
});

describe('a bank’s loan with interest-only months', () => {
  const rows = [
    { key: 'a', id: 'plan-a', qty: '24', amount: '' },
    { key: 'b', id: 'plan-b', qty: '276', amount: '' },
  ];
  const loan: Draft = { ...complete, kind: 'loan', loanAmount: '450000', contractRate: '6.49', rows };

  test('fills the interest of a month into a row, and a stub into a row of its own', () => {
    const months = withInterestOnly(loan, 0) ?? [];
    expect(months.map(({ qty, amount }) => [qty, amount])).toEqual([
      ['24', '2433.75'],
      ['276', ''],
    ]);
    const stub = withInterestOnly({ ...loan, firstPaymentDate: '2025-03-01' }, 0) ?? [];
    expect(stub.map(({ qty, amount }) => [qty, amount])).toEqual([
      ['1', '3768.39'],
      ['23', '2433.75'],
      ['276', ''],
    ]);
    expect(withInterestOnly({ ...loan, contractRate: '' }, 0)).toBeNull();
  });

  test('has the level amount of the other months, and a last payment that takes the rest', () => {
    const draft = { ...loan, rows: withInterestOnly(loan, 0) ?? [] };
    expect(takesRest(draft, null)).toBe(true);
    expect(missingPart(draft, true)).toBe('payment');
    const found = workedOut(draft, 'payment', true);
    if (typeof found === 'string') throw new Error(found);
    expect(found.rows?.map(({ id, qty, amount }) => [id, qty, amount])).toEqual([
      ['plan-a', '24', '2433.75'],
      ['plan-b', '275', '3143.04'],
      [undefined, '1', '3144.96'],
    ]);
    expect(missingPart({ ...draft, ...found }, true)).toBeNull();
    const equal = workedOut(draft, 'payment', false);
    expect(typeof equal === 'object' && equal.rows?.map(({ qty }) => qty)).toEqual(['24', '276']);
  });

  test('can make stated payments exact by the last one alone', () => {
    const stated: Draft = {
      ...loan,
      rows: [
        { key: 'a', qty: '24', amount: '2433.75' },
        { key: 'b', qty: '276', amount: '3142.80' },
      ],
    };
    expect(missingPart(stated, false)).toBeNull();
    expect(missingPart(stated, true)).toBe('last');
    const found = workedOut(stated, 'last', true);
    expect(typeof found === 'object' && found.rows?.at(-1)).toMatchObject({ qty: '1', amount: '3296.99' });
  });

  test('fills one level amount into every empty row of a seasonal loan', () => {
    const season = [
      ['5', ''],
      ['7', '0'],
      ['5', ''],
      ['7', '0.00'],
      ['5', ''],
    ] as const;
    const draft: Draft = {
      ...loan,
      kind: 'chattel-mortgage',
      startDate: '2025-07-31',
      loanAmount: '60000',
      contractRate: '8.25',
      rows: season.map(([qty, amount], index) => ({ key: String(index), qty, amount })),
    };
    expect(takesRest(draft, null)).toBe(false);
    const found = workedOut(draft, 'payment', false);
    expect(typeof found === 'object' && found.rows?.map(({ amount }) => amount)).toEqual([
      '4422.78',
      '0',
      '4422.78',
      '0.00',
      '4422.78',
    ]);
    expect(
      missingPart({ ...draft, rows: draft.rows.with(0, { key: '0', qty: '', amount: '1' }) }, false),
    ).toBeNull();
    const filled = { ...draft, ...(typeof found === 'object' && found) };
    const asked = { ...filled, rows: filled.rows.with(2, { key: '2', qty: '', amount: '4422.78' }) };
    expect(missingPart(asked, false)).toBe('qty');
    const again = workedOut(asked, 'qty', false);
    expect(typeof again === 'object' && again.rows).toEqual(filled.rows);
  });
});

describe('the dates of the payments', () => {
  const april: Draft = { ...complete, startDate: '2025-04-15', firstPaymentDate: '2025-04-30' };

  test('are sent as the first payment, and as none where it is the usual one', () => {
    const sent = ({ firstPaymentDate, paymentsAtMonthEnd }: ReturnType<typeof bodyOf>) => [
      firstPaymentDate,
      paymentsAtMonthEnd,
    ];
    expect(sent(bodyOf(april))).toEqual(['2025-04-30', false]);
    expect(sent(bodyOf({ ...april, paymentsAtMonthEnd: true }))).toEqual(['2025-04-30', true]);
    expect(sent(bodyOf({ ...april, firstPaymentDate: '2025-05-15', paymentsAtMonthEnd: true }))).toEqual([
      null,
      false,
    ]);
    expect(sent(bodyOf({ ...april, firstPaymentOnStartDate: true }))).toEqual([null, false]);
    expect(changeOf({ ...april, firstPaymentDate: '2025-05-15' }, { ...april, firstPaymentDate: '' })).toBe(
      'nothing',
    );
    expect(changeOf(april, { ...april, firstPaymentDate: '' })).toBe('terms');
  });

  test('say how far the first payment is from the start', () => {
    expect(firstPeriodText({ ...complete, firstPaymentDate: '2025-03-01' })).toBe(
      '1 month and 17 of 31 days after the start',
    );
    expect(firstPeriodText({ ...complete, firstPaymentDate: '2025-02-01' })).toBe(
      '17 of 31 days after the start',
    );
    expect(firstPeriodText({ ...complete, firstPaymentDate: '2025-03-15' })).toBe('2 months after the start');
    expect(usualFirstPayment(complete)).toBe('2025-02-15');
    expect(usualFirstPayment({ ...complete, firstPaymentOnStartDate: true })).toBe('2025-01-15');
  });

  test('offer the last day of each month only where the dates would differ', () => {
    expect(monthEndReadings(april)).toEqual({
      lastDays: '30 Apr, 31 May, 30 Jun',
      sameDays: '30 Apr, 30 May, 30 Jun',
    });
    expect(monthEndReadings({ ...april, firstPaymentDate: '2025-05-31' })).toBeUndefined();
    expect(monthEndReadings({ ...april, firstPaymentDate: '2025-05-30' })).toBeUndefined();
    expect(monthEndReadings({ ...april, paymentFrequency: 'weekly' })).toBeUndefined();
    expect(monthEndReadings({ ...april, usesTable: true })).toBeUndefined();
  });

  test('are refused before the start', () => {
    expect(wrongFields({ ...complete, firstPaymentDate: '2025-01-14' })).toEqual({
      firstPaymentDate: 'Enter a date after 15th Jan 2025.',
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
    expect(changeOf({ ...before, description: 'Digger' }, before)).toBe('details');
    expect(changeOf({ ...before, autoSync: true }, before)).toBe('terms');
    expect(changeOf({ ...before, rows: before.rows.toReversed() }, before)).toBe('terms');
  });
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
    expect(rowProblem({ key: '1', qty: '1.5', amount: '' })).toMatch(/whole number/);
    expect(rowProblem({ key: '1', qty: '2', amount: '0.00' })).toBeUndefined();
    expect(rowProblem({ key: '1', qty: '', amount: '' })).toBeUndefined();
  });
});
