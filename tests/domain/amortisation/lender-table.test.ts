import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { paymentJournal } from '../../../domain/journal/payment-journal.ts';
import { cents } from '../../../domain/money.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import type { Change, ContractEvent } from '../../../domain/event-kinds/kinds.ts';
import { lenderTable, type StatedRow } from '../../../domain/amortisation/lender-table.ts';
import { currentThrough, splitAfter } from '../../../domain/amortisation/split.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import { ACCOUNTS } from '../../support/journal-accounts.ts';

const row = (
  date: string,
  amount: number,
  more: { interest?: number; balance?: number } = {},
): StatedRow => ({
  date: calendarDate(date),
  amount: cents(amount),
  interest: more.interest === undefined ? undefined : cents(more.interest),
  balance: more.balance === undefined ? undefined : cents(more.balance),
});

const LOAN = {
  loanAmount: cents(100_000),
  frequency: 'monthly',
  startDate: calendarDate('2026-01-10'),
} as const;

const terms = (rows: readonly StatedRow[], changes: Partial<Terms> = {}): Terms => ({
  ...LOAN,
  firstPaymentOnStartDate: false,
  administrationFee: cents(0),
  rows: [],
  table: lenderTable(LOAN, rows),
  ...changes,
});

/** 1,000.00 repaid by 510.00 and 505.00: 10.00 and 5.00 of interest. */
const ROWS = [row('2026-02-12', 51_000, { interest: 1_000 }), row('2026-03-09', 50_500, { balance: 0 })];

function refusalOf(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}

describe('a lender’s table', () => {
  it('keeps dates, payments and balances; interest is the payment less the fall of the balance', () => {
    expect(amortise(terms(ROWS)).payments).toEqual([
      { number: 1, date: '2026-02-12', amount: 51_000, interest: 1_000, principal: 50_000, balance: 50_000 },
      { number: 2, date: '2026-03-09', amount: 50_500, interest: 500, principal: 50_000, balance: 0 },
    ]);
  });

  it('shows the rate that the dates imply', () => {
    const { annualPercent } = amortise(
      terms([row('2027-01-10', 110_000, { balance: 0 })], { frequency: 'yearly' }),
    ).rate;
    expect(annualPercent).toBeCloseTo(10, 9);
  });

  it('has no interest rate where nothing but the loan is repaid', () => {
    expect(amortise(terms([row('2026-05-01', 100_000, { balance: 0 })])).rate.annualPercent).toBe(0);
  });

  it('accepts a cent of the lender’s rounding and keeps the stated balance', () => {
    const rows = [
      row('2026-02-12', 51_000, { interest: 1_000, balance: 50_001 }),
      row('2026-03-09', 50_501, { balance: 0 }),
    ];
    expect(amortise(terms(rows)).payment(1).interest).toBe(1_001);
  });

  it('names the row whose interest and balance disagree by more than a cent', () => {
    const rows = [ROWS[0] ?? row('2026-02-12', 1), row('2026-03-09', 50_500, { interest: 500, balance: 2 })];
    expect(refusalOf(() => terms(rows)).fields).toEqual({
      'schedulePayments.1.endingBalance': ['Row 2 should end at $0.00, but says $0.02.'],
    });
  });

  it.each([
    [
      'neither interest nor balance in some rows only',
      [row('2026-02-12', 51_000), row('2026-03-09', 50_500, { balance: 0 })],
      'schedulePayments.0.endingBalance',
    ],
    ['dates and amounts that repay too little', [row('2026-02-12', 51_000)], 'schedulePayments'],
    [
      'dates and amounts with two payments on one day',
      [row('2026-02-12', 51_000), row('2026-02-12', 51_000)],
      'schedulePayments.1.paymentDate',
    ],
    [
      'a last payment of nothing',
      [row('2026-02-12', 100_000, { balance: 0 }), row('2026-03-09', 0, { balance: 0 })],
      'schedulePayments.1.payments',
    ],
    [
      'two payments on one day',
      [row('2026-02-12', 51_000, { interest: 1_000 }), row('2026-02-12', 50_000, { balance: 0 })],
      'schedulePayments.1.paymentDate',
    ],
    [
      'a payment before the start',
      [row('2026-01-09', 101_000, { balance: 0 })],
      'schedulePayments.0.paymentDate',
    ],
    ['a payment of nothing', [row('2026-02-12', 0, { balance: 100_000 })], 'schedulePayments.0.payments'],
    [
      'a balance below nothing',
      [row('2026-02-12', 51_000, { balance: -1 })],
      'schedulePayments.0.endingBalance',
    ],
    [
      'negative interest',
      [row('2026-02-12', 51_000, { balance: 40_000 })],
      'schedulePayments.0.endingBalance',
    ],
    ['no rows', [], 'schedulePayments'],
    [
      'a payment that repays all with interest on the first day',
      [row('2026-01-10', 101_000, { balance: 0 })],
      'schedulePayments',
    ],
  ])('refuses %s', (_name, rows, field) => {
    expect(Object.keys(refusalOf(() => amortise(terms(rows))).fields ?? {})).toEqual([field]);
  });

  it('asks about a balloon when something is left', () => {
    const { message } = refusalOf(() => amortise(terms([row('2026-02-12', 51_000, { interest: 1_000 })])));
    expect(message).toBe(
      'The last payment leaves $500.00. Is the rest a balloon? Add it as the last payment.',
    );
  });
});

describe('the current part of a lender’s table', () => {
  const quarterly = terms([
    row('2026-04-10', 30_000, { interest: 2_000 }),
    row('2027-01-10', 30_000, { interest: 2_000 }),
    row('2027-04-11', 30_000, { interest: 2_000 }),
    row('2027-04-12', 18_000, { balance: 0 }),
  ]);

  it('holds the payments dated within 12 months', () => {
    const schedule = amortise(quarterly);
    expect([0, 1, 2, 3, 4].map((number) => currentThrough(schedule, number))).toEqual([2, 2, 4, 4, 4]);
    expect(splitAfter(schedule, 0)).toEqual({
      hirePurchaseCurrent: 60_000,
      hirePurchaseNonCurrent: 48_000,
      unexpiredChargesCurrent: 4_000,
      unexpiredChargesNonCurrent: 4_000,
    });
  });

  it('holds the payment on 29 February twelve months after one on 28 February', () => {
    const february = terms([
      row('2027-02-28', 30_000, { interest: 2_000 }),
      row('2028-02-29', 78_000, { balance: 0 }),
    ]);
    expect(currentThrough(amortise(february), 1)).toBe(2);
  });

  it('is reclassified by the payment whose date lets others enter the window', () => {
    const descriptions = paymentJournal(amortise(quarterly), 2, ACCOUNTS).lines.map(
      ({ description }) => description,
    );
    expect(new Set(descriptions)).toEqual(
      new Set([
        'Payment 2 of 4 – repayment',
        'Payment 2 of 4 – interest',
        'Payment 3 becomes current',
        'Payment 4 becomes current',
      ]),
    );
  });
});

describe('a contract with a lender’s table', () => {
  const stated = terms([
    row('2026-04-10', 30_000, { interest: 2_000 }),
    row('2027-01-10', 30_000, { interest: 2_000 }),
    row('2027-04-12', 46_000, { balance: 0 }),
  ]);

  it('has the payments, dates and balances of the table', () => {
    const contract = scheduleOf(stated, []);
    const table = amortise(stated);
    expect(contract.payments).toMatchObject(table.payments);
    expect(contract.endDate).toBe('2027-04-12');
    expect(contract.dueBy(calendarDate('2027-01-10'))).toBe(2);
    expect(contract.before(calendarDate('2027-01-10'))).toBe(1);
    expect(contract.balanceAt(calendarDate('2027-04-11'))).toBe(table.balanceAfter(2));
    expect(contract.splitAt({ date: calendarDate('2027-01-10'), includesDate: false })).toEqual(
      splitAfter(table, 1),
    );
  });

  const eventOn = (date: string, change: Change): ContractEvent => ({
    date: calendarDate(date),
    postedThrough: 0,
    change,
  });

  it('keeps its payments when the fee changes', () => {
    const change = { kind: 'fee-change', fromPayment: 2, administrationFee: cents(500) } as const;
    const contract = scheduleOf(stated, [eventOn('2026-05-01', change)]);
    expect(contract.payments.map(({ administrationFee, segment }) => [administrationFee, segment])).toEqual([
      [0, 0],
      [500, 1],
      [500, 1],
    ]);
    expect(contract.payments).toMatchObject(amortise(stated).payments);
    expect(contract.totalInterest).toBe(6_000);
    expect(contract.planOf(2).totalInterest).toBe(4_000);
    expect(splitAfter(contract.planOf(2), 1)).toEqual(splitAfter(amortise(stated), 1));
  });

  it('is paid out at the balance of the table', () => {
    const change = { kind: 'payout', payoutFigure: cents(73_000), fees: [], settledFrom: null } as const;
    const contract = scheduleOf(stated, [eventOn('2026-05-01', change)]);
    expect([contract.status, contract.endDate, contract.count]).toEqual(['paid-out', '2026-05-01', 1]);
    expect(contract.events).toMatchObject([{ k: 1, interest: 1_000, repaid: 73_000, to: null }]);
    expect(contract.totalInterest).toBe(3_000);
    expect(contract.balanceAt(calendarDate('2026-05-01'))).toBe(0);
  });

  it('refuses an event that computes its payments', () => {
    const change = { kind: 'rate-change', interestRate: 5, keep: 'payment' } as const;
    expect(() => scheduleOf(stated, [eventOn('2026-05-01', change)])).toThrow(
      expect.objectContaining({ kind: 'conflict', code: 'event/lender-table' }),
    );
  });
});
