/** A hire purchase whose GST on the charges is claimed, from its creation to its payout. */
import { describe, expect, it } from 'vitest';
import { balances, record, syncEvent, syncPayments, undo } from '../support/events.ts';
import { asOwner, postJournalAt, schedulePath } from '../support/syncing.ts';
import { createSchedule, prepareSchedule, startWork } from '../support/xero.ts';

const HIRE_PURCHASE = { kind: 'hire-purchase', gstOnCharges: true } as const;
const PAYOUT = {
  kind: 'payout',
  date: '2026-08-05',
  payoutFigure: 37_396.92,
  fees: [{ amount: 350 }],
} as const;

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

  it('is credited by a payout to the account that it names, without which it is not posted', async () => {
    const truck = await prepareSchedule(HIRE_PURCHASE);
    await syncPayments(truck, ...Array.from({ length: 18 }, (_each, index) => index + 1));
    const { body } = await record(truck, PAYOUT);
    const lines = body.document?.lines.map(({ role, amount }) => [role, amount]);
    expect(lines).toContainEqual(['interestExpense', 143.16]);
    expect(lines).toContainEqual(['other', -450.28]);
    expect([body.xeroSynchronized, body.error]).toEqual([false, expect.stringContaining('GST')]);
    const { status, body: refused } = await syncEvent(truck, body.id);
    expect([status, Object.keys(refused.errors ?? {})]).toEqual([400, ['gstAccountId']]);
    await undo(truck, body.id);
    const gstAccountId = truck.app.books().accounts.find(({ Code }) => Code === '404')?.AccountID ?? '';
    expect((await record(truck, { ...PAYOUT, gstAccountId })).body.xeroSynchronized).toBe(true);
    // The fee of 350.00 less the GST.
    expect(balances(truck)['404']).toBe(-100.28);
  });
});
