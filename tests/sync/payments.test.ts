import { referenceIn } from '../../domain/posting/document-reference.ts';
import { describe, expect, it } from 'vitest';
import { signIn } from '../support/people.ts';
import {
  archive,
  asOwner,
  BANK_TRANSACTIONS,
  disturb,
  inXero,
  mend,
  MINUTE,
  paymentsOf,
  type PaymentView,
  postingCalls,
  schedulePath,
  syncNumbers,
} from '../support/syncing.ts';
import {
  accountIn,
  allowConnections,
  DEMO,
  prepareRepeatedWrites,
  prepareSchedule,
} from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

const sync = `PUT ${schedulePath}/sync/xero/payments` as const;

describe('a payment in Xero', () => {
  it('is counted once in the audit log, however often it is synced', async () => {
    const prepared = await prepareSchedule();
    for (const numbers of [[1], [1], [1, 2]]) {
      await syncNumbers(prepared, numbers);
      prepared.app.clock.advance(1000);
    }
    const { body } = await prepared.app.call('GET /v1/tenants/audit', {
      as: prepared.owner.token,
      query: { action: 'schedule/sync-payments' },
    });
    expect(body.map(({ detail }) => detail)).toEqual([{ payments: '2' }, { payments: '1' }]);
  });

  it('is posted although the answer to each write is lost once', async () => {
    const prepared = await prepareRepeatedWrites();
    const { status, body } = await syncNumbers(prepared, [1, 2]);
    expect([status, body.errors]).toEqual([200, []]);
    expect(inXero(prepared)).toHaveLength(2);
  });

  // Evidence for Xero links, Xero rounding
  it('is one spend-money document with the lines of its journal', async () => {
    const prepared = await prepareSchedule();
    const { status, body } = await syncNumbers(prepared, [1]);
    expect(status).toBe(200);
    expect(body.errors).toEqual([]);
    const [document] = inXero(prepared);
    const { accounts } = prepared.app.books();
    const code = (id: string) => accounts.find(({ AccountID }) => AccountID === id)?.Code;
    expect(document).toMatchObject({
      Status: 'AUTHORISED',
      Reference: `Delivery truck PD-${prepared.scheduleId}-1`,
      DateString: expect.stringContaining('2025-02-15'),
      Total: 1000,
      Contact: { Name: 'Delivery truck' },
      Url: expect.stringContaining(`/entity/${prepared.entityId}/${prepared.scheduleId}?paymentId=`),
    });
    const lines = document?.LineItems.map(({ AccountID, UnitAmount, Description }) => [
      code(AccountID),
      UnitAmount,
      Description,
    ]);
    expect(lines).toEqual([
      ['874.001', 1000, 'Payment 1 of 60 – repayment'],
      ['437', 309.17, 'Payment 1 of 60 – interest'],
      ['875.001', -309.17, 'Payment 1 of 60 – interest'],
      ['924.001', 1000, 'Payment 13 becomes current'],
      ['874.001', -1000, 'Payment 13 becomes current'],
      ['875.001', 256.13, 'Payment 13 becomes current'],
      ['925.001', -256.13, 'Payment 13 becomes current'],
    ]);
  });

  it('is made to the lender, and its reference starts with the contract number, or else the name', async () => {
    const prepared = await prepareSchedule();
    const patch = (body: { readonly lender: string; readonly contractNumber: string }) =>
      prepared.app.call(`PATCH ${schedulePath}`, { ...asOwner(prepared), body });
    await patch({ lender: 'Westpac', contractNumber: 'WBC-118204' });
    await syncNumbers(prepared, [1]);
    await patch({ lender: 'ANZ', contractNumber: '' });
    await syncNumbers(prepared, [2]);
    const shown = inXero(prepared).map(({ Reference, Contact }) => [Reference, Contact.Name]);
    expect(shown).toEqual([
      [`WBC-118204 PD-${prepared.scheduleId}-1`, 'Westpac'],
      [`Delivery truck PD-${prepared.scheduleId}-2`, 'ANZ'],
    ]);
  });

  it('is found by its token when its reference starts with a contract number', async () => {
    const prepared = await prepareSchedule();
    await prepared.app.call(`PATCH ${schedulePath}`, {
      ...asOwner(prepared),
      body: { contractNumber: `PD-${prepared.scheduleId}-7` },
    });
    disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-after' });
    await syncNumbers(prepared, [1]);
    mend(prepared);
    const sent = postingCalls(prepared).length;
    prepared.app.clock.advance(7 * MINUTE);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(postingCalls(prepared)).toHaveLength(sent);
    expect((await paymentsOf(prepared)).filter(({ xeroSynchronized }) => xeroSynchronized)).toHaveLength(1);
  });

  // Evidence for Xero links
  it('is shown as synced, with a link into the linked organisation', async () => {
    const prepared = await prepareSchedule();
    const { body } = await syncNumbers(prepared, [2]);
    const [document] = inXero(prepared);
    const { shortCode } = prepared.app.books();
    expect(body.schedulePayments).toHaveLength(1);
    expect(body.schedulePayments[0]).toMatchObject({ number: 2, xeroSynchronized: true });
    expect(body.schedulePayments[0]?.xeroUrl).toContain(
      `shortcode=${shortCode}&redirecturl=/Bank/ViewTransaction.aspx?bankTransactionID=${document?.BankTransactionID}`,
    );
    const after = await paymentsOf(prepared);
    expect(after.filter(({ xeroSynchronized }) => xeroSynchronized).map(({ number }) => number)).toEqual([2]);
  });

  // Evidence for Xero once
  it('is posted once, however often it is requested', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1, 2]);
    const { status, body } = await syncNumbers(prepared, [1, 2, 3]);
    expect([status, body.schedulePayments.length]).toEqual([200, 3]);
    expect(inXero(prepared).map(({ Reference }) => referenceIn(Reference))).toEqual(
      [1, 2, 3].map((number) => `PD-${prepared.scheduleId}-${number}`),
    );
  });

  it('has one contact of the schedule’s name, even after a rename', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    await prepared.app.call(`PATCH ${schedulePath}`, {
      ...asOwner(prepared),
      body: { description: 'Renamed truck' },
    });
    await syncNumbers(prepared, [2]);
    const contacts = new Set(inXero(prepared).map(({ Contact }) => Contact.ContactID));
    expect(contacts.size).toBe(1);
    expect(prepared.app.books().contacts.map(({ Name }) => Name)).toEqual(['Delivery truck']);
  });
});

describe('many payments', () => {
  it('take at most twenty-one posting calls per thousand', async () => {
    const prepared = await prepareSchedule({
      paymentFrequency: 'weekly',
      schedulePaymentPlans: [{ number: 1, qty: 1000, amount: 103.7 }],
      loanAmount: 80_000,
    });
    const halves = [upTo(500), upTo(500).map((number) => number + 500)];
    for (const half of halves) {
      const { status, body } = await syncNumbers(prepared, half);
      expect([status, body.errors]).toEqual([200, []]);
    }
    expect(new Set(inXero(prepared).map(({ Reference }) => Reference)).size).toBe(1000);
    expect(inXero(prepared)).toHaveLength(1000);
    expect(postingCalls(prepared).length).toBeLessThanOrEqual(21);
  });

  it('are refused if there are more than five hundred, or ids of another schedule', async () => {
    const prepared = await prepareSchedule();
    const [payment] = await paymentsOf(prepared);
    const call = (ids: readonly (string | undefined)[]) =>
      prepared.app.send(sync, { ...asOwner(prepared), body: { SyncSchedulePayments: ids } });
    const tooMany = await call(Array.from({ length: 501 }, () => payment?.id));
    expect([tooMany.status, Object.keys(tooMany.body.errors ?? {})]).toEqual([400, ['SyncSchedulePayments']]);
    const foreign = await call([payment?.id, prepared.scheduleId]);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'payment/unknown']);
    expect((await call([])).status).toBe(400);
  });

  it('succeed in part: posted ones stay, and each refused one has its reason', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    app.control('PATCH', `organisations/${app.books(DEMO).tenantId}`, { periodLockDate: '2025-03-31' });
    const { status, body } = await syncNumbers(prepared, [1, 2, 3, 4]);
    expect(status).toBe(200);
    expect(inXero(prepared)).toHaveLength(2);
    const message = 'Payment date not after lock date. Check the organisation lock dates in Xero.';
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([message, message]);
    expect(body.schedulePayments.map((one: PaymentView) => one.xeroSynchronized)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('a refused sync', () => {
  it('is a problem response if no payment could be posted', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    app.control('PATCH', `organisations/${app.books(DEMO).tenantId}`, { endOfYearLockDate: '2025-06-30' });
    const { status, body } = await syncNumbers(prepared, [1, 2]);
    expect([status, body.detail]).toEqual([
      409,
      'Payment date not after lock date. Check the organisation lock dates in Xero.',
    ]);
  });

  it('needs a complete integration', async () => {
    const prepared = await prepareSchedule();
    await archive(prepared);
    const { status, body } = await syncNumbers(prepared, [1]);
    expect([status, body.detail]).toEqual([
      409,
      'Please complete the Xero integration before syncing payments.',
    ]);
  });

  it('needs a plan that connects schedules', async () => {
    const prepared = await prepareSchedule();
    await allowConnections(prepared.app, prepared.owner, 0);
    const { status, body } = await syncNumbers(prepared, [1]);
    expect([status, body.detail]).toEqual([409, 'Please upgrade your plan to integrate schedules to Xero.']);
  });

  it('holds the sentences of Xero for each payment', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const fee = accountIn({ app }, '437');
    app.control('PATCH', `documents/${fee}`, { status: 'ARCHIVED' });
    const { status, body } = await syncNumbers(prepared, [1]);
    expect([status, body.title]).toEqual([409, 'Xero-Api']);
    expect(body.detail).toMatch(/account/i);
    const [payment] = await paymentsOf(prepared);
    expect(payment?.xeroSynchronized).toBe(false);
    app.control('PATCH', `documents/${fee}`, { status: 'ACTIVE' });
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
  });
});

describe('a sync without an answer from Xero', () => {
  const fail = { method: 'PUT', path: BANK_TRANSACTIONS };

  it('sends the batch again under the same key, within the request, where Xero failed', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { ...fail, kind: 'status', status: 503, times: 1 });
    const { status } = await syncNumbers(prepared, upTo(5));
    expect(status).toBe(200);
    expect(new Set(postingCalls(prepared).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(inXero(prepared)).toHaveLength(5);
  });

  it('leaves the batch open after a cut connection, since the call may still be under way', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { ...fail, kind: 'drop-before' });
    const failed = await syncNumbers(prepared, upTo(5));
    expect(failed.status).toBe(503);
    mend(prepared);
    expect(postingCalls(prepared)).toHaveLength(1);
    prepared.app.clock.advance(4 * MINUTE);
    expect((await syncNumbers(prepared, upTo(5))).body.code).toBe('payment/unconfirmed');
    expect(postingCalls(prepared)).toHaveLength(1);
    prepared.app.clock.advance(7 * MINUTE);
    expect((await syncNumbers(prepared, upTo(5))).status).toBe(200);
    expect(new Set(postingCalls(prepared).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    expect(inXero(prepared)).toHaveLength(5);
  });

  it('sends twenty documents a call for a day', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { ...fail, kind: 'drop-before', times: 1 });
    expect((await syncNumbers(prepared, upTo(25))).status).toBe(503);
    prepared.app.clock.advance(11 * MINUTE);
    expect((await syncNumbers(prepared, upTo(25))).status).toBe(200);
    expect(postingCalls(prepared)).toHaveLength(1 + 2);
    prepared.app.clock.advance(24 * 60 * MINUTE);
    const owner = { ...prepared.owner, token: (await signIn(prepared.app, prepared.owner.email)).token };
    expect((await syncNumbers({ ...prepared, owner }, upTo(50))).status).toBe(200);
    expect(postingCalls(prepared)).toHaveLength(1 + 2 + 1);
    expect(inXero(prepared)).toHaveLength(50);
  });

  it('distrusts a refusal after a call without an answer', async () => {
    const prepared = await prepareSchedule();
    disturb(
      prepared,
      { ...fail, kind: 'status', status: 503, times: 1 },
      { ...fail, kind: 'status', status: 400, times: 1 },
    );
    const unsure = await syncNumbers(prepared, [1]);
    expect([unsure.status, unsure.body.code]).toEqual([409, 'payment/unconfirmed']);
    prepared.app.clock.advance(11 * MINUTE);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it('distrusts the refusal of one payment after a call without an answer', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const lock = (periodLockDate: string | null) =>
      app.control('PATCH', `organisations/${app.books(DEMO).tenantId}`, { periodLockDate });
    disturb(prepared, { ...fail, kind: 'drop-before' });
    await syncNumbers(prepared, [1]);
    mend(prepared);
    lock('2025-12-31');
    const unsure = await syncNumbers(prepared, [1]);
    expect([unsure.status, unsure.body.code]).toEqual([409, 'payment/unconfirmed']);
    lock(null);
    app.clock.advance(7 * MINUTE);
    expect((await syncNumbers(prepared, [1])).status).toBe(409);
    app.clock.advance(4 * MINUTE);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it('counts a document that was deleted in Xero as posted', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    disturb(prepared, { ...fail, kind: 'drop-after' });
    await syncNumbers(prepared, [1]);
    mend(prepared);
    const [document] = inXero(prepared);
    app.control('PATCH', `documents/${document?.BankTransactionID}`, { status: 'DELETED' });
    app.clock.advance(11 * MINUTE);
    const { status, body } = await syncNumbers(prepared, [1]);
    expect([status, body.schedulePayments[0]?.xeroSynchronized]).toEqual([200, true]);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it('keeps the schedule and its link unchanged while a payment is open', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    disturb(prepared, { ...fail, kind: 'drop-before' });
    await syncNumbers(prepared, [1]);
    expect((await archive(prepared)).status).toBe(409);
    const unlink = await app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(prepared));
    expect([unlink.status, unlink.body.code]).toEqual([409, 'schedule/posting']);
    mend(prepared);
    app.clock.advance(11 * MINUTE);
    expect((await archive(prepared)).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(0);
  });

  it.each([
    ['with', { retryAfter: 5 }],
    ['without', {}],
  ])('waits out a 429 %s Retry-After', async (_kind, extra) => {
    const prepared = await prepareSchedule();
    disturb(prepared, { ...fail, kind: 'status', status: 429, times: 1, ...extra });
    await syncNumbers(prepared, [1]);
    prepared.app.clock.advance(10_000);
    const { status } = await syncNumbers(prepared, [1]);
    expect(status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
  });

  // A second search in some calls moves the place at which the minute is full.
  it.each([0, 1, 2, 3, 4])('answers that Xero’s minute is full, wherever it is: %d', async (pairs) => {
    const prepared = await prepareSchedule();
    let answer;
    for (const number of upTo(14)) {
      answer = await syncNumbers(prepared, number <= pairs ? [number, number + 30] : [number]);
      if (answer.status !== 200) break;
    }
    expect([429, 409]).toContain(answer?.status);
  });
});
