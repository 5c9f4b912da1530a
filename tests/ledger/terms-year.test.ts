/** Loans with the terms of real contracts, from the set-up to the payout: Xero, the ledger check and the pack agree. */
import { describe, expect, it } from 'vitest';
import { balances, readSchedule, record } from '../support/events.ts';
import { check, syncThrough } from '../support/ledger.ts';
import { postJournalAt } from '../support/syncing.ts';
import { type Prepared, prepareSchedule, type Terms } from '../support/xero.ts';

/** Four payments a season from 30 September, nothing in the eight months after, and a stub of 2 and 20/31 months. */
const SEASONAL: Partial<Terms> = {
  loanAmount: 90_000,
  startDate: '2024-07-10',
  firstPaymentDate: '2024-09-30',
  paymentsAtMonthEnd: true,
  administrationFee: 5.5,
  schedulePaymentPlans: [
    { number: 1, qty: 4, amount: 6_900 },
    { number: 2, qty: 8, amount: 0 },
    { number: 3, qty: 4, amount: 6_900 },
    { number: 4, qty: 8, amount: 0 },
    { number: 5, qty: 3, amount: 6_900 },
    { number: 6, qty: 1, amount: 24_900 },
  ],
};

/** 24 months of interest only, then level payments, the last of which takes the rest. */
const BANK: Partial<Terms> = {
  kind: 'loan',
  loanAmount: 450_000,
  startDate: '2024-07-15',
  contractRate: 6.49,
  schedulePaymentPlans: [
    { number: 1, qty: 24, amount: 2_433.75 },
    { number: 2, qty: 275, amount: 3_143.04 },
    { number: 3, qty: 1, amount: 3_144.96 },
  ],
};

const YEAR_END = '2025-06-30';

async function expectAgreement(prepared: Prepared, date: string): Promise<void> {
  // Another minute, another 60 calls to Xero.
  prepared.app.clock.advance(61_000);
  const checked = await check(prepared, date);
  expect(checked.accounts.map(({ difference }) => difference)).toEqual([0, 0, 0, 0]);
  expect(checked.status).toBe('agrees');
}

const dueBy = async (prepared: Prepared, date: string): Promise<number> => {
  const { schedulePayments } = await readSchedule(prepared);
  return schedulePayments.filter(({ paymentDate }) => paymentDate <= date).length;
};

describe.each([
  ['a seasonal loan with a stub', SEASONAL, '2024-07-10', '2024-09-30'],
  ['a bank loan with interest-only months', BANK, '2024-07-15', '2024-08-15'],
])('%s', (_name, terms, start, first) => {
  it('is posted for a year, changed and paid out, and everything agrees', async () => {
    const prepared = await prepareSchedule(terms);
    const { app, owner } = prepared;
    expect((await postJournalAt(prepared, start)).status).toBe(200);
    const made = await readSchedule(prepared);
    expect(made.schedulePayments[0]?.paymentDate).toBe(first);
    const ofYear = await dueBy(prepared, YEAR_END);
    await syncThrough(prepared, 1, ofYear);
    await expectAgreement(prepared, YEAR_END);

    const query = { date: YEAR_END };
    const { body } = await app.call('GET /v1/reports/loans', { as: owner.token, query });
    if (!('loans' in body)) throw new Error('The pack is not ready');
    const closing = made.schedulePayments[ofYear - 1]?.endingBalance;
    expect(body.loans[0]?.movement.closing).toBe(closing);
    const held = balances(prepared);
    const net = ['874.001', '924.001', '875.001', '925.001'].reduce(
      (sum, code) => sum + (held[code] ?? 0),
      0,
    );
    expect(Math.round(net * 100)).toBe(Math.round(-100 * (closing ?? 0)));
    const paid = made.schedulePayments.slice(0, ofYear);
    const interest = paid.reduce((sum, row) => sum + Math.round(row.interest * 100), 0);
    expect(Math.round((held['437'] ?? 0) * 100)).toBe(interest);

    const extra = { kind: 'extra-repayment', date: '2025-07-09', amount: 2_000, keep: 'payment' } as const;
    const recorded = await record(prepared, extra);
    expect(recorded.body).toMatchObject({ xeroSynchronized: true, error: null });
    const change = { kind: 'rate-change', date: '2025-08-20', interestRate: 7.1, keep: 'payment' } as const;
    expect((await record(prepared, change)).body.xeroSynchronized).toBe(true);
    const through = await dueBy(prepared, '2025-10-31');
    await syncThrough(prepared, ofYear + 1, through);
    await expectAgreement(prepared, '2025-10-31');

    const { outstanding, schedulePayments } = await readSchedule(prepared);
    const owed = schedulePayments[through - 1]?.endingBalance ?? 0;
    expect(outstanding).toBeGreaterThan(0);
    const payout = {
      kind: 'payout',
      date: '2025-11-05',
      payoutFigure: Math.round(owed * 100 + 30_000) / 100,
    } as const;
    expect((await record(prepared, payout)).body.xeroSynchronized).toBe(true);
    await expectAgreement(prepared, '2025-11-30');
    const after = balances(prepared);
    expect(['874.001', '924.001', '875.001', '925.001'].map((code) => after[code] ?? 0)).toEqual([
      0, 0, 0, 0,
    ]);
    expect((await readSchedule(prepared)).status).toBe('paid-out');
  });
});

it('passes over payments of nothing where it names the next payment', async () => {
  const prepared = await prepareSchedule({
    ...SEASONAL,
    startDate: '2024-09-10',
    firstPaymentDate: '2024-11-30',
  });
  // Today is 1 June 2025, in the months without payments after the first four.
  expect((await readSchedule(prepared)).nextPayment).toMatchObject({
    number: 13,
    paymentDate: '2025-11-30',
    payments: 6_900,
  });
});
