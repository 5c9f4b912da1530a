import { describe, expect, test } from 'vitest';
import {
  firstOpenPayment,
  readChange,
  startOfChange,
  type ChangeDraft,
} from '../../../web/events/change-draft.ts';
import { KIND_ORDER } from '../../../web/events/kinds.ts';
import type { ChangeKind } from '../../../web/events/types.ts';
import { schedule, scheduleWithRepayment } from '../schedules/schedule.ts';

const draft = (kind: ChangeKind, changes: Partial<ChangeDraft>): ChangeDraft => ({
  ...startOfChange(kind, schedule()),
  date: '2026-02-01',
  ...changes,
});

const errorsOf = (kind: ChangeKind, changes: Partial<ChangeDraft>): string[] => {
  const read = readChange(kind, draft(kind, changes));
  return 'errors' in read ? Object.keys(read.errors) : [];
};

describe('readChange', () => {
  test.each<[ChangeKind, Partial<ChangeDraft>, object]>([
    ['extra-repayment', { amount: '5000', keep: 'payment' }, { amount: 5_000, keep: 'payment' }],
    ['rate-change', { interestRate: '7.92', keep: 'term' }, { interestRate: 7.92, keep: 'term' }],
    [
      'terms-change',
      { fromPayment: '25', rows: [{ key: 'a', qty: '35', amount: '900' }] },
      { fromPayment: 25, schedulePaymentPlans: [{ number: 1, qty: 35, amount: 900 }] },
    ],
    [
      'frequency-change',
      { paymentFrequency: 'weekly', firstPaymentDate: '2026-02-20', amount: '230.50' },
      { paymentFrequency: 'weekly', firstPaymentDate: '2026-02-20', amount: 230.5 },
    ],
    ['holiday', { fromPayment: '19', qty: '2' }, { fromPayment: 19, qty: 2 }],
    ['fee-change', { fromPayment: '19', administrationFee: '0' }, { fromPayment: 19, administrationFee: 0 }],
    [
      'payout',
      { payoutFigure: '37396.92', fees: [{ key: 'a', amount: '350', accountId: '', hasGst: true }] },
      { payoutFigure: 37_396.92, fees: [{ amount: 350, taxType: 'INPUT' }] },
    ],
  ])('reads the fields of %s and no others', (kind, changes, fields) => {
    expect(readChange(kind, draft(kind, changes))).toEqual({
      body: { kind, date: '2026-02-01', note: '', ...fields },
    });
  });

  test('adds a balloon to the last of the new payments', () => {
    const rows = [{ key: 'a', qty: '35', amount: '900' }];
    const read = (changes: Partial<ChangeDraft>) =>
      readChange(
        'terms-change',
        draft('terms-change', { fromPayment: '25', rows, balloon: '5000', ...changes }),
      );
    expect(read({})).toMatchObject({
      body: { schedulePaymentPlans: [{ qty: 34 }, { number: 2, qty: 1, amount: 5_900 }] },
    });
    expect(read({ balloonDue: 'period-later' })).toMatchObject({
      body: { schedulePaymentPlans: [{ qty: 35 }, { number: 2, qty: 1, amount: 5_000 }] },
    });
    expect(read({ balloon: '30%' })).toEqual({ errors: { balloon: 'Please enter an amount.' } });
  });

  test('sends the account that pays instead of the bank account', () => {
    const read = readChange('payout', draft('payout', { payoutFigure: '1', settledFrom: 'dealer' }));
    expect(read).toMatchObject({ body: { settledFrom: { accountId: 'dealer' } } });
  });

  test('sends the new schedule of a refinance', () => {
    const newSchedule = {
      ...draft('refinance', {}).newSchedule,
      description: 'New loan',
      loanAmount: '37791.92',
      paymentFrequency: 'monthly' as const,
      startDate: '2026-08-05',
      rows: [{ key: 'a', qty: '48', amount: '930' }],
    };
    const read = readChange('refinance', draft('refinance', { payoutFigure: '37396.92', newSchedule }));
    expect(read).toMatchObject({
      body: {
        payoutFigure: 37_396.92,
        newSchedule: { loanAmount: 37_791.92, schedulePaymentPlans: [{ number: 1, qty: 48, amount: 930 }] },
      },
    });
  });

  test.each<[ChangeKind, Partial<ChangeDraft>, readonly string[]]>([
    ['extra-repayment', { date: '2026-02-30', amount: '' }, ['date', 'amount']],
    ['rate-change', { interestRate: '7,92' }, ['interestRate']],
    ['rate-change', { interestRate: '1e1' }, ['interestRate']],
    ['terms-change', { fromPayment: '' }, ['fromPayment', 'schedulePaymentPlans']],
    ['frequency-change', { pricing: 'rows' }, ['firstPaymentDate', 'schedulePaymentPlans']],
    ['holiday', { qty: '1.5' }, ['qty']],
    [
      'payout',
      { fees: [{ key: 'a', amount: '', accountId: '', hasGst: false }] },
      ['payoutFigure', 'fees.0.amount'],
    ],
    [
      'refinance',
      { payoutFigure: '1' },
      [
        'newSchedule.description',
        'newSchedule.loanAmount',
        'newSchedule.paymentFrequency',
        'newSchedule.startDate',
        'newSchedule.schedulePaymentPlans',
      ],
    ],
  ])('names the fields of %s that are missing or wrong', (kind, changes, fields) => {
    expect(errorsOf(kind, changes).toSorted()).toEqual(fields.toSorted());
  });

  test.each(KIND_ORDER)('refuses the initial draft of %s', (kind) => {
    expect(readChange(kind, { ...startOfChange(kind, schedule()), date: '' })).toHaveProperty('errors.date');
  });
});

describe('firstOpenPayment', () => {
  test('follows the payments that are due, posted or closed by an event', async () => {
    const start = schedule();
    expect(firstOpenPayment(start, '2026-02-15')).toBe(14);
    const posted = start.schedulePayments.map((payment) => ({
      ...payment,
      xeroSynchronized: payment.number <= 16,
    }));
    expect(firstOpenPayment({ ...start, schedulePayments: posted }, '2026-02-15')).toBe(17);
    expect(firstOpenPayment(await scheduleWithRepayment(), '2025-02-01')).toBe(13);
  });
});
