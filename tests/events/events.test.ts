/** Contract events from the page to Xero: recorded, posted, undone. */
import { describe, expect, it } from 'vitest';
import {
  balances,
  type EventBody,
  preview,
  readEvents,
  readSchedule,
  record,
  syncEvent,
  undo,
} from '../support/events.ts';
import { act } from '../support/ledger.ts';
import { archive, asOwner, schedulePath, syncNumbers } from '../support/syncing.ts';
import { prepareSchedule } from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

const EXTRA: EventBody = { kind: 'extra-repayment', date: '2026-02-01', amount: 5000, keep: 'payment' };
const RATE: EventBody = { kind: 'rate-change', date: '2026-03-01', interestRate: 7.92, keep: 'term' };
const HOLIDAY: EventBody = { kind: 'holiday', date: '2026-08-01', fromPayment: 19, qty: 2 };
const PAYOUT: EventBody = {
  kind: 'payout',
  date: '2026-08-05',
  payoutFigure: 37_396.92,
  fees: [{ amount: 350 }],
};

const linesOf = (document: { readonly lines: readonly { role: string; amount: number }[] } | null) =>
  document?.lines.map(({ role, amount }) => [role, amount]);

describe('a preview', () => {
  it('says what changes and what is posted, and writes nothing', async () => {
    const prepared = await prepareSchedule();
    const stored = JSON.stringify(prepared.app.stored().filter(({ pk }) => pk.startsWith('S#')));
    const { status, body } = await preview(prepared, EXTRA);
    expect(status).toBe(200);
    expect(body.k).toBe(12);
    expect(body.before).toMatchObject({ paymentCount: 60, endDate: '2030-01-15' });
    expect(body.after).toMatchObject({ paymentCount: 54 });
    expect(body.after.schedulePayments.at(-1)).toMatchObject({ number: 54, payments: 416.54, segment: 1 });
    const [document, ...more] = body.documents;
    expect(more).toEqual([]);
    expect(document).toMatchObject({ type: 'SPEND', date: '2026-02-01', bankAmount: -5000 });
    expect(linesOf(document ?? null)).toEqual([
      ['hirePurchaseNonCurrent', 6583.46],
      ['unexpiredChargesCurrent', -365.74],
      ['unexpiredChargesNonCurrent', -1217.72],
    ]);
    expect(JSON.stringify(prepared.app.stored().filter(({ pk }) => pk.startsWith('S#')))).toBe(stored);
    expect((await readSchedule(prepared)).events).toEqual([]);
  });

  it.each<[string, EventBody, number, string]>([
    ['before the start', { ...EXTRA, date: '2024-12-31' }, 409, 'event/before-start'],
    ['after the last payment', { ...EXTRA, date: '2030-01-15' }, 409, 'event/after-end'],
    ['of a payment that is fixed', { ...HOLIDAY, fromPayment: 18 }, 409, 'event/payment-fixed'],
    ['of a payment that there is not', { ...HOLIDAY, fromPayment: 61 }, 400, 'event/from-payment'],
    ['of no amount', { ...EXTRA, amount: 0 }, 400, 'event/amount'],
    ['of a rate beyond reason', { ...RATE, interestRate: 1001 }, 400, 'event/interest-rate'],
    ['of an unknown kind', { ...EXTRA, kind: 'gift' } as unknown as EventBody, 400, 'request/invalid'],
    ['without a date', { ...EXTRA, date: '' }, 400, 'request/invalid'],
    ['of fees above the payout figure', { ...PAYOUT, payoutFigure: 100 }, 400, 'event/fees'],
  ])('is refused for an event %s', async (_what, body, status, code) => {
    const prepared = await prepareSchedule();
    const refused = await preview(prepared, body);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.body.detail).not.toBe('');
  });

  it('replays a rate change that is recorded after payments, and says so', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [14, 15, 16]);
    const { body } = await preview(prepared, { ...RATE, keep: 'payment' });
    expect(body.k).toBe(16);
    expect(body.warnings).toEqual([expect.stringContaining('Recorded late: payment 16')]);
    expect(linesOf(body.documents[0] ?? null)).toEqual([
      ['hirePurchaseNonCurrent', -513.12],
      ['unexpiredChargesCurrent', 180.73],
      ['unexpiredChargesNonCurrent', 290.74],
      ['interestExpense', 41.65],
    ]);
    expect(body.after.balance).toBe(38_460.69);
  });

  it('takes new terms from a later payment on without a warning', async () => {
    const prepared = await prepareSchedule();
    const { body } = await preview(prepared, {
      kind: 'terms-change',
      date: '2026-08-01',
      fromPayment: 25,
      schedulePaymentPlans: [
        { number: 1, qty: 35, amount: 900 },
        { number: 2, qty: 1, amount: 5000 },
      ],
    });
    expect(body).toMatchObject({ k: 24, warnings: [], after: { interestRate: expect.closeTo(7.544721, 5) } });
    expect(linesOf(body.documents[0] ?? null)).toEqual([
      ['hirePurchaseCurrent', 1200],
      ['hirePurchaseNonCurrent', -1700],
      ['unexpiredChargesCurrent', 78.18],
      ['unexpiredChargesNonCurrent', 421.82],
    ]);
  });

  it('changes the frequency at the nominal rate', async () => {
    const prepared = await prepareSchedule();
    const change = {
      kind: 'frequency-change',
      date: '2026-08-01',
      paymentFrequency: 'fortnightly',
      firstPaymentDate: '2026-08-14',
    } as const;
    const { body } = await preview(prepared, { ...change, amount: 480 });
    expect(body.after.schedulePayments[18]).toMatchObject({
      paymentDate: '2026-08-14',
      payments: 480,
      segment: 1,
    });
    expect(body.after.interestRate).toBeCloseTo(7.42, 2);
    const both = await preview(prepared, change);
    expect([both.status, Object.keys(both.body.errors ?? {})]).toEqual([400, ['amount']]);
  });

  it('warns of a payout figure far from the estimate, payments that are missing, and GST', async () => {
    const prepared = await prepareSchedule({ kind: 'hire-purchase' });
    const { body } = await preview(prepared, { ...PAYOUT, payoutFigure: 39_000 });
    expect(body.warnings).toEqual([
      expect.stringContaining('Please check the lender'),
      expect.stringContaining('must be posted too'),
      expect.stringContaining('Ask your BAS agent'),
    ]);
  });
});

describe('an event', () => {
  it('is posted as it was previewed, under a token of its own', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, upTo(12));
    const { status, body } = await record(prepared, { ...EXTRA, note: 'Bonus' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      number: 1,
      kind: 'extra-repayment',
      note: 'Bonus',
      k: 12,
      xeroSynchronized: true,
      undoable: true,
      attempt: 1,
      inOpeningBalances: false,
      error: null,
      input: { kind: 'extra-repayment', amount: 5000, keep: 'payment' },
      createdBy: { id: prepared.owner.userId },
    });
    const document = prepared.app.books().bankTransactions.at(-1);
    expect(document).toMatchObject({
      Type: 'SPEND',
      Total: 5000,
      Reference: `Delivery truck PD-${prepared.scheduleId}-E1`,
    });
    expect(await readEvents(prepared)).toEqual([body]);
    const { schedulePayments } = await readSchedule(prepared);
    expect(schedulePayments[12]).toMatchObject({ number: 13, interest: 242.17, segment: 1 });
  });

  it('is not recorded on a preview of an earlier state', async () => {
    const prepared = await prepareSchedule();
    const { body: first } = await preview(prepared, EXTRA);
    await record(prepared, { ...EXTRA, amount: 100 });
    const { app, owner, params } = prepared;
    const body = { ...EXTRA, revision: first.revision };
    const late = await app.call(`POST ${schedulePath}/events`, { as: owner.token, params, body });
    expect([late.status, late.body.code]).toEqual([409, 'event/stale']);
    const without = await app.send(`POST ${schedulePath}/events`, { as: owner.token, params, body: EXTRA });
    expect(without.status).toBe(400);
    expect(await readEvents(prepared)).toHaveLength(1);
  });

  it('is recorded once by two people at the same time', async () => {
    const prepared = await prepareSchedule();
    const answers = await Promise.all([record(prepared, EXTRA), record(prepared, EXTRA)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await readEvents(prepared)).toHaveLength(1);
    expect(prepared.app.books().bankTransactions).toHaveLength(1);
  });

  it('stands as not in Xero with the reason, and is posted later', async () => {
    const prepared = await prepareSchedule();
    prepared.app.control('POST', 'faults', {
      rules: [
        { method: 'PUT', path: '/api.xro/2.0/ManualJournals', kind: 'status', status: 400, probability: 1 },
      ],
    });
    const { status, body } = await record(prepared, RATE);
    expect([status, body.xeroSynchronized]).toEqual([201, false]);
    expect(body.error).not.toBeNull();
    prepared.app.control('DELETE', 'faults');
    const synced = await syncEvent(prepared, body.id);
    expect(synced.body).toMatchObject({ xeroSynchronized: true, error: null });
    expect(prepared.app.books().manualJournals).toHaveLength(1);
    await syncEvent(prepared, body.id);
    expect(prepared.app.books().manualJournals).toHaveLength(1);
  });

  it('says why an event in Xero cannot be synced again after the entity was unlinked', async () => {
    const prepared = await prepareSchedule();
    const { body } = await record(prepared, RATE);
    await prepared.app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(prepared));
    expect(await syncEvent(prepared, body.id)).toMatchObject({ status: 409 });
    expect((await readEvents(prepared))[0]).toMatchObject({ xeroSynchronized: true, error: null });
  });

  it('takes the day after the lock date, and says so', async () => {
    const prepared = await prepareSchedule();
    const { tenantId } = prepared.app.books();
    prepared.app.control('PATCH', `organisations/${tenantId}`, { periodLockDate: '2026-06-30' });
    const { body } = await preview(prepared, RATE);
    expect(body.warnings).toContainEqual(expect.stringContaining('lock date'));
    expect(body.documents[0]?.date).toBe('2026-07-01');
    const recorded = await record(prepared, RATE);
    expect(recorded.body).toMatchObject({ date: '2026-03-01', document: { date: '2026-07-01' } });
  });

  it('keeps the terms as they are, but not the name', async () => {
    const prepared = await prepareSchedule();
    const { schedulePaymentPlans, administrationFee, ...before } = await readSchedule(prepared);
    await record(prepared, EXTRA);
    const { app, owner, params } = prepared;
    const terms = { ...before, administrationFee, schedulePaymentPlans };
    const put = (changes: object) =>
      app.call(`PUT ${schedulePath}`, {
        as: owner.token,
        params,
        body: { ...terms, revision: undefined, ...changes },
      });
    const changed = await put({ loanAmount: 51_000 });
    expect([changed.status, changed.body.detail]).toEqual([
      409,
      expect.stringContaining('Record a change instead'),
    ]);
    expect((await put({ description: 'Renamed' })).body.description).toBe('Renamed');
  });

  it('leaves nothing in the accounts after the last payment, in whatever order all is posted', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, upTo(14));
    await record(prepared, EXTRA);
    await record(prepared, { ...RATE, date: '2026-04-20' });
    await syncNumbers(prepared, upTo(60).toReversed());
    const { schedulePayments, xeroSynchronized, totalInterest } = await readSchedule(prepared);
    expect(schedulePayments.at(-1)?.endingBalance).toBe(0);
    expect(xeroSynchronized).toBe(true);
    const held = balances(prepared);
    // The opening balances were never posted: what is left is the split at the start, and the interest.
    expect(held).toMatchObject({ '874.001': 12_000, '875.001': -3422.22, '437': totalInterest });
    expect(held['924.001']).toBe(48_000);
  });

  it('shows in the export between the payments', async () => {
    const prepared = await prepareSchedule();
    await record(prepared, EXTRA);
    const { app, owner, params } = prepared;
    const { body } = await app.send(`GET ${schedulePath}/Export`, {
      as: owner.token,
      params,
      headers: { accept: 'text/csv' },
    });
    const lines = (body as Buffer).toString('utf8').split('\r\n');
    const index = lines.findIndex((line) => line.startsWith('Extra repayment,2026-02-01,5000.00'));
    expect(lines[index - 1]).toMatch(/^12,/);
    expect(lines[index + 1]).toMatch(/^13,/);
  });
});

describe('a payout', () => {
  it('closes the schedule, and its figures', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, upTo(18));
    const { body } = await record(prepared, PAYOUT);
    expect(body.document).toMatchObject({ type: 'SPEND', bankAmount: -37_396.92 });
    expect(linesOf(body.document)).toEqual([
      ['hirePurchaseCurrent', 12_000],
      ['hirePurchaseNonCurrent', 30_000],
      ['unexpiredChargesCurrent', -2415.63],
      ['unexpiredChargesNonCurrent', -2694.93],
      ['interestExpense', 157.48],
      ['administrationFee', 350],
    ]);
    const schedule = await readSchedule(prepared);
    expect(schedule).toMatchObject({ status: 'paid-out', endDate: '2026-08-05' });
    // It takes effect on its date: until then payments are due as before.
    expect(schedule.nextPayment).not.toBeNull();
    expect(schedule.schedulePayments).toHaveLength(18);
    const { app, owner, params } = prepared;
    const entity = await app.call('GET /v1/entities/{entityId}', { as: owner.token, params });
    expect(entity.body).toMatchObject({ totalBorrowing: 50_000, currentMonthPaymentTotal: 1000 });
    const again = await preview(prepared, { ...EXTRA, date: '2026-09-01' });
    expect([again.status, again.body.code]).toEqual([409, 'event/closed']);
  });

  it('is refused before payments that are posted', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [19]);
    const refused = await preview(prepared, PAYOUT);
    expect([refused.status, refused.body.code]).toEqual([409, 'event/payments-posted']);
    expect(refused.body.detail).toContain('reverse these payments first');
  });

  it('is a journal when another account settles it, and 400 while that is not chosen', async () => {
    const prepared = await prepareSchedule();
    const { body } = await record(prepared, { ...PAYOUT, settledFrom: {} });
    expect(body).toMatchObject({ xeroSynchronized: false, document: { type: 'MANUAL-JOURNAL' } });
    const refused = await syncEvent(prepared, body.id);
    expect([refused.status, refused.body.errors]).toEqual([400, { accountId: [expect.any(String)] }]);
  });
});

describe('undo', () => {
  it('removes the document and the event, and never gives its number again', async () => {
    const prepared = await prepareSchedule();
    const { body: first } = await record(prepared, EXTRA);
    expect((await undo(prepared, first.id)).status).toBe(204);
    expect(prepared.app.books().bankTransactions[0]?.Status).toBe('DELETED');
    expect(await readEvents(prepared)).toEqual([]);
    expect((await readSchedule(prepared)).schedulePayments).toHaveLength(60);
    const { body: second } = await record(prepared, RATE);
    expect(second.number).toBe(2);
    const { Narration } = prepared.app.books().manualJournals[0] ?? {};
    expect(Narration).toMatch(/^Paydown - Delivery truck: /);
    expect(Narration).toContain(`PD-${prepared.scheduleId}-E2]`);
    expect((await undo(prepared, second.id)).status).toBe(204);
    expect(prepared.app.books().manualJournals[0]?.Status).toBe('VOIDED');
    expect(balances(prepared)).toEqual({});
  });

  it.each([true, false])('says after a payout whether auto sync returns: %s', async (autoSync) => {
    const prepared = await prepareSchedule();
    const { app, owner, params } = prepared;
    const settings = `PUT ${schedulePath}/configuration/sync/xero/settings` as const;
    const { xeroAccount } = await readSchedule(prepared);
    await app.send(settings, { as: owner.token, params, body: { ...xeroAccount, autoSync } });
    const { body: extra } = await record(prepared, EXTRA);
    expect((await readEvents(prepared))[0]?.autoSyncAfterUndo).toBeNull();
    await undo(prepared, extra.id);
    const { body: payout } = await record(prepared, PAYOUT);
    expect((await readEvents(prepared))[0]?.autoSyncAfterUndo).toBe(autoSync);
    await undo(prepared, payout.id);
    expect((await readSchedule(prepared)).autoSync).toBe(autoSync);
  });

  it('is for the newest event alone, with nothing posted after it', async () => {
    const prepared = await prepareSchedule();
    const { body: first } = await record(prepared, EXTRA);
    const { body: second } = await record(prepared, RATE);
    const older = await undo(prepared, first.id);
    expect([older.status, older.body.code]).toEqual([409, 'event/not-newest']);
    await syncNumbers(prepared, [14]);
    const later = await undo(prepared, second.id);
    expect([later.status, later.body.code]).toEqual([409, 'event/payments-posted']);
    expect((await undo(prepared, 'f1a5e2d4-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('is refused for an archived schedule, as any other change of it', async () => {
    const prepared = await prepareSchedule();
    const { body } = await record(prepared, EXTRA);
    await archive(prepared);
    expect((await readEvents(prepared))[0]?.undoable).toBe(false);
    const refused = await undo(prepared, body.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'schedule/archived']);
  });

  it('asks to unreconcile a reconciled document', async () => {
    const prepared = await prepareSchedule();
    const { body } = await record(prepared, EXTRA);
    const documentId = prepared.app.books().bankTransactions[0]?.BankTransactionID ?? '';
    act(prepared, documentId, 'reconcile');
    const refused = await undo(prepared, body.id);
    expect([refused.status, refused.body.detail]).toEqual([409, 'Unreconcile it in Xero first.']);
    expect(await readEvents(prepared)).toHaveLength(1);
    act(prepared, documentId, 'unreconcile');
    expect((await undo(prepared, body.id)).status).toBe(204);
  });

  it('goes through when the document is deleted in Xero already', async () => {
    const prepared = await prepareSchedule();
    const { body } = await record(prepared, EXTRA);
    const [document] = prepared.app.books().bankTransactions;
    prepared.app.control('PATCH', `documents/${document?.BankTransactionID}`, { status: 'DELETED' });
    expect((await undo(prepared, body.id)).status).toBe(204);
  });
});

describe('the tax rate of a payout’s fee', () => {
  it.each([
    ['INPUT', 200],
    ['EXEMPTEXPENSES', 200],
    ['NONSENSE', 400],
    ['OUTPUT', 400],
  ])('is one that the organisation has and the account may carry: %s', async (taxType, wanted) => {
    const prepared = await prepareSchedule();
    const { status, body } = await preview(prepared, { ...PAYOUT, fees: [{ amount: 350, taxType }] });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([
      wanted,
      wanted === 400 ? ['fees.0.taxType'] : [],
    ]);
  });
});

describe('a refinance', () => {
  const REFINANCE = {
    kind: 'refinance',
    date: '2026-08-05',
    payoutFigure: 37_396.92,
    fees: [{ amount: 350 }],
    newSchedule: {
      description: 'Truck, refinanced',
      paymentFrequency: 'monthly',
      loanAmount: 37_791.92,
      startDate: '2026-08-05',
      firstPaymentOnStartDate: false,
      schedulePaymentPlans: [{ number: 1, qty: 48, amount: 930 }],
    },
  } satisfies EventBody;

  it('records the payout and creates the new schedule, which undo deletes', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, params } = prepared;
    const { body: previewed } = await preview(prepared, REFINANCE);
    expect(linesOf(previewed.documents[1] ?? null)).toEqual([
      ['hirePurchaseCurrent', -11_160],
      ['hirePurchaseNonCurrent', -33_480],
      ['unexpiredChargesCurrent', 2865.29],
      ['unexpiredChargesNonCurrent', 3982.79],
      ['other', 37_396.92],
    ]);
    const { status, body } = await record(prepared, REFINANCE);
    expect([status, body.newScheduleId]).toEqual([201, expect.any(String)]);
    const created = { entityId: params.entityId, scheduleId: body.newScheduleId ?? '' };
    const read = () => app.call(`GET ${schedulePath}`, { as: owner.token, params: created });
    expect((await read()).body).toMatchObject({
      description: 'Truck, refinanced',
      interestRate: expect.closeTo(8.415513, 5),
      xeroConnected: false,
    });
    const list = await app.call('GET /v1/entities/{entityId}', { as: owner.token, params });
    expect(list.body.schedulesCount).toBe(2);
    expect((await undo(prepared, body.id)).status).toBe(204);
    expect((await read()).status).toBe(404);
  });

  it('names the field of the new schedule that is wrong', async () => {
    const prepared = await prepareSchedule();
    const wrong = { ...REFINANCE.newSchedule, loanAmount: 90_000 };
    const refused = await preview(prepared, { ...REFINANCE, newSchedule: wrong });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors ?? {})[0]).toMatch(/^newSchedule\./);
  });
});

describe('events and syncs at the same time', () => {
  it('never mix the contract before with the one after', async () => {
    const prepared = await prepareSchedule();
    const [synced, recorded] = await Promise.all([
      syncNumbers(prepared, upTo(20)),
      record(prepared, RATE).catch(() => null),
    ]);
    expect([200, 409]).toContain(synced.status);
    expect([201, 409, undefined]).toContain(recorded?.status);
    await syncNumbers(prepared, upTo(60));
    for (const { id, xeroSynchronized } of await readEvents(prepared)) {
      if (!xeroSynchronized) await syncEvent(prepared, id);
    }
    const { schedulePayments, totalInterest, xeroSynchronized } = await readSchedule(prepared);
    const numbers = schedulePayments.map(({ number }) => number);
    await syncNumbers(prepared, numbers);
    expect((await readSchedule(prepared)).xeroSynchronized || xeroSynchronized).toBe(true);
    expect(balances(prepared)).toMatchObject({ '874.001': 12_000, '924.001': 48_000, '437': totalInterest });
  });

  it('wait for documents whose outcome is open', async () => {
    const prepared = await prepareSchedule();
    const { body: previewed } = await preview(prepared, RATE);
    const { app, owner, params } = prepared;
    const path = '/api.xro/2.0/BankTransactions';
    app.control('POST', 'faults', { rules: [{ method: 'PUT', path, kind: 'drop-after' }] });
    await syncNumbers(prepared, [1]);
    app.control('POST', 'faults', { rules: [{ method: 'GET', path, kind: 'status', status: 503 }] });
    const late = await app.call(`POST ${schedulePath}/events`, {
      as: owner.token,
      params,
      body: { ...RATE, revision: previewed.revision },
    });
    expect([late.status, late.body.code]).toEqual([409, 'schedule/posting']);
    app.control('DELETE', 'faults');
    expect((await record(prepared, RATE)).status).toBe(201);
    expect((await readSchedule(prepared)).schedulePayments[0]?.xeroSynchronized).toBe(true);
  });
});
