import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { checkTerms, paymentCount, totalInterest } from '../../../domain/amortisation/terms.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import { exampleTerms } from '../../support/example-terms.ts';

function refusalOf(terms: Terms): Refusal | undefined {
  try {
    checkTerms(terms);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  return undefined;
}

test('interest is the sum repaid less the loan', () => {
  const terms = exampleTerms({
    loan: 10_000,
    rows: '1 × 500, 60 × 200',
  });
  expect(totalInterest(terms)).toBe(250_000);
  expect(paymentCount(terms)).toBe(61);
});

const manyRows = Array.from({ length: 101 }, () => [1, 1000] as const);

test.each([
  ['no loan', { ...exampleTerms(), loanAmount: cents(0) }, 'loanAmount', 'schedule/loan-amount'],
  [
    'too large a loan',
    { ...exampleTerms(), loanAmount: cents(100_000_000_001) },
    'loanAmount',
    'schedule/loan-amount',
  ],
  ['a negative fee', exampleTerms({ fee: -1 }), 'administrationFee', 'schedule/administration-fee'],
  [
    'too large a fee',
    { ...exampleTerms(), administrationFee: cents(100_000_000_001) },
    'administrationFee',
    'schedule/administration-fee',
  ],
  ['a start before 1970', exampleTerms({ start: '1969-12-31' }), 'startDate', 'schedule/start-date'],
  ['a start after 2100', exampleTerms({ start: '2101-01-01' }), 'startDate', 'schedule/start-date'],
  ['no rows', exampleTerms({ rows: [] }), 'schedulePaymentPlans', 'schedule/payment-terms'],
  ['101 rows', exampleTerms({ rows: manyRows }), 'schedulePaymentPlans', 'schedule/payment-terms'],
  [
    'no payments in a row',
    exampleTerms({
      rows: '0 × 1000, 60 × 1000',
    }),
    'schedulePaymentPlans',
    'schedule/payment-terms',
  ],
  [
    'half a payment',
    exampleTerms({ rows: [[60.5, 1000]] }),
    'schedulePaymentPlans',
    'schedule/payment-terms',
  ],
  [
    'a payment of nothing',
    exampleTerms({
      rows: '60 × 1000, 1 × 0',
    }),
    'schedulePaymentPlans',
    'schedule/payment-terms',
  ],
  [
    'too large a payment',
    exampleTerms({ rows: [[60, 1_000_000_000.01]] }),
    'schedulePaymentPlans',
    'schedule/payment-terms',
  ],
  [
    '3,201 payments',
    exampleTerms({
      rows: '3200 × 100, 1 × 100',
    }),
    'schedulePaymentPlans',
    'schedule/payment-terms',
  ],
  [
    'negative interest',
    exampleTerms({ rows: [[60, 800]] }),
    'schedulePaymentPlans',
    'schedule/negative-interest',
  ],
  [
    'a first payment that repays all',
    exampleTerms({ loan: 1000, firstPaymentOnStartDate: true }),
    'schedulePaymentPlans',
    'schedule/no-rate',
  ],
  [
    'a cent of interest after a first payment that repays all',
    exampleTerms({
      loan: 1000,
      firstPaymentOnStartDate: true,
      rows: '1 × 1000, 1 × 0.01',
    }),
    'schedulePaymentPlans',
    'schedule/no-rate',
  ],
])('%s is refused by the field to correct', (_, terms, field, code) => {
  const refusal = refusalOf(terms);
  expect(refusal).toMatchObject({ kind: 'invalid', code });
  expect(refusal?.fields).toEqual({ [field]: [refusal?.message] });
});

test('negative interest is explained in amounts', () => {
  expect(refusalOf(exampleTerms({ rows: [[60, 800]] }))?.message).toBe(
    'The payments add up to $48,000.00, which is $2,000.00 less than the loan amount of $50,000.00.',
  );
});

// Evidence for ASVS 2.4
test('a contract ends at most 100 years after its start', () => {
  const century = { loan: 1000, rows: [[100, 20]], frequency: 'yearly', start: '2024-02-29' } as const;
  expect(refusalOf(exampleTerms(century))).toBeUndefined();
  const longer = exampleTerms({ ...century, rows: [[101, 20]] });
  expect(refusalOf(longer)).toMatchObject({
    kind: 'invalid',
    code: 'schedule/too-long',
    fields: {
      schedulePaymentPlans: [
        'The last payment would be on 28th Feb 2125. A contract can end at most 100 years after its start on 29th Feb 2024.',
      ],
    },
  });
  expect(refusalOf({ ...longer, firstPaymentOnStartDate: true })).toBeUndefined();
});

test.each([
  [
    'the largest of everything',
    exampleTerms({ loan: 1e9, fee: 1e9, rows: [[3200, 1e9]], start: '2100-12-31', frequency: 'weekly' }),
  ],
  ['the smallest', exampleTerms({ loan: 0.01, rows: [[1, 0.01]], start: '1970-01-01' })],
  ['100 rows', exampleTerms({ rows: manyRows.slice(1) })],
  [
    'no interest with one payment on the start date',
    exampleTerms({ loan: 1000, rows: [[1, 1000]], firstPaymentOnStartDate: true }),
  ],
  ['a first payment a cent below the loan', exampleTerms({ loan: 1000.01, firstPaymentOnStartDate: true })],
])('%s is accepted', (_, terms) => {
  expect(refusalOf(terms)).toBeUndefined();
  expect(amortise(terms).balanceAfter(paymentCount(terms))).toBe(0);
});

test('refused terms have no calculated figures', () => {
  expect(() => amortise(exampleTerms({ rows: [[60, 800]] }))).toThrow(Refusal);
  expect(() => amortise({ ...exampleTerms(), startDate: calendarDate('1969-12-31') })).toThrow(Refusal);
});
