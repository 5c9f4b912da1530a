/** The purchase of a schedule: its facts, and the figures and balances that follow from them. */
import { describe, expect, it } from 'vitest';
import { auditDetails, readSchedule } from '../support/events.ts';
import { signUp } from '../support/people.ts';
import { asOwner, schedulePath } from '../support/syncing.ts';
import { accountIn, BAKERY, createSchedule, linkTo, prepareSchedule, startWork } from '../support/xero.ts';
import json from '../domain/purchase/purchase.json' with { type: 'json' };
import {
  SAVE_PURCHASE,
  READ_PURCHASE,
  DELETE_PURCHASE,
  PREVIEW_PURCHASE,
  START,
  PURCHASE_CODES,
  purchaseOf,
  termsOf,
  savePurchase,
  postWithPurchase,
  balancesAt,
  movementSince,
  CAR,
  withPurchase,
} from '../support/purchases.ts';

describe.each(json.vectors)('$name', ({ input, lines, ...expected }) => {
  it('gives its figures in the preview, and the same GST and balances in Xero', async () => {
    const prepared = await prepareSchedule(termsOf(input));
    const facts = purchaseOf(prepared, input);
    const { status, body } = await prepared.app.call(PREVIEW_PURCHASE, { ...asOwner(prepared), body: facts });
    const own = lines.filter((line) => line.account in PURCHASE_CODES);
    const idOf = (name: string): string =>
      accountIn(prepared, PURCHASE_CODES[name as keyof typeof PURCHASE_CODES]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      lines: own.map((line) => ({
        description: line.line,
        accountId: idOf(line.account),
        taxType: line.taxType,
        amount: Number(line.amount),
      })),
      gst: { credit: Number(expected.gstCredit), payable: Number(expected.gstPayable) },
      bas: { g10: Number(expected.basG10), g11: Number(expected.basG11) },
      costOfAsset: Number(expected.costOfAsset),
      financed: Number(expected.financed),
      difference: 0,
      causes: [],
    });
    expect((await savePurchase(prepared, facts)).body).toMatchObject({ ...body, facts });
    const before = await balancesAt(prepared);
    expect((await postWithPurchase(prepared)).status).toBe(200);

    const inXero = movementSince(before, await balancesAt(prepared), prepared);
    const net = (name: string): number =>
      own.reduce((sum, line) => sum + (line.account === name ? Math.round(Number(line.net) * 100) : 0), 0);
    const names = Object.keys(PURCHASE_CODES) as (keyof typeof PURCHASE_CODES)[];
    expect(names.map((name) => [name, inXero(PURCHASE_CODES[name])])).toEqual(
      names.map((name) => [name, net(name)]),
    );
    expect(inXero('820')).toBe(Math.round((Number(expected.gstCredit) - Number(expected.gstPayable)) * 100));
    const owed = ['874.001', '924.001', '875.001', '925.001'].map(inXero);
    expect(owed.reduce((sum, cents) => sum + cents)).toBe(-Math.round(Number(expected.financed) * 100));
  });
});

describe('the facts of a purchase', () => {
  it('are stored, read by Guests, listed in the audit log and deleted', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    expect((await app.call(READ_PURCHASE, asOwner(prepared))).status).toBe(404);
    expect((await app.call(DELETE_PURCHASE, asOwner(prepared))).status).toBe(404);
    const facts = purchaseOf(prepared, { ...CAR, deposit: '1000' });
    const saved = await savePurchase(prepared, facts);
    expect(saved.body).toMatchObject({ difference: -1000, causes: [expect.stringMatching(/deposit/i)] });
    const read = await app.call(READ_PURCHASE, asOwner(prepared));
    expect(read.body).toEqual(saved.body);
    expect(read.body).toMatchObject({ facts });
    expect(await auditDetails(prepared, 'schedule/set-purchase')).toHaveLength(1);
    await savePurchase(prepared, facts);
    expect(await auditDetails(prepared, 'schedule/set-purchase')).toHaveLength(1);
    expect((await app.call(DELETE_PURCHASE, asOwner(prepared))).status).toBe(204);
    expect((await app.call(READ_PURCHASE, asOwner(prepared))).status).toBe(404);
  });

  it('are refused when they are stale', async () => {
    const prepared = await prepareSchedule();
    const facts = purchaseOf(prepared, CAR);
    const first = await savePurchase(prepared, { ...facts, revision: '' });
    expect(first.status).toBe(200);
    const other = { ...facts, registered: false };
    expect((await savePurchase(prepared, { ...other, revision: '' })).status).toBe(409);
    const { revision } = first.body as { revision: string };
    expect((await savePurchase(prepared, { ...other, revision })).status).toBe(200);
    expect((await savePurchase(prepared, { ...facts, revision })).body).toMatchObject({
      code: 'purchase/changed',
    });
  });

  it('are deleted with the schedule', async () => {
    const prepared = await withPurchase();
    await prepared.app.call(`DELETE ${schedulePath}`, asOwner(prepared));
    expect(prepared.app.stored().filter(({ sk }) => sk === 'PURCHASE')).toEqual([]);
  });

  interface Mistake {
    readonly asset?: object;
    readonly charges?: readonly object[];
    readonly deposit?: 'bank' | 'payable';
    readonly tradeIn?: 'unknown';
  }

  const mistakes: readonly (readonly [field: string, Mistake])[] = [
    ['asset.price', { asset: { price: 0 } }],
    ['asset.businessUse', { asset: { businessUse: 80.123 } }],
    ['asset.carLimit', { asset: { kind: 'car', firstUse: '2099-01-01' } }],
    ['asset.firstUse', { asset: { firstUse: '2025-02-30' } }],
    ['asset.accountId', { asset: { accountId: 'unknown' } }],
    ['charges', { charges: Array.from({ length: 51 }, () => ({ kind: 'other', amount: 1 })) }],
    ['charges.0.kind', { charges: [{ kind: 'fuel', amount: 1 }] }],
    ['charges.0.taxType', { charges: [{ kind: 'other', amount: 1, taxType: 'OUTPUT' }] }],
    ['tradeIn.payout.scheduleId', { tradeIn: 'unknown' }],
    ['deposit.accountId', { deposit: 'bank' }],
    ['deposit.accountId', { deposit: 'payable' }],
  ];

  it.each(mistakes)(
    'name the field to correct: %s',
    async (field, { asset, deposit, tradeIn, ...change }) => {
      const prepared = await prepareSchedule();
      const facts = purchaseOf(prepared, CAR);
      const body = {
        ...facts,
        asset: { ...facts.asset, ...asset },
        ...(deposit && {
          deposit: { amount: 10, accountId: accountIn(prepared, deposit === 'bank' ? '090' : '800') },
        }),
        ...(tradeIn && {
          tradeIn: {
            amount: 10,
            taxable: true,
            payout: { amount: 5, scheduleId: '0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11' },
          },
        }),
        ...change,
      };
      for (const route of [PREVIEW_PURCHASE, SAVE_PURCHASE]) {
        const answer = await prepared.app.send(route, { ...asOwner(prepared), body });
        expect([answer.status, Object.keys((answer.body as { errors: object }).errors)]).toEqual([
          400,
          [field],
        ]);
      }
      expect((await prepared.app.call(READ_PURCHASE, asOwner(prepared))).status).toBe(404);
    },
  );

  it('follow the active tax rates of the organisation', async () => {
    const work = await startWork();
    const { app, owner } = work;
    const prepared = await createSchedule(work);
    const typesOf = async () => {
      const facts = purchaseOf(prepared, CAR);
      const asset = { ...facts.asset, accountId: null };
      const charges = [{ kind: 'other' as const, amount: 1, taxType: 'CAPEXINPUT' }];
      const { body } = await app.call(PREVIEW_PURCHASE, {
        ...asOwner(prepared),
        body: { ...facts, asset, charges },
      });
      return 'lines' in body ? [...body.lines.map(({ taxType }) => taxType), body.warnings.length] : body;
    };
    expect(await typesOf()).toEqual(['CAPEXINPUT', 'CAPEXINPUT', 0]);
    await linkTo(app, owner, work.entityId, BAKERY);
    expect(await typesOf()).toEqual(['INPUT', 'INPUT', 1]);
  });

  it('leave a note about private use on the schedule, in place of an earlier one', async () => {
    const prepared = await withPurchase({ ...CAR, use: '80' });
    expect((await readSchedule(prepared)).notes).toMatch(/^Business use at the purchase: 80 %\./);
    await savePurchase(prepared, purchaseOf(prepared, { ...CAR, use: '60' }));
    expect((await readSchedule(prepared)).notes).toMatch(/^Business use at the purchase: 60 %\.[^\n]*$/);
    await savePurchase(prepared, purchaseOf(prepared, CAR));
    expect((await readSchedule(prepared)).notes).toBe('');
  });

  it('belong to the organisation of the schedule', async () => {
    const prepared = await withPurchase();
    const stranger = await signUp(prepared.app);
    const { app, params, facts } = prepared;
    for (const route of [READ_PURCHASE, DELETE_PURCHASE]) {
      expect((await app.send(route, { as: stranger.token, params })).status).toBe(404);
    }
    expect((await app.call(SAVE_PURCHASE, { as: stranger.token, params, body: facts })).status).toBe(404);
  });
});

describe('the accounts of a purchase', () => {
  it('are remembered for the entity by kind, with the tax types that were chosen', async () => {
    const prepared = await withPurchase({ ...CAR, deposit: '100', on_road: [['Registration', '50']] });
    const remembered = async () => {
      const { body } = await prepared.app.call('GET /v1/entities/{entityId}', asOwner(prepared));
      return body.purchaseAccounts;
    };
    const first = {
      asset: { accountId: accountIn(prepared, '730') },
      registration: { accountId: accountIn(prepared, '449') },
      deposit: { accountId: accountIn(prepared, '850') },
    };
    expect(await remembered()).toEqual(first);
    const other = {
      kind: 'other' as const,
      amount: 1,
      accountId: accountIn(prepared, '449'),
      taxType: 'INPUT',
    };
    await savePurchase(prepared, { ...prepared.facts, charges: [other], deposit: null });
    const { accountId, taxType } = other;
    expect(await remembered()).toEqual({ ...first, other: { accountId, taxType } });
  });
});

it('The year-end pack lists the purchases of its year', async () => {
  const prepared = await withPurchase({ price: '88000', use: '80', car_year: 2026, financed: '50000' });
  const papers = async (date: string) => {
    const { body } = await prepared.app.send('GET /v1/reports/loans', {
      as: prepared.owner.token,
      query: { date, entityId: prepared.entityId },
    });
    const { workingPapers } = body as { workingPapers: { id: string; rows: unknown[] }[] };
    return workingPapers.find(({ id }) => id === 'purchases')?.rows;
  };
  expect(await papers('2025-06-30')).toMatchObject([
    {
      description: 'Delivery truck',
      date: START,
      price: 88_000,
      gstCredit: 5067.2,
      limitedBy: 'both',
      costOfAsset: 82_932.8,
      financed: 88_000,
    },
  ]);
  expect(await papers('2026-06-30')).toEqual([]);
});
