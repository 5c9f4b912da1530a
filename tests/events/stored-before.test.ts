/** Schedules, payments and opening journals stored before contract events existed. */
import { describe, expect, it } from 'vitest';
import { readSchedule, record, reverse, syncPayments } from '../support/events.ts';
import { prepareSchedule, type Prepared } from '../support/xero.ts';

const NEW_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  'E#': ['eventCount', 'eventNumber', 'paymentChanges', 'refinances'],
  'S#': ['part', 'document', 'attempt', 'reversed', 'paidOn', 'parts'],
};

/** Takes away from every item what an earlier version didn't write. */
async function forgetNewAttributes({ app }: Prepared): Promise<void> {
  for (const { pk, sk } of app.stored()) {
    const isSchedule = pk.startsWith('E#') && sk.startsWith('S#');
    const isPayment = pk.startsWith('S#') && sk.startsWith('P#');
    const remove = isSchedule ? NEW_ATTRIBUTES['E#'] : isPayment ? NEW_ATTRIBUTES['S#'] : undefined;
    if (remove) await app.table.write({ update: { pk, sk }, remove });
  }
}

describe('a schedule of before', () => {
  it('is one segment without events', async () => {
    const prepared = await prepareSchedule();
    await syncPayments(prepared, 1, 2);
    const before = await readSchedule(prepared);
    await forgetNewAttributes(prepared);
    expect(await readSchedule(prepared)).toEqual(before);
    expect(before).toMatchObject({ status: 'active', events: [] });
    expect(before.schedulePayments.every(({ segment, attempt }) => segment === 0 && attempt === 1)).toBe(
      true,
    );
  });

  it('takes events and further payments', async () => {
    const prepared = await prepareSchedule();
    await syncPayments(prepared, 1, 2);
    await forgetNewAttributes(prepared);
    const { body } = await record(prepared, {
      kind: 'extra-repayment',
      date: '2025-04-01',
      amount: 5000,
      keep: 'term',
    });
    expect(body).toMatchObject({ number: 1, k: 2, xeroSynchronized: true });
    expect((await syncPayments(prepared, 3)).status).toBe(200);
  });

  it('has payments that are reversed as new ones are', async () => {
    const prepared = await prepareSchedule();
    await syncPayments(prepared, 1, 2);
    await forgetNewAttributes(prepared);
    expect((await reverse(prepared, 1, 'mirror')).body).toMatchObject({
      xeroSynchronized: false,
      attempt: 2,
    });
    expect((await reverse(prepared, 2, 'delete')).body).toMatchObject({
      xeroSynchronized: false,
      attempt: 2,
    });
    await syncPayments(prepared, 1, 2);
    const references = prepared.app
      .books()
      .bankTransactions.map(({ Reference }) => Reference.split('-').at(-1));
    expect(references).toEqual(['1', '2', '1R', '1/2', '2/2']);
  });
});
