import { describe, expect, it } from 'vitest';
import { LIABILITY_FIELDS } from '../../domain/accounts/account-mapping.ts';
import type { Input } from '../../functions/client/route-client.ts';
import { auditDetails } from '../support/events.ts';
import {
  archive,
  asOwner,
  disturb,
  journalsInXero,
  MANUAL_JOURNALS,
  mend,
  MINUTE,
  schedulePath,
  syncNumbers,
} from '../support/syncing.ts';
import {
  BAKERY,
  chosenAccounts,
  createSchedule,
  DEMO,
  linkTo,
  prepareSchedule,
  type Prepared,
  startLinked,
} from '../support/xero.ts';

const template = `GET ${schedulePath}/templates/openingbalancejournal` as const;
const post = `PUT ${schedulePath}/sync/xero/openingbalancejournal` as const;
const read = `GET ${schedulePath}` as const;

type Journal = Input<typeof post>['body'];
type Line = Journal['lineItems'][number];

async function templateAt(prepared: Prepared, date?: string, includesDate?: boolean) {
  const query = {
    ...(date && { date }),
    ...(includesDate !== undefined && { includesDate: String(includesDate) }),
  };
  return prepared.app.call(template, { ...asOwner(prepared), query });
}

const accountNamed = ({ app }: Prepared, name: string): string =>
  app.books().accounts.find(({ Name }) => Name === name)?.AccountID ?? '';

/** The template, balanced by a line for the asset. */
async function journalAt(prepared: Prepared, date: string, includesDate?: boolean): Promise<Journal> {
  const { body } = await templateAt(prepared, date, includesDate);
  const { taxRates: _rates, ...journal } = body;
  const sum = body.lineItems.reduce((total, line) => total + line.amount, 0);
  const accountId = accountNamed(prepared, 'Motor Vehicles');
  const asset: Line = { description: 'Truck', accountId, taxType: 'BASEXCLUDED', amount: -sum };
  return { ...journal, lineItems: [...body.lineItems, asset] };
}

const send = (prepared: Prepared, journal: Journal) =>
  prepared.app.call(post, { ...asOwner(prepared), body: journal });

async function postAt(prepared: Prepared, date: string, includesDate?: boolean) {
  return send(prepared, await journalAt(prepared, date, includesDate));
}

const statuses = (prepared: Prepared) => journalsInXero(prepared).map(({ Status }) => Status);

const schedule = async (prepared: Prepared) => (await prepared.app.call(read, asOwner(prepared))).body;

it('The opening journal needs the four liability accounts only', async () => {
  const work = await startLinked();
  const prepared = await createSchedule(work);
  const enable = `POST ${schedulePath}/configuration/sync/xero` as const;
  await prepared.app.call(enable, asOwner(prepared));
  expect((await templateAt(prepared)).body).toMatchObject({ status: 409 });
  const all = await chosenAccounts(work);
  const body = Object.fromEntries(LIABILITY_FIELDS.map((field) => [field, all[field]]));
  await prepared.app.call(`PATCH ${schedulePath}/xeroAccounts`, { ...asOwner(prepared), body });
  expect((await postAt(prepared, '2025-01-15')).status).toBe(200);
  expect(journalsInXero(prepared)).toHaveLength(1);
  expect(await schedule(prepared)).toMatchObject({ xeroSyncReady: false });
});

it('The opening journal needs a paid plan', async () => {
  const prepared = await prepareSchedule();
  const { app, owner } = prepared;
  const body = await journalAt(prepared, '2025-01-15');
  await app.table.write({ update: { pk: `T#${owner.tenantId}`, sk: '@' }, set: { maximum: 0 } });
  const answer = await app.call(post, { ...asOwner(prepared), body });
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'Please upgrade your plan to integrate schedules to Xero.',
  ]);
  expect(app.books().manualJournals).toEqual([]);
});

describe('the template', () => {
  it('names the token that follows the narration in Xero', async () => {
    const prepared = await prepareSchedule();
    const { body } = await templateAt(prepared, '2025-02-15');
    await postAt(prepared, '2025-02-15');
    const [journal] = journalsInXero(prepared);
    expect(journal?.Narration).toBe(`${body.description} [${body.token}]`);
  });

  it('holds the four balances as at the date, as fixed lines', async () => {
    const prepared = await prepareSchedule();
    const { status, body } = await templateAt(prepared, '2025-01-15');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      date: '2025-01-15',
      includesDate: false,
      description: 'Paydown - Opening Balances of Delivery truck',
      lineAmountTypes: 'NoTax',
    });
    expect(body.lineItems.map(({ amount }: Line) => amount)).toEqual([-12_000, -48_000, 3422.22, 6577.78]);
    expect(new Set(body.lineItems.map(({ taxType }: Line) => taxType))).toEqual(new Set(['BASEXCLUDED']));
  });

  it('leaves out payments dated before it, and on its date where it includes the day', async () => {
    const prepared = await prepareSchedule();
    const before = await templateAt(prepared, '2025-02-15', false);
    expect([before.body.includesDate, before.body.lineItems[1]?.amount]).toEqual([false, -48_000]);
    const on = await templateAt(prepared, '2025-02-15');
    expect([on.body.includesDate, on.body.lineItems[1]?.amount]).toEqual([true, -47_000]);
    const after = await templateAt(prepared, '2025-02-16');
    expect(after.body.lineItems.map(({ amount }: Line) => amount)).toEqual([
      -12_000, -47_000, 3369.18, 6321.65,
    ]);
  });

  it('is as at today, or the start of the contract if that is later', async () => {
    const running = await prepareSchedule();
    expect((await templateAt(running)).body.date).toBe('2025-06-01');
    const coming = await prepareSchedule({ startDate: '2025-09-30' });
    expect((await templateAt(coming)).body.date).toBe('2025-09-30');
  });

  it('returns the tax rates of the Xero organisation', async () => {
    const { body } = await templateAt(await prepareSchedule());
    expect(body.taxRates).toContainEqual({
      taxType: 'INPUT',
      name: expect.any(String),
      rate: 10,
      appliesTo: expect.arrayContaining(['EXPENSE']),
    });
  });

  it('returns the text and the lines that the user added to the posted journal', async () => {
    const prepared = await prepareSchedule();
    expect((await templateAt(prepared)).body.posted).toBeNull();
    const journal = await journalAt(prepared, '2025-01-15');
    const description = 'Truck, as at the beginning';
    await send(prepared, { ...journal, description });
    const { body } = await templateAt(prepared, '2025-03-01');
    expect(body.posted).toEqual({
      description,
      lineAmountTypes: 'NoTax',
      lineItems: journal.lineItems.slice(4),
    });
    // The four fixed lines are those of the new date.
    expect(body.lineItems).toHaveLength(4);
    expect(body.lineItems).not.toEqual(journal.lineItems.slice(0, 4));
  });

  it('returns all lines of the user if some of the fixed ones are 0.00', async () => {
    const prepared = await prepareSchedule();
    const journal = await journalAt(prepared, '2029-03-01');
    const kept = journal.lineItems.filter(({ amount }) => amount !== 0);
    expect(kept.length).toBeLessThan(journal.lineItems.length);
    await send(prepared, { ...journal, lineItems: kept });
    const { body } = await templateAt(prepared);
    expect(body.posted?.lineItems).toEqual(journal.lineItems.slice(4));
  });

  it('refuses a date that does not exist', async () => {
    expect((await templateAt(await prepareSchedule(), '2025-02-30')).status).toBe(400);
  });
});

describe('posting an opening journal', () => {
  it('posts one manual journal and shows it on the schedule', async () => {
    const prepared = await prepareSchedule();
    const { status, body } = await postAt(prepared, '2025-01-15');
    expect(status).toBe(200);
    const [journal] = journalsInXero(prepared);
    expect(journal).toMatchObject({
      Status: 'POSTED',
      ManualJournalID: body.openingBalanceJournalId,
      Narration: expect.stringContaining('Paydown - Opening Balances of Delivery truck'),
    });
    expect(journal?.JournalLines.map(({ LineAmount }) => LineAmount)).toEqual([
      -12_000, -48_000, 3422.22, 6577.78, 50_000,
    ]);
    expect(body.openingBalanceJournalXeroUrl).toContain(
      `/Journal/View.aspx?invoiceID=${journal?.ManualJournalID}`,
    );
    expect(await schedule(prepared)).toMatchObject({
      openingBalanceJournalId: body.openingBalanceJournalId,
      openingBalanceJournalDate: '2025-01-15',
      openingBalanceJournalOutOfDate: false,
    });
  });

  it('posts nothing if the same journal is in Xero already', async () => {
    const prepared = await prepareSchedule();
    const journal = await journalAt(prepared, '2025-01-15');
    const first = await send(prepared, journal);
    const second = await send(prepared, journal);
    expect(second.body).toEqual(first.body);
    expect(statuses(prepared)).toEqual(['POSTED']);
  });

  it('posts a new journal if the old one was voided in Xero', async () => {
    const prepared = await prepareSchedule();
    const journal = await journalAt(prepared, '2025-01-15');
    const first = await send(prepared, journal);
    prepared.app.control('PATCH', `documents/${first.body.openingBalanceJournalId}`, { status: 'VOIDED' });
    const second = await send(prepared, journal);
    expect(second.status).toBe(200);
    expect(second.body.openingBalanceJournalId).not.toBe(first.body.openingBalanceJournalId);
    expect(statuses(prepared).toSorted()).toEqual(['POSTED', 'VOIDED']);
  });

  it('voids the journal that it replaces', async () => {
    const prepared = await prepareSchedule();
    const first = await postAt(prepared, '2025-01-15');
    const second = await postAt(prepared, '2025-03-01');
    expect(second.status).toBe(200);
    const old = journalsInXero(prepared).find(
      ({ ManualJournalID }) => ManualJournalID === first.body.openingBalanceJournalId,
    );
    expect(old?.Status).toBe('VOIDED');
    expect(statuses(prepared).toSorted()).toEqual(['POSTED', 'VOIDED']);
    expect((await schedule(prepared)).openingBalanceJournalId).toBe(second.body.openingBalanceJournalId);
  });

  it('covers the payments before it, which are then refused', async () => {
    const prepared = await prepareSchedule();
    await postAt(prepared, '2025-03-20');
    const { schedulePayments } = await schedule(prepared);
    expect(
      schedulePayments.slice(0, 3).map((one: { inOpeningBalances: boolean }) => one.inOpeningBalances),
    ).toEqual([true, true, false]);
    const covered = await syncNumbers(prepared, [1]);
    expect([covered.status, covered.body.code]).toEqual([409, 'payment/covered']);
    expect((await syncNumbers(prepared, [2, 3])).body.errors).toHaveLength(1);
  });

  it('covers a payment on its date where it includes the day', async () => {
    const prepared = await prepareSchedule();
    const coveredIn = async () =>
      (await schedule(prepared)).schedulePayments.filter(
        (one: { inOpeningBalances: boolean }) => one.inOpeningBalances,
      ).length;
    const journal = await journalAt(prepared, '2025-03-15');
    expect(journal.includesDate).toBe(true);
    const { includesDate: _, ...unsaid } = journal;
    expect((await send(prepared, unsaid)).status).toBe(200);
    expect(await coveredIn()).toBe(2);
    expect((await syncNumbers(prepared, [2])).body.code).toBe('payment/covered');
    const before = await postAt(prepared, '2025-03-15', false);
    expect(before.status).toBe(200);
    expect(await coveredIn()).toBe(1);
    expect(statuses(prepared).toSorted()).toEqual(['POSTED', 'VOIDED']);
    expect((await templateAt(prepared)).body).toMatchObject({ date: '2025-03-15', includesDate: false });
    expect((await syncNumbers(prepared, [2])).status).toBe(200);
  });

  it('takes another answer for its day as another journal, although the lines are the same', async () => {
    const prepared = await prepareSchedule();
    await postAt(prepared, '2025-03-20', true);
    const same = await postAt(prepared, '2025-03-20', true);
    const other = await postAt(prepared, '2025-03-20', false);
    expect(other.body.openingBalanceJournalId).not.toBe(same.body.openingBalanceJournalId);
  });

  it('refuses an answer for its day that is neither true nor false', async () => {
    const prepared = await prepareSchedule();
    const query = { date: '2025-03-15', includesDate: 'perhaps' };
    const { body } = await prepared.app.call(template, { ...asOwner(prepared), query });
    expect(body).toMatchObject({ status: 400, errors: { includesDate: ['Please provide true or false.'] } });
  });

  it('refuses a date after a synced payment, and its own date where it includes the day', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [2]);
    const late = await postAt(prepared, '2025-03-16');
    expect([late.status, late.body.code]).toEqual([409, 'opening/payment-synced']);
    const onIt = await postAt(prepared, '2025-03-15');
    expect([onIt.status, onIt.body.code]).toEqual([409, 'opening/payment-synced']);
    expect((await postAt(prepared, '2025-03-15', false)).status).toBe(200);
  });

  it.each([
    ['an amount of a fixed line', (lines: Line[]) => [{ ...lines[0], amount: -11_999 }, ...lines.slice(1)]],
    ['a missing fixed line', (lines: Line[]) => lines.slice(1)],
    ['no line besides the fixed ones', (lines: Line[]) => lines.slice(0, 4)],
    [
      'totals that don’t balance',
      (lines: Line[]) => [...lines.slice(0, 4), { ...lines[4], amount: 49_999.99 }],
    ],
    ['GST without tax', (lines: Line[]) => [...lines.slice(0, 4), { ...lines[4], taxType: 'INPUT' }]],
  ])('refuses %s', async (_what, change) => {
    const prepared = await prepareSchedule();
    const journal = await journalAt(prepared, '2025-01-15');
    const lineItems = change([...journal.lineItems]) as Line[];
    const { status, body } = await send(prepared, { ...journal, lineItems });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['lineItems']]);
    expect(journalsInXero(prepared)).toEqual([]);
  });

  it('posts the date, text, tax treatment and lines that were sent, with GST on the user’s lines', async () => {
    const prepared = await prepareSchedule();
    const journal = await journalAt(prepared, '2025-01-15');
    const asset = journal.lineItems[4] as Line;
    const withGst = [
      ...journal.lineItems.slice(0, 4),
      { ...asset, taxType: 'INPUT' as const, amount: 45_454.55 },
      { ...asset, description: 'Rounding', amount: -0.01 },
    ];
    const { status } = await send(prepared, {
      ...journal,
      description: 'Balances taken over',
      lineAmountTypes: 'Exclusive',
      lineItems: withGst,
    });
    expect(status).toBe(200);
    expect(journalsInXero(prepared)).toMatchObject([
      {
        DateString: expect.stringContaining('2025-01-15'),
        Narration: expect.stringMatching(/^Balances taken over \[/),
        LineAmountTypes: 'Exclusive',
        JournalLines: withGst.map(({ description, accountId, taxType, amount }) => ({
          Description: description,
          AccountID: accountId,
          TaxType: taxType,
          LineAmount: amount,
        })),
      },
    ]);
  });

  it.each(['bell\u0007', 'two\nlines'])(
    'refuses control characters in a line’s text: %j',
    async (description) => {
      const prepared = await prepareSchedule();
      const journal = await journalAt(prepared, '2025-01-15');
      const lineItems = journal.lineItems.map((line) => ({ ...line, description }));
      const { status, body } = await send(prepared, { ...journal, lineItems });
      expect([status, body.title]).toEqual([400, 'Error-Validation']);
      const blank = journal.lineItems.map((line) => ({ ...line, description: '' }));
      expect((await send(prepared, { ...journal, lineItems: blank })).status).toBe(200);
    },
  );

  it('refuses dates that are not after the lock date, of the new journal and of the old one', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    await postAt(prepared, '2025-01-15');
    app.control('PATCH', `organisations/${app.books(DEMO).tenantId}`, { periodLockDate: '2025-01-31' });
    for (const date of ['2025-01-31', '2025-03-01']) {
      const { status, body } = await postAt(prepared, date);
      expect([status, body.detail]).toEqual([
        409,
        date === '2025-01-31'
          ? 'Use a date after 31 January 2025, Xero’s lock date.'
          : 'The posted journal of 15 January 2025 can’t be replaced, since Xero’s lock date is 31 January 2025.',
      ]);
    }
    expect(statuses(prepared)).toEqual(['POSTED']);
  });

  it('refuses an archived schedule', async () => {
    const prepared = await prepareSchedule();
    const journal = await journalAt(prepared, '2025-01-15');
    await archive(prepared);
    const { status, body } = await send(prepared, journal);
    expect([status, body.detail]).toEqual([
      409,
      'Cannot access opening balances journal for an archived schedule.',
    ]);
  });
});

describe('an edit after the journal', () => {
  it('stops syncing until the journal is posted again', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    await postAt(prepared, '2025-03-01');
    const current = await schedule(prepared);
    const { status } = await app.call(`PUT ${schedulePath}`, {
      ...asOwner(prepared),
      body: { ...current, schedulePaymentPlans: [{ number: 1, qty: 59, amount: 1020 }] },
    });
    expect(status).toBe(200);
    expect((await schedule(prepared)).openingBalanceJournalOutOfDate).toBe(true);
    expect((await syncNumbers(prepared, [2])).body.code).toBe('opening/out-of-date');
    expect((await postAt(prepared, '2025-03-01')).status).toBe(200);
    expect((await schedule(prepared)).openingBalanceJournalOutOfDate).toBe(false);
    expect((await syncNumbers(prepared, [2])).status).toBe(200);
  });
});

describe('an opening journal without an answer from Xero', () => {
  const posting = { method: 'PUT', path: MANUAL_JOURNALS };
  const voiding = { method: 'POST', path: MANUAL_JOURNALS };

  it('is posted once after a failure of Xero, under the same key', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { ...posting, kind: 'status', status: 503, times: 1 });
    expect((await postAt(prepared, '2025-01-15')).status).toBe(200);
    expect(statuses(prepared)).toEqual(['POSTED']);
  });

  it.each([
    ['drop-after', 2],
    ['drop-after', 7],
    ['drop-before', 11],
  ])('is not sent again at once after %s, and posted once %i minutes later', async (kind, minutes) => {
    const prepared = await prepareSchedule();
    const journal = await journalAt(prepared, '2025-01-15');
    disturb(prepared, { ...posting, kind, times: 1 });
    const { status, body } = await send(prepared, journal);
    expect([status, body.detail]).toEqual([
      503,
      'Xero didn’t confirm. The journal may be in Xero already; Paydown checks before it posts again.',
    ]);
    prepared.app.clock.advance(minutes * MINUTE);
    expect((await send(prepared, journal)).status).toBe(200);
    expect(statuses(prepared)).toEqual(['POSTED']);
  });

  it('is searched for before it is sent again', async () => {
    const prepared = await prepareSchedule();
    const journal = await journalAt(prepared, '2025-01-15');
    disturb(prepared, { ...posting, kind: 'drop-after' });
    expect((await send(prepared, journal)).status).toBe(503);
    mend(prepared);
    // Only Xero's clock advances: Xero has forgotten the key, which the product still holds valid.
    prepared.app.control('POST', 'clock', { advanceSeconds: 660 });
    expect((await send(prepared, journal)).status).toBe(200);
    expect(statuses(prepared)).toEqual(['POSTED']);
    const [posted] = prepared.app.books().manualJournals;
    const detail = { journalId: posted?.ManualJournalID };
    // The second call found the journal of the first one, and confirmed it.
    expect(await auditDetails(prepared, 'schedule/post-opening-journal')).toEqual([detail, detail]);
  });

  it('holds payments back until its outcome is known', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { ...posting, kind: 'drop-before' });
    await postAt(prepared, '2025-01-15');
    expect((await syncNumbers(prepared, [1])).status).toBe(409);
    mend(prepared);
    expect((await syncNumbers(prepared, [1])).status).toBe(409);
    prepared.app.clock.advance(11 * MINUTE);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(statuses(prepared)).toEqual([]);
  });

  it.each([
    ['drop-after', 200],
    ['drop-before', 503],
  ])('replaces the one before in full although its void met %s', async (kind, told) => {
    const prepared = await prepareSchedule();
    await postAt(prepared, '2025-01-15');
    const journal = await journalAt(prepared, '2025-03-01');
    disturb(prepared, { ...voiding, kind });
    expect((await send(prepared, journal)).status).toBe(told);
    mend(prepared);
    prepared.app.clock.advance(12 * MINUTE);
    expect((await send(prepared, journal)).status).toBe(200);
    expect(statuses(prepared).toSorted()).toEqual(['POSTED', 'VOIDED']);
  });

  it('leaves the schedule without an opening if it is refused after the old one was voided', async () => {
    const prepared = await prepareSchedule();
    await postAt(prepared, '2025-01-15');
    const journal = await journalAt(prepared, '2025-03-01');
    disturb(prepared, { ...posting, kind: 'status', status: 400, times: 1 });
    const { status, body } = await send(prepared, journal);
    expect([status, body.title]).toEqual([409, 'Xero-Api']);
    expect(statuses(prepared)).toEqual(['VOIDED']);
    expect((await schedule(prepared)).openingBalanceJournalId).toBeNull();
    expect((await send(prepared, journal)).status).toBe(200);
  });
});

describe('another Xero organisation', () => {
  it('shows and covers nothing that was posted to the first, until the first is linked again', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, entityId } = prepared;
    const { body } = await postAt(prepared, '2025-03-20');
    await syncNumbers(prepared, [3]);
    await linkTo(app, owner, entityId, BAKERY);
    const elsewhere = await schedule(prepared);
    expect(elsewhere.openingBalanceJournalId).toBeNull();
    expect(elsewhere.schedulePayments[0]?.inOpeningBalances).toBe(false);
    expect(elsewhere.schedulePayments[2]).toMatchObject({ xeroSynchronized: true, xeroUrl: null });
    await linkTo(app, owner, entityId, DEMO);
    await app.call(`POST ${schedulePath}/configuration/sync/xero`, asOwner(prepared));
    const back = await schedule(prepared);
    expect(back.openingBalanceJournalId).toBe(body.openingBalanceJournalId);
    expect(back.schedulePayments[2]?.xeroUrl).toContain('bankTransactionID=');
  });

  it('counts documents posted to the first as documents that stay in Xero', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, entityId } = prepared;
    expect((await schedule(prepared)).xeroDocuments).toBe(0);
    await postAt(prepared, '2025-03-20');
    await syncNumbers(prepared, [3, 4]);
    await linkTo(app, owner, entityId, BAKERY);
    expect((await schedule(prepared)).xeroDocuments).toBe(3);
  });
});

it('An export names the payments in the opening balances as the page does', async () => {
  const prepared = await prepareSchedule({ startDate: '2025-01-15' });
  await postAt(prepared, '2025-03-20');
  await syncNumbers(prepared, [3]);
  const { body } = await prepared.app.call(`GET ${schedulePath}/Export`, {
    ...asOwner(prepared),
    headers: { accept: 'text/csv' },
  });
  const lines = Buffer.from(body).toString('utf8').split('\r\n');
  const synced = [1, 2, 3, 4].map((number) =>
    lines
      .find((line) => line.startsWith(`${number},`))
      ?.split(',')
      .at(-1),
  );
  expect(synced).toEqual(['In opening balances', 'In opening balances', 'Yes', 'No']);
});
