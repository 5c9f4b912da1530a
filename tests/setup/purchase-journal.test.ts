/** The lines of a purchase in the opening journal. */
import { describe, expect, it } from 'vitest';
import { readSchedule } from '../support/events.ts';
import { asOwner, journalsInXero } from '../support/syncing.ts';
import {
  accountIn,
  changeSettings,
  linkTo,
  prepareAnother,
  prepareSchedule,
  setUp,
} from '../support/xero.ts';
import {
  DELETE_PURCHASE,
  PREVIEW_PURCHASE,
  OPENING_TEMPLATE,
  START,
  type PurchaseFacts,
  purchaseOf,
  termsOf,
  savePurchase,
  templateAt,
  pageOf,
  postWithPurchase,
  balancesAt,
  movementSince,
  CAR,
  withPurchase,
  type Bought,
} from '../support/purchases.ts';

describe('the opening journal', () => {
  it('offers the lines of the purchase at the start of the contract only', async () => {
    const prepared = await withPurchase();
    expect((await templateAt(prepared)).purchaseLines).toEqual([
      {
        description: 'Asset, with GST credit',
        accountId: accountIn(prepared, '730'),
        taxType: 'CAPEXINPUT',
        amount: 50_000,
      },
    ]);
    expect((await templateAt(prepared, '2025-02-01')).purchaseLines).toBeNull();
    const included = await prepared.app.call(OPENING_TEMPLATE, {
      ...asOwner(prepared),
      query: { date: START, includesDate: 'true' },
    });
    expect(included.body.purchaseLines).toBeNull();
    const another = await prepareAnother(prepared);
    expect((await templateAt(another)).purchaseLines).toBeNull();
  });

  it('is out of date after a change of the purchase, until it is posted again', async () => {
    const prepared = await withPurchase();
    await postWithPurchase(prepared);
    const isOutOfDate = async () => (await readSchedule(prepared)).openingBalanceJournalOutOfDate;
    await savePurchase(prepared, prepared.facts);
    expect(await isOutOfDate()).toBe(false);
    await savePurchase(prepared, { ...prepared.facts, registered: false });
    expect(await isOutOfDate()).toBe(true);
    expect((await postWithPurchase(prepared)).status).toBe(200);
    expect(await isOutOfDate()).toBe(false);
    expect(journalsInXero(prepared).map(({ Status }) => Status)).toEqual(['VOIDED', 'POSTED']);
    await prepared.app.call(DELETE_PURCHASE, asOwner(prepared));
    expect(await isOutOfDate()).toBe(false);
  });

  it.each([
    ['changed', (prepared: Bought) => savePurchase(prepared, { ...prepared.facts, registered: false })],
    ['deleted', (prepared: Bought) => prepared.app.call(DELETE_PURCHASE, asOwner(prepared))],
  ])('is refused from a page that was opened before the purchase was %s', async (_how, change) => {
    const prepared = await withPurchase();
    const page = await pageOf(prepared);
    await change(prepared);
    expect(await postWithPurchase(prepared, page)).toMatchObject({
      status: 409,
      body: { code: 'purchase/changed' },
    });
    expect(journalsInXero(prepared)).toEqual([]);
    await savePurchase(prepared, prepared.facts);
    expect((await postWithPurchase(prepared, page)).status).toBe(200);
  });

  it('is refused from a page that was opened before a purchase was entered, and leaves the posted one', async () => {
    const prepared = await prepareSchedule();
    const facts = purchaseOf(prepared, CAR);
    await savePurchase(prepared, facts);
    const { lineItems, ...page } = await pageOf(prepared);
    await prepared.app.call(DELETE_PURCHASE, asOwner(prepared));
    const { purchaseRevision } = await templateAt(prepared);
    expect(purchaseRevision).toBe('');
    expect((await postWithPurchase(prepared, { ...page, lineItems, purchaseRevision })).status).toBe(200);
    await savePurchase(prepared, { ...facts, registered: false });
    const other = { ...page, lineItems, purchaseRevision, description: 'Another text' };
    expect((await postWithPurchase(prepared, other)).status).toBe(409);
    expect(journalsInXero(prepared).map(({ Status }) => Status)).toEqual(['POSTED']);
    expect(await readSchedule(prepared)).toMatchObject({ openingBalanceJournalOutOfDate: true });
  });

  it('is out of date in an organisation that is linked again after a change', async () => {
    const prepared = await withPurchase();
    await postWithPurchase(prepared);
    const { app, owner, entityId } = prepared;
    await app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(prepared));
    await savePurchase(prepared, { ...prepared.facts, registered: false });
    await linkTo(app, owner, entityId);
    await setUp(prepared);
    expect(await readSchedule(prepared)).toMatchObject({ openingBalanceJournalOutOfDate: true });
  });

  it('is out of date when a line of the purchase is left out', async () => {
    const prepared = await withPurchase({
      ...CAR,
      price: '49000',
      on_road: [['Stamp duty', '2000']],
      deposit: '1000',
    });
    await postWithPurchase(prepared);
    await savePurchase(prepared, { ...prepared.facts, charges: [], deposit: null });
    expect(await readSchedule(prepared)).toMatchObject({ openingBalanceJournalOutOfDate: true });
  });

  it.each([
    ['four accounts', {}],
    ['one account', { isNet: true }],
  ])(
    'stays in date when its lines are those of a purchase that is entered later, with %s',
    async (_of, on) => {
      const prepared = await prepareSchedule();
      if ('isNet' in on) {
        const net = accountIn(prepared, '874.001');
        await changeSettings(prepared, {
          hirePurchaseCurrentId: net,
          hirePurchaseNonCurrentId: net,
          unexpiredChargesCurrentId: net,
          unexpiredChargesNonCurrentId: net,
        });
      }
      const facts = purchaseOf(prepared, {
        ...CAR,
        price: '49000',
        on_road: [['Stamp duty', '2000']],
        deposit: '1000',
      });
      await savePurchase(prepared, facts);
      expect((await postWithPurchase(prepared)).status).toBe(200);
      expect((await templateAt(prepared)).posted?.lineItems).toHaveLength(3);
      await prepared.app.call(DELETE_PURCHASE, asOwner(prepared));
      await savePurchase(prepared, facts);
      expect(await readSchedule(prepared)).toMatchObject({ openingBalanceJournalOutOfDate: false });
    },
  );
});

describe('the largest purchase', () => {
  it('has 50 charges with the longest texts, whose parts are posted to the cent', async () => {
    const most = 1_000_000_000;
    const prepared = await prepareSchedule(termsOf({ price: '', financed: String(most) }));
    const text = `${'Fit-out of the workshop '.padEnd(237, 'x')}🚚${'x'.repeat(16)}`;
    expect(text).toHaveLength(255);
    const of = { kind: 'other' as const, text, accountId: accountIn(prepared, '730'), taxType: 'CAPEXINPUT' };
    const facts: PurchaseFacts = {
      ...purchaseOf(prepared, {
        ...CAR,
        price: String(most),
        use: '33.33',
        trade_in: String(most),
        deposit: String(most),
      }),
      // 50 amounts of 2,000,000,000.00 in all, none of which splits evenly.
      charges: Array.from({ length: 50 }, (_each, index) => ({
        ...of,
        amount: (4_000_000_000 + (index % 2 === 0 ? 7 : -7)) / 100,
      })),
    };
    const saved = await savePurchase(prepared, facts);
    expect(saved.body).toMatchObject({ financed: most, difference: 0, costOfAsset: expect.any(Number) });
    const { lines, gst } = saved.body as {
      lines: { description: string; amount: number }[];
      gst: { credit: number };
    };
    expect(lines).toHaveLength(104);
    expect(Math.max(...lines.map(({ description }) => description.length))).toBeLessThanOrEqual(255);
    expect(lines.every(({ description }) => description.isWellFormed())).toBe(true);
    const before = await balancesAt(prepared);
    expect((await postWithPurchase(prepared)).status).toBe(200);
    const inXero = movementSince(before, await balancesAt(prepared), prepared);
    expect(inXero('820')).toBe(Math.round(gst.credit * 100) - Math.round((most / 11) * 100));
    const over = { ...facts, asset: { ...facts.asset, price: most + 0.01 } };
    expect((await prepared.app.send(PREVIEW_PURCHASE, { ...asOwner(prepared), body: over })).status).toBe(
      400,
    );
  });
});

describe('a hire purchase with GST on its charges', () => {
  it('has its charges claimed beside the purchase', async () => {
    const prepared = await prepareSchedule({ kind: 'hire-purchase', gstOnCharges: true });
    await savePurchase(prepared, purchaseOf(prepared, CAR));
    const { purchaseLines } = await templateAt(prepared);
    expect(purchaseLines?.slice(1).map(({ taxType, amount }) => [taxType, amount])).toEqual([
      ['INPUT', 10_000],
      ['BASEXCLUDED', -9_090.91],
    ]);
    const before = await balancesAt(prepared);
    expect((await postWithPurchase(prepared)).status).toBe(200);
    const inXero = movementSince(before, await balancesAt(prepared), prepared);
    // The credits of the car and of the charges, and the charges without GST.
    expect(inXero('820')).toBe(454_545 + 90_909);
    expect(inXero('875.001') + inXero('925.001')).toBe(909_091);
  });
});

describe('the template', () => {
  it('proposes the start of the contract for a purchase', async () => {
    const prepared = await withPurchase();
    const { body } = await prepared.app.call(OPENING_TEMPLATE, asOwner(prepared));
    expect(body).toMatchObject({ date: START, includesDate: false });
    expect(body.purchaseLines).toHaveLength(1);
  });
});
