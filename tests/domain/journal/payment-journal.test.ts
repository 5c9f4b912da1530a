import { expect, test } from 'vitest';
import { isMappingComplete } from '../../../domain/accounts/account-mapping.ts';
import { paymentJournal } from '../../../domain/journal/payment-journal.ts';
import type { PaymentJournal } from '../../../domain/journal/payment-journal.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { exampleTerms } from '../../support/example-terms.ts';
import { ACCOUNTS } from '../../support/journal-accounts.ts';

const schedule = amortise(exampleTerms({ fee: 5.5 }));

function linesOf({ lines }: PaymentJournal): unknown[] {
  return lines.map(({ account, amount }) => [account, amount]);
}

test('the fee is an expense', () => {
  const journal = paymentJournal(schedule, 1, ACCOUNTS);
  expect(linesOf(journal).slice(0, 4)).toEqual([
    ['hp', 100_000],
    ['interest', 30_917],
    ['charges', -30_917],
    ['fee', 550],
  ]);
});

test('nothing becomes current in the last year', () => {
  const journal = paymentJournal(schedule, 49, ACCOUNTS);
  expect(new Set(journal.lines.map(({ description }) => description))).toEqual(
    new Set(['Payment 49 of 60 – repayment', 'Payment 49 of 60 – interest', 'Payment 49 of 60 – fee']),
  );
  expect(paymentJournal(schedule, 48, ACCOUNTS).lines.at(-1)?.description).toBe('Payment 60 becomes current');
});

test('lines of 0.00 are left out', () => {
  const inAdvance = amortise(
    exampleTerms({ loan: 11_500, rows: [[12, 1000]], firstPaymentOnStartDate: true }),
  );
  expect(linesOf(paymentJournal(inAdvance, 1, ACCOUNTS))).toEqual([['hp', 100_000]]);
  const interestFree = amortise(exampleTerms({ loan: 60_000 }));
  expect(linesOf(paymentJournal(interestFree, 1, ACCOUNTS))).toEqual([
    ['hp', 100_000],
    ['hp-nc', 100_000],
    ['hp', -100_000],
  ]);
});

test('one account for current and non-current has no reclassification', () => {
  const mapping = { ...ACCOUNTS, hirePurchaseNonCurrentId: 'hp', unexpiredChargesNonCurrentId: 'charges' };
  expect(linesOf(paymentJournal(schedule, 1, mapping))).toEqual([
    ['hp', 100_000],
    ['interest', 30_917],
    ['charges', -30_917],
    ['fee', 550],
  ]);
});

test('each pair of accounts is split independently', () => {
  const mapping = { ...ACCOUNTS, hirePurchaseNonCurrentId: 'hp' };
  expect(linesOf(paymentJournal(schedule, 1, mapping)).slice(4)).toEqual([
    ['charges', 25_613],
    ['charges-nc', -25_613],
  ]);
});

test('a payment that does not exist has no journal', () => {
  expect(() => paymentJournal(schedule, 61, ACCOUNTS)).toThrow(RangeError);
});

test('a mapping is complete with all seven accounts', () => {
  expect(isMappingComplete(ACCOUNTS)).toBe(true);
  expect(isMappingComplete({ ...ACCOUNTS, bankAccountId: null })).toBe(false);
  expect(isMappingComplete({ ...ACCOUNTS, administrationFeeId: '' })).toBe(false);
  expect(isMappingComplete({})).toBe(false);
});
