/** The purchase of a schedule: its facts, its lines in the opening journal, and what Xero then shows. */
import { describe, expect, it } from 'vitest';
import type { Input } from '../../functions/client/route-client.ts';
import { auditDetails, readSchedule } from '../support/events.ts';
import { signUp } from '../support/people.ts';
import { asOwner, journalsInXero, schedulePath } from '../support/syncing.ts';
import {
  accountIn,
  BAKERY,
  changeSettings,
  createSchedule,
  linkTo,
  type Prepared,
  prepareAnother,
  prepareSchedule,
  setUp,
  startWork,
  type Terms,
  xeroAccess,
  startLinked,
} from '../support/xero.ts';
import json from '../domain/purchase/purchase.json' with { type: 'json' };

const SAVE = `PUT ${schedulePath}/purchase` as const;
const READ = `GET ${schedulePath}/purchase` as const;
const DELETE = `DELETE ${schedulePath}/purchase` as const;
const PREVIEW = `POST ${schedulePath}/purchase/preview` as const;
const TEMPLATE = `GET ${schedulePath}/templates/openingbalancejournal` as const;
const POST = `PUT ${schedulePath}/sync/xero/openingbalancejournal` as const;
const START = '2025-01-15';

type Facts = Input<typeof PREVIEW>['body'];

/** The codes of the accounts by their names in the vectors. */
const CODES = { asset: '730', expense: '449', proceeds: '260', clearing: '900', deposit: '850' } as const;

interface VectorInput {
  readonly price: string;
  readonly use?: string;
  readonly car_year?: number;
  readonly on_road?: readonly (readonly string[])[];
  readonly trade_in?: string;
  readonly trade_in_payout?: string;
  readonly deposit?: string;
  readonly registered?: boolean;
  readonly financed: string;
  readonly unexpired?: string;
}

const KINDS = {
  'Dealer delivery': 'delivery',
  'Stamp duty': 'stamp-duty',
  'Luxury car tax': 'luxury-car-tax',
  Registration: 'registration',
  'Compulsory insurance': 'insurance',
} as const;

function factsOf(prepared: Prepared, input: VectorInput): Facts {
  const id = (name: keyof typeof CODES): string => accountIn(prepared, CODES[name]);
  return {
    asset: {
      kind: input.car_year === undefined ? 'vehicle' : 'car',
      price: Number(input.price),
      firstUse: `${input.car_year ?? 2026}-06-30`,
      businessUse: Number(input.use ?? 100),
      accountId: id('asset'),
    },
    charges: (input.on_road ?? []).map(([text = '', amount]) => {
      const kind = KINDS[text as keyof typeof KINDS];
      const isExpense = kind === 'registration' || kind === 'insurance';
      return { kind, text, amount: Number(amount), accountId: id(isExpense ? 'expense' : 'asset') };
    }),
    tradeIn:
      input.trade_in === undefined
        ? null
        : {
            amount: Number(input.trade_in),
            taxable: true,
            accountId: id('proceeds'),
            payout:
              input.trade_in_payout === undefined
                ? null
                : { amount: Number(input.trade_in_payout), accountId: id('clearing') },
          },
    deposit: input.deposit === undefined ? null : { amount: Number(input.deposit), accountId: id('deposit') },
    registered: input.registered ?? true,
  };
}

/** Terms of an amount that is repaid with interest by 60 payments. */
function termsOf({ financed, unexpired = '6000' }: VectorInput): Partial<Terms> {
  const total = Math.round((Number(financed) + Number(unexpired)) * 100);
  const usual = Math.floor(total / 60);
  return {
    loanAmount: Number(financed),
    schedulePaymentPlans: [
      { number: 1, qty: 59, amount: usual / 100 },
      { number: 2, qty: 1, amount: (total - 59 * usual) / 100 },
    ],
  };
}

const save = (prepared: Prepared, body: Input<typeof SAVE>['body']) =>
  prepared.app.call(SAVE, { ...asOwner(prepared), body });

const templateAt = async (prepared: Prepared, date = START) =>
  (await prepared.app.call(TEMPLATE, { ...asOwner(prepared), query: { date } })).body;

/** Returns what the page posts: the fixed lines and those of the purchase, with its revision. */
async function pageOf(prepared: Prepared): Promise<Input<typeof POST>['body']> {
  const { lineItems, purchaseLines, ...template } = await templateAt(prepared);
  const { description, date, includesDate, purchaseRevision } = template;
  const own = (purchaseLines ?? []).map((line) => ({ ...line, accountId: line.accountId ?? '' }));
  const fixed = lineItems.filter(({ amount }) => amount !== 0);
  return {
    date,
    includesDate,
    description,
    lineAmountTypes: 'Inclusive',
    lineItems: [...fixed, ...own],
    purchaseRevision,
  };
}

/** Posts the journal as the page does. */
const post = async (prepared: Prepared, body?: Input<typeof POST>['body']) =>
  prepared.app.call(POST, { ...asOwner(prepared), body: body ?? (await pageOf(prepared)) });

/** Returns the trial balance at the start of the loan, in cents by account. */
const balancesAt = async ({ app }: Prepared): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await app.xero.trialBalance(await xeroAccess(app), START)).map(({ accountId, cents }) => [
      accountId,
      cents,
    ]),
  );

/** Returns the change of an account by its code, in cents. */
const movementSince =
  (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, prepared: Prepared) =>
  (code: string): number => {
    const id = accountIn(prepared, code);
    return (after.get(id) ?? 0) - (before.get(id) ?? 0);
  };

const CAR: VectorInput = { price: '50000', financed: '50000' };

async function withPurchase(input: VectorInput = CAR, terms: Partial<Terms> = {}) {
  const prepared = await prepareSchedule(terms);
  const facts = factsOf(prepared, input);
  const saved = await save(prepared, facts);
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return { ...prepared, facts };
}

type Bought = Awaited<ReturnType<typeof withPurchase>>;

describe.each(json.vectors)('$name', ({ input, lines, ...expected }) => {
  it('gives its figures in the preview, and the same GST and balances in Xero', async () => {
    const prepared = await prepareSchedule(termsOf(input));
    const facts = factsOf(prepared, input);
    const { status, body } = await prepared.app.call(PREVIEW, { ...asOwner(prepared), body: facts });
    const own = lines.filter((line) => line.account in CODES);
    const idOf = (name: string): string => accountIn(prepared, CODES[name as keyof typeof CODES]);
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
    expect((await save(prepared, facts)).body).toMatchObject({ ...body, facts });
    const before = await balancesAt(prepared);
    expect((await post(prepared)).status).toBe(200);

    const inXero = movementSince(before, await balancesAt(prepared), prepared);
    const net = (name: string): number =>
      own.reduce((sum, line) => sum + (line.account === name ? Math.round(Number(line.net) * 100) : 0), 0);
    const names = Object.keys(CODES) as (keyof typeof CODES)[];
    expect(names.map((name) => [name, inXero(CODES[name])])).toEqual(names.map((name) => [name, net(name)]));
    expect(inXero('820')).toBe(Math.round((Number(expected.gstCredit) - Number(expected.gstPayable)) * 100));
    const owed = ['874.001', '924.001', '875.001', '925.001'].map(inXero);
    expect(owed.reduce((sum, cents) => sum + cents)).toBe(-Math.round(Number(expected.financed) * 100));
  });
});

describe('the facts of a purchase', () => {
  it('are stored, read by Guests, listed in the audit log and deleted', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    expect((await app.call(READ, asOwner(prepared))).status).toBe(404);
    expect((await app.call(DELETE, asOwner(prepared))).status).toBe(404);
    const facts = factsOf(prepared, { ...CAR, deposit: '1000' });
    const saved = await save(prepared, facts);
    expect(saved.body).toMatchObject({ difference: -1000, causes: [expect.stringMatching(/deposit/i)] });
    const read = await app.call(READ, asOwner(prepared));
    expect(read.body).toEqual(saved.body);
    expect(read.body).toMatchObject({ facts });
    expect(await auditDetails(prepared, 'schedule/set-purchase')).toHaveLength(1);
    await save(prepared, facts);
    expect(await auditDetails(prepared, 'schedule/set-purchase')).toHaveLength(1);
    expect((await app.call(DELETE, asOwner(prepared))).status).toBe(204);
    expect((await app.call(READ, asOwner(prepared))).status).toBe(404);
  });

  it('are refused when they are stale', async () => {
    const prepared = await prepareSchedule();
    const facts = factsOf(prepared, CAR);
    const first = await save(prepared, { ...facts, revision: '' });
    expect(first.status).toBe(200);
    const other = { ...facts, registered: false };
    expect((await save(prepared, { ...other, revision: '' })).status).toBe(409);
    const { revision } = first.body as { revision: string };
    expect((await save(prepared, { ...other, revision })).status).toBe(200);
    expect((await save(prepared, { ...facts, revision })).body).toMatchObject({ code: 'purchase/changed' });
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
      const facts = factsOf(prepared, CAR);
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
      for (const route of [PREVIEW, SAVE]) {
        const answer = await prepared.app.send(route, { ...asOwner(prepared), body });
        expect([answer.status, Object.keys((answer.body as { errors: object }).errors)]).toEqual([
          400,
          [field],
        ]);
      }
      expect((await prepared.app.call(READ, asOwner(prepared))).status).toBe(404);
    },
  );

  it('follow the active tax rates of the organisation', async () => {
    const work = await startWork();
    const { app, owner } = work;
    const prepared = await createSchedule(work);
    const typesOf = async () => {
      const facts = factsOf(prepared, CAR);
      const asset = { ...facts.asset, accountId: null };
      const charges = [{ kind: 'other' as const, amount: 1, taxType: 'CAPEXINPUT' }];
      const { body } = await app.call(PREVIEW, { ...asOwner(prepared), body: { ...facts, asset, charges } });
      return 'lines' in body ? [...body.lines.map(({ taxType }) => taxType), body.warnings.length] : body;
    };
    expect(await typesOf()).toEqual(['CAPEXINPUT', 'CAPEXINPUT', 0]);
    await linkTo(app, owner, work.entityId, BAKERY);
    expect(await typesOf()).toEqual(['INPUT', 'INPUT', 1]);
  });

  it('leave a note about private use on the schedule, in place of an earlier one', async () => {
    const prepared = await withPurchase({ ...CAR, use: '80' });
    expect((await readSchedule(prepared)).notes).toMatch(/^Business use at the purchase: 80 %\./);
    await save(prepared, factsOf(prepared, { ...CAR, use: '60' }));
    expect((await readSchedule(prepared)).notes).toMatch(/^Business use at the purchase: 60 %\.[^\n]*$/);
    await save(prepared, factsOf(prepared, CAR));
    expect((await readSchedule(prepared)).notes).toBe('');
  });

  it('belong to the organisation of the schedule', async () => {
    const prepared = await withPurchase();
    const stranger = await signUp(prepared.app);
    const { app, params, facts } = prepared;
    for (const route of [READ, DELETE]) {
      expect((await app.send(route, { as: stranger.token, params })).status).toBe(404);
    }
    expect((await app.call(SAVE, { as: stranger.token, params, body: facts })).status).toBe(404);
  });
});

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
    const included = await prepared.app.call(TEMPLATE, {
      ...asOwner(prepared),
      query: { date: START, includesDate: 'true' },
    });
    expect(included.body.purchaseLines).toBeNull();
    const another = await prepareAnother(prepared);
    expect((await templateAt(another)).purchaseLines).toBeNull();
  });

  it('is out of date after a change of the purchase, until it is posted again', async () => {
    const prepared = await withPurchase();
    await post(prepared);
    const isOutOfDate = async () => (await readSchedule(prepared)).openingBalanceJournalOutOfDate;
    await save(prepared, prepared.facts);
    expect(await isOutOfDate()).toBe(false);
    await save(prepared, { ...prepared.facts, registered: false });
    expect(await isOutOfDate()).toBe(true);
    expect((await post(prepared)).status).toBe(200);
    expect(await isOutOfDate()).toBe(false);
    expect(journalsInXero(prepared).map(({ Status }) => Status)).toEqual(['VOIDED', 'POSTED']);
    await prepared.app.call(DELETE, asOwner(prepared));
    expect(await isOutOfDate()).toBe(false);
  });

  it.each([
    ['changed', (prepared: Bought) => save(prepared, { ...prepared.facts, registered: false })],
    ['deleted', (prepared: Bought) => prepared.app.call(DELETE, asOwner(prepared))],
  ])('is refused from a page that was opened before the purchase was %s', async (_how, change) => {
    const prepared = await withPurchase();
    const page = await pageOf(prepared);
    await change(prepared);
    expect(await post(prepared, page)).toMatchObject({ status: 409, body: { code: 'purchase/changed' } });
    expect(journalsInXero(prepared)).toEqual([]);
    await save(prepared, prepared.facts);
    expect((await post(prepared, page)).status).toBe(200);
  });

  it('is refused from a page that was opened before a purchase was entered, and leaves the posted one', async () => {
    const prepared = await prepareSchedule();
    const facts = factsOf(prepared, CAR);
    await save(prepared, facts);
    const { lineItems, ...page } = await pageOf(prepared);
    await prepared.app.call(DELETE, asOwner(prepared));
    const { purchaseRevision } = await templateAt(prepared);
    expect(purchaseRevision).toBe('');
    expect((await post(prepared, { ...page, lineItems, purchaseRevision })).status).toBe(200);
    await save(prepared, { ...facts, registered: false });
    const other = { ...page, lineItems, purchaseRevision, description: 'Another text' };
    expect((await post(prepared, other)).status).toBe(409);
    expect(journalsInXero(prepared).map(({ Status }) => Status)).toEqual(['POSTED']);
    expect(await readSchedule(prepared)).toMatchObject({ openingBalanceJournalOutOfDate: true });
  });

  it('is out of date in an organisation that is linked again after a change', async () => {
    const prepared = await withPurchase();
    await post(prepared);
    const { app, owner, entityId } = prepared;
    await app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(prepared));
    await save(prepared, { ...prepared.facts, registered: false });
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
    await post(prepared);
    await save(prepared, { ...prepared.facts, charges: [], deposit: null });
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
      const facts = factsOf(prepared, {
        ...CAR,
        price: '49000',
        on_road: [['Stamp duty', '2000']],
        deposit: '1000',
      });
      await save(prepared, facts);
      expect((await post(prepared)).status).toBe(200);
      expect((await templateAt(prepared)).posted?.lineItems).toHaveLength(3);
      await prepared.app.call(DELETE, asOwner(prepared));
      await save(prepared, facts);
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
    const facts: Facts = {
      ...factsOf(prepared, {
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
    const saved = await save(prepared, facts);
    expect(saved.body).toMatchObject({ financed: most, difference: 0, costOfAsset: expect.any(Number) });
    const { lines, gst } = saved.body as {
      lines: { description: string; amount: number }[];
      gst: { credit: number };
    };
    expect(lines).toHaveLength(104);
    expect(Math.max(...lines.map(({ description }) => description.length))).toBeLessThanOrEqual(255);
    expect(lines.every(({ description }) => description.isWellFormed())).toBe(true);
    const before = await balancesAt(prepared);
    expect((await post(prepared)).status).toBe(200);
    const inXero = movementSince(before, await balancesAt(prepared), prepared);
    expect(inXero('820')).toBe(Math.round(gst.credit * 100) - Math.round((most / 11) * 100));
    const over = { ...facts, asset: { ...facts.asset, price: most + 0.01 } };
    expect((await prepared.app.send(PREVIEW, { ...asOwner(prepared), body: over })).status).toBe(400);
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
    await save(prepared, { ...prepared.facts, charges: [other], deposit: null });
    const { accountId, taxType } = other;
    expect(await remembered()).toEqual({ ...first, other: { accountId, taxType } });
  });
});

describe('a hire purchase with GST on its charges', () => {
  it('has its charges claimed beside the purchase', async () => {
    const prepared = await prepareSchedule({ kind: 'hire-purchase', gstOnCharges: true });
    await save(prepared, factsOf(prepared, CAR));
    const { purchaseLines } = await templateAt(prepared);
    expect(purchaseLines?.slice(1).map(({ taxType, amount }) => [taxType, amount])).toEqual([
      ['INPUT', 10_000],
      ['BASEXCLUDED', -9_090.91],
    ]);
    const before = await balancesAt(prepared);
    expect((await post(prepared)).status).toBe(200);
    const inXero = movementSince(before, await balancesAt(prepared), prepared);
    // The credits of the car and of the charges, and the charges without GST.
    expect(inXero('820')).toBe(454_545 + 90_909);
    expect(inXero('875.001') + inXero('925.001')).toBe(909_091);
  });
});

describe('the template', () => {
  it('proposes the start of the contract for a purchase', async () => {
    const prepared = await withPurchase();
    const { body } = await prepared.app.call(TEMPLATE, asOwner(prepared));
    expect(body).toMatchObject({ date: START, includesDate: false });
    expect(body.purchaseLines).toHaveLength(1);
  });
});

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

  async function linked(input: VectorInput) {
    const work = await startLinked();
    const prepared = await createSchedule(work);
    await save(prepared, factsOf(prepared, input));
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

  const without = (prepared: Prepared) => prepared.app.call(DELETE, asOwner(prepared));

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
    const { asset, ...facts } = factsOf(prepared, CAR);
    await save(prepared, { ...facts, asset: { ...asset, accountId: null } });
    expect((await ask(prepared, '/preview')).body).toMatchObject({
      problems: [{ code: 'purchase/account' }],
    });
  });

  it.each([
    ['changed', (prepared: Prepared) => save(prepared, { ...factsOf(prepared, CAR), registered: false })],
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
    await save(prepared, factsOf(prepared, CAR));
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
