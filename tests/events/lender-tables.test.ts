/** The lender's own table as the new terms of a contract. */
import { describe, expect, it } from 'vitest';
import {
  balances,
  type EventBody,
  preview,
  readEvents,
  readSchedule,
  record,
  undo,
} from '../support/events.ts';
import { syncNumbers } from '../support/syncing.ts';
import { prepareSchedule } from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

/** From payment 19 on, when 36,889.44 is owed. */
const ROWS = [
  { paymentDate: '2026-08-20', payments: 12_000, interest: 230, endingBalance: 25_119.44 },
  { paymentDate: '2026-12-01', payments: 13_000, interest: 500 },
  { paymentDate: '2027-06-30', payments: 12_919.44, endingBalance: 0 },
];

const TABLE = {
  kind: 'terms-change',
  date: '2026-08-01',
  fromPayment: 19,
  schedulePayments: ROWS,
} as const satisfies EventBody;

const RATE: EventBody = { kind: 'rate-change', date: '2026-09-01', interestRate: 7.92, keep: 'term' };

describe('new terms in the lender’s table', () => {
  it('shows the rows as they were written and the rate that they imply', async () => {
    const prepared = await prepareSchedule();
    const { status, body } = await preview(prepared, TABLE);
    expect([status, body.k, body.warnings]).toEqual([200, 18, []]);
    expect(body.after).toMatchObject({ paymentCount: 21, endDate: '2027-06-30', balance: 36_889.44 });
    const rows = body.after.schedulePayments.slice(18);
    expect(
      rows.map(({ paymentDate, payments, interest, endingBalance }) => [
        paymentDate,
        payments,
        interest,
        endingBalance,
      ]),
    ).toEqual([
      ['2026-08-20', 12_000, 230, 25_119.44],
      ['2026-12-01', 13_000, 500, 12_619.44],
      ['2027-06-30', 12_919.44, 300, 0],
    ]);
    const sum = body.documents[0]?.lines.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBeCloseTo(0, 6);
  });

  it('posts the difference, so that nothing is left in the accounts after the last row', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, upTo(18));
    const { status, body } = await record(prepared, TABLE);
    expect(status).toBe(201);
    expect(body).toMatchObject({ xeroSynchronized: true, input: { schedulePayments: ROWS } });
    const schedule = await readSchedule(prepared);
    expect(schedule).toMatchObject({ interestRateImplied: false, events: [{ kind: 'terms-change', k: 18 }] });
    expect(schedule.schedulePayments).toHaveLength(21);
    await syncNumbers(prepared, [19, 20, 21]);
    // Without an opening journal the accounts hold the opposite of its lines.
    expect(balances(prepared)).toEqual({
      '437': 5_919.44,
      '874.001': 12_000,
      '924.001': 48_000,
      '875.001': -3_422.22,
      '925.001': -6_577.78,
    });
    expect((await readSchedule(prepared)).xeroSynchronized).toBe(true);
    const [event] = await readEvents(prepared);
    expect((await undo(prepared, event?.id ?? '')).status).toBe(409);
  });

  it.each<[string, EventBody, number, string, string]>([
    [
      'of both kinds of payments',
      { ...TABLE, schedulePaymentPlans: [] },
      400,
      'event/payments',
      'schedulePaymentPlans',
    ],
    [
      'without payments',
      { ...TABLE, schedulePayments: undefined },
      400,
      'event/payments',
      'schedulePaymentPlans',
    ],
    [
      'of a row that does not follow from the balance',
      { ...TABLE, schedulePayments: [{ ...ROWS[0], endingBalance: 25_000 }, ...ROWS.slice(1)] },
      400,
      'schedule/lender-table',
      'schedulePayments.0.endingBalance',
    ],
    [
      'of a row dated before the change',
      { ...TABLE, schedulePayments: [{ ...ROWS[0], paymentDate: '2026-08-01' }, ...ROWS.slice(1)] },
      400,
      'event/lender-table',
      'schedulePayments.0.paymentDate',
    ],
    [
      'of rows that leave a rest',
      { ...TABLE, schedulePayments: ROWS.slice(0, 2) },
      400,
      'schedule/lender-table',
      'schedulePayments',
    ],
  ] as [string, EventBody, number, string, string][])(
    'are refused for a table %s, naming the field',
    async (_what, body, status, code, field) => {
      const refused = await preview(await prepareSchedule(), body);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
      expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
    },
  );

  it('let no computed change follow, but new computed terms and a payout', async () => {
    const prepared = await prepareSchedule();
    await record(prepared, TABLE);
    const refused = await preview(prepared, RATE);
    expect([refused.status, refused.body.code]).toEqual([409, 'event/lender-table']);
    const plans = [{ number: 1, qty: 12, amount: 2_200 }];
    const computed = await preview(prepared, {
      kind: 'terms-change',
      date: '2026-08-21',
      fromPayment: 20,
      schedulePaymentPlans: plans,
    });
    expect(computed.status).toBe(200);
    expect(computed.body.after).toMatchObject({ paymentCount: 31, endDate: '2027-08-20' });
    const payout = await record(prepared, { kind: 'payout', date: '2026-09-01', payoutFigure: 25_300 });
    expect(payout.status).toBe(201);
    expect(await readSchedule(prepared)).toMatchObject({ status: 'paid-out', endDate: '2026-09-01' });
  });
});
