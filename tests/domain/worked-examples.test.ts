import { expect, test } from 'vitest';
import { paymentJournal } from '../../domain/journal/payment-journal.ts';
import { amortise } from '../../domain/amortisation/amortise.ts';
import { splitAfter } from '../../domain/amortisation/split.ts';
import { exampleTerms } from '../support/example-terms.ts';
import { ACCOUNTS } from '../support/journal-accounts.ts';

test('50,000 repaid monthly in arrears by 60 × 1,000 posts payment 1 with the reclassification of payment 13', () => {
  const journal = paymentJournal(amortise(exampleTerms()), 1, ACCOUNTS);
  expect(journal.date).toBe('2025-02-15');
  expect(journal.lines.map(({ account, amount, description }) => [account, amount, description])).toEqual([
    ['hp', 100_000, 'Payment 1 of 60 – repayment'],
    ['interest', 30_917, 'Payment 1 of 60 – interest'],
    ['charges', -30_917, 'Payment 1 of 60 – interest'],
    ['hp-nc', 100_000, 'Payment 13 becomes current'],
    ['hp', -100_000, 'Payment 13 becomes current'],
    ['charges', 25_613, 'Payment 13 becomes current'],
    ['charges-nc', -25_613, 'Payment 13 becomes current'],
  ]);
});

test('11,500 repaid monthly in advance by 12 × 1,000 costs 9.4015% a year', () => {
  const { rate, payments } = amortise(
    exampleTerms({ loan: 11_500, rows: [[12, 1000]], firstPaymentOnStartDate: true }),
  );
  expect(rate.annualPercent).toBeCloseTo(9.4015, 4);
  expect(payments[0]).toMatchObject({ date: '2025-01-15', interest: 0, balance: 1_050_000 });
  expect(payments[1]).toMatchObject({ date: '2025-02-15', interest: 8226, balance: 958_226 });
  expect(payments[11]).toMatchObject({ interest: 777, balance: 0 });
});

test('10,000 repaid weekly by 104 × 105 posts payment 31 with its reclassification', () => {
  const schedule = amortise(exampleTerms({ loan: 10_000, rows: [[104, 105]], frequency: 'weekly' }));
  expect(Object.values(splitAfter(schedule, 30))).toEqual([546_000, 231_000, 43_078, 4462]);
  expect(schedule.balanceAfter(30)).toBe(729_460);
  expect(Object.values(splitAfter(schedule, 31))).toEqual([546_000, 220_500, 42_222, 4076]);
  const amounts = paymentJournal(schedule, 31, ACCOUNTS).lines.map(({ amount }) => amount);
  expect(amounts).toEqual([10_500, 1242, -1242, 10_500, -10_500, 386, -386]);
});

test('3,790 repaid weekly by 260 × 16.03 ends without negative interest', () => {
  const { payments } = amortise(exampleTerms({ loan: 3790, rows: [[260, 16.03]], frequency: 'weekly' }));
  expect(payments.at(-1)).toMatchObject({ interest: 1, principal: 1602, balance: 0 });
  expect(Math.min(...payments.map(({ interest }) => interest))).toBe(1);
});
