/** The purchases of loans that are set up in Xero. */
import { describe, expect, it } from 'vitest';
import type { PurchaseInput } from '../support/purchase-vectors.ts';
import { asOwner, journalsInXero } from '../support/syncing.ts';
import { accountIn, createSchedule, type Prepared, startLinked } from '../support/xero.ts';
import {
  DELETE_PURCHASE,
  START,
  purchaseOf,
  savePurchase,
  balancesAt,
  movementSince,
  CAR,
} from '../support/purchases.ts';

describe('a set-up', () => {
  const bodyOf = (prepared: Prepared, date = START, purchaseRevision?: string | null) => ({
    scheduleIds: [prepared.scheduleId],
    bankAccountId: accountIn(prepared, '090'),
    interestExpenseAccountId: accountIn(prepared, '437'),
    administrationFeeId: accountIn(prepared, '404'),
    liability: 'each' as const,
    opening: { date, accountId: accountIn(prepared, '850') },
    autoSync: false,
    loans: [
      { scheduleId: prepared.scheduleId, ...(typeof purchaseRevision === 'string' && { purchaseRevision }) },
    ],
  });

  async function linked(input: PurchaseInput) {
    const work = await startLinked();
    const prepared = await createSchedule(work);
    await savePurchase(prepared, purchaseOf(prepared, input));
    return prepared;
  }

  const ask = (prepared: Prepared, route: '/preview' | '', date?: string, revision?: string | null) =>
    prepared.app.send(`POST /v1/entities/{entityId}/xero/setup${route}`, {
      ...asOwner(prepared),
      body: bodyOf(prepared, date, revision),
    });

  /** Returns the revision of the purchase that a preview shows. */
  async function previewed(prepared: Prepared, date?: string): Promise<string | null> {
    const { body } = await ask(prepared, '/preview', date);
    const { journals } = body as { journals: { purchaseRevision: string | null }[] };
    return journals[0]?.purchaseRevision ?? null;
  }

  const without = (prepared: Prepared) => prepared.app.call(DELETE_PURCHASE, asOwner(prepared));

  it('takes the lines of a purchase in place of the opposite account', async () => {
    const prepared = await linked(CAR);
    const preview = await ask(prepared, '/preview');
    expect(preview.body).toMatchObject({ problems: [] });
    const before = await balancesAt(prepared);
    const done = await ask(prepared, '');
    expect(done.body).toMatchObject({ schedules: [{ status: 'ready' }] });
    const inXero = movementSince(before, await balancesAt(prepared), prepared);
    expect(inXero('730')).toBe(4_545_455);
    expect(inXero('820')).toBe(454_545);
    expect(inXero('850')).toBe(0);
  });

  it('leaves out a loan whose purchase is another amount, or lacks an account', async () => {
    const prepared = await linked({ ...CAR, deposit: '1000' });
    const problem = { code: 'purchase/difference', message: expect.stringContaining('$1,000.00 less') };
    expect((await ask(prepared, '/preview')).body).toMatchObject({ journals: [], problems: [problem] });
    expect((await ask(prepared, '')).body).toMatchObject({ schedules: [{ status: 'failed', ...problem }] });
    expect(journalsInXero(prepared)).toEqual([]);
    const { asset, ...facts } = purchaseOf(prepared, CAR);
    await savePurchase(prepared, { ...facts, asset: { ...asset, accountId: null } });
    expect((await ask(prepared, '/preview')).body).toMatchObject({
      problems: [{ code: 'purchase/account' }],
    });
  });

  it('needs no opposite account for a loan with a purchase, and refuses a loan without both', async () => {
    const prepared = await linked(CAR);
    const hasPurchase = async () => {
      const route = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';
      const { body } = await prepared.app.call(route, asOwner(prepared));
      return (body as { hasPurchase: boolean }).hasPurchase;
    };
    const preview = () =>
      prepared.app.send('POST /v1/entities/{entityId}/xero/setup/preview', {
        ...asOwner(prepared),
        body: { ...bodyOf(prepared), opening: { date: START } },
      });
    expect(await hasPurchase()).toBe(true);
    expect((await preview()).body).toMatchObject({ journals: [{}], problems: [] });
    await without(prepared);
    expect(await hasPurchase()).toBe(false);
    expect((await preview()).body).toMatchObject({
      journals: [],
      problems: [{ code: 'opening/account', message: 'Please choose the account to balance against.' }],
    });
  });

  it.each([
    [
      'changed',
      (prepared: Prepared) => savePurchase(prepared, { ...purchaseOf(prepared, CAR), registered: false }),
    ],
    ['deleted', without],
  ])('posts no journal of a purchase that was %s after its preview', async (_how, change) => {
    const prepared = await linked(CAR);
    const revision = await previewed(prepared);
    await change(prepared);
    expect((await ask(prepared, '', START, revision)).body).toMatchObject({
      schedules: [{ status: 'failed', code: 'purchase/changed' }],
    });
    expect(journalsInXero(prepared)).toEqual([]);
    const again = await ask(prepared, '', START, await previewed(prepared));
    expect(again.body).toMatchObject({ schedules: [{ status: 'ready' }] });
    expect(journalsInXero(prepared)).toHaveLength(1);
  });

  it('posts no journal against the opposite account once a purchase is entered', async () => {
    const prepared = await linked(CAR);
    await without(prepared);
    const revision = await previewed(prepared);
    expect(revision).toBe('');
    await savePurchase(prepared, purchaseOf(prepared, CAR));
    expect((await ask(prepared, '', START, revision)).body).toMatchObject({
      schedules: [{ status: 'failed', code: 'purchase/changed' }],
    });
    expect(journalsInXero(prepared)).toEqual([]);
  });

  it('takes the opposite account for a loan that is opened later', async () => {
    const prepared = await linked({ ...CAR, deposit: '1000' });
    expect(await previewed(prepared, '2025-06-01')).toBeNull();
    expect((await ask(prepared, '', '2025-06-01')).body).toMatchObject({ schedules: [{ status: 'ready' }] });
  });
});
