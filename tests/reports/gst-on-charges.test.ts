/** A hire purchase whose GST on the charges is claimed, from its creation to its payout. */
import { describe, expect, it } from 'vitest';
import { balances, readSchedule, record, syncEvent } from '../support/events.ts';
import { asOwner, postJournalAt, schedulePath, syncNumbers } from '../support/syncing.ts';
import { accountIn, createSchedule, linkTo, prepareSchedule, setUp, startWork } from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

const HIRE_PURCHASE = { kind: 'hire-purchase', gstOnCharges: true } as const;
const PAYOUT = {
  kind: 'payout',
  date: '2026-08-05',
  payoutFigure: 37_396.92,
  fees: [{ amount: 350 }],
} as const;

const inCents = (dollars: number): number => Math.round(dollars * 100);

const gstOf = (payments: readonly { readonly gst?: number | undefined }[]): number =>
  payments.reduce((sum, { gst = 0 }) => sum + gst, 0);

describe('GST on charges', () => {
  it('belongs to a hire purchase only', async () => {
    const work = await startWork();
    await expect(createSchedule(work, { kind: 'loan', gstOnCharges: true })).rejects.toThrow('400');
    const { body } = await work.app.call(`GET ${schedulePath}`, asOwner(await createSchedule(work)));
    expect(body.gstOnCharges).toBe(false);
  });

  it('is in the payments, and stays once a document is posted', async () => {
    const truck = await prepareSchedule(HIRE_PURCHASE);
    const { body } = await truck.app.call(`GET ${schedulePath}`, asOwner(truck));
    expect(body).toMatchObject({ gstOnCharges: true, totalInterest: 9_090.91 });
    expect(body.schedulePayments[0]).toMatchObject({ interest: 281.06, gst: 28.11, principal: 690.83 });
    await postJournalAt(truck, '2025-01-15');
    const { schedulePayments: _payments, ...terms } = body;
    const changed = { ...terms, gstOnCharges: false, xeroAccount: {} };
    const { status } = await truck.app.send(`PUT ${schedulePath}`, { ...asOwner(truck), body: changed });
    expect(status).toBe(409);
  });

  it('is credited by a payout to the account that it names, without which it is not recorded', async () => {
    const truck = await prepareSchedule(HIRE_PURCHASE);
    await syncNumbers(truck, upTo(18));
    const { status, body: refused } = await record(truck, PAYOUT);
    expect([status, Object.keys(refused.errors ?? {})]).toEqual([400, ['gstAccountId']]);
    const { body } = await record(truck, { ...PAYOUT, gstAccountId: accountIn(truck, '404') });
    const lines = body.document?.lines.map(({ role, amount }) => [role, amount]);
    expect(lines).toContainEqual(['interestExpense', 143.16]);
    expect(lines).toContainEqual(['other', -450.28]);
    expect(body.xeroSynchronized).toBe(true);
    // The fee of 350.00 less the GST.
    expect(balances(truck)['404']).toBe(-100.28);
  });

  it.each([
    { kind: 'extra-repayment', date: '2026-06-20', amount: 5_000, keep: 'payment' },
    { kind: 'rate-change', date: '2026-06-20', interestRate: 12, keep: 'term' },
    { kind: 'holiday', date: '2026-06-20', fromPayment: 25, qty: 2 },
  ] as const)('is moved by a change of kind $kind to the account that it names', async (change) => {
    const truck = await prepareSchedule(HIRE_PURCHASE);
    await postJournalAt(truck, '2025-01-15');
    const before = balances(truck)['404'] ?? 0;
    const { status, body: refused } = await record(truck, change);
    expect([status, Object.keys(refused.errors ?? {})]).toEqual([400, ['gstAccountId']]);
    const { schedulePayments: former } = await readSchedule(truck);
    const recorded = await record(truck, { ...change, gstAccountId: accountIn(truck, '404') });
    expect(recorded.body.xeroSynchronized).toBe(true);
    const { schedulePayments } = await readSchedule(truck);
    const gst = inCents(gstOf(schedulePayments) - gstOf(former));
    expect(gst).not.toBe(0);
    expect(inCents((balances(truck)['404'] ?? 0) - before)).toBe(gst);
  });

  it('has to have its account before a change recorded without a link to Xero is posted', async () => {
    const truck = await createSchedule(await startWork(), HIRE_PURCHASE);
    const { status, body } = await record(truck, PAYOUT);
    expect([status, body.xeroSynchronized]).toEqual([201, false]);
    await linkTo(truck.app, truck.owner, truck.entityId);
    await setUp(truck);
    const { status: refusedAs, body: refused } = await syncEvent(truck, body.id);
    expect([refusedAs, Object.keys(refused.errors ?? {})]).toEqual([400, ['gstAccountId']]);
  });
});
