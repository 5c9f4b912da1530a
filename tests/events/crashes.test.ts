/** A process that ends between two steps of an event: what is there afterwards, and how it is finished. */
import { describe, expect, it } from 'vitest';
import {
  auditDetails,
  type EventBody,
  readEvents,
  readSchedule,
  record,
  reverse,
  syncEvent,
  undo,
} from '../support/events.ts';
import {
  BANK_TRANSACTIONS,
  disturb,
  MANUAL_JOURNALS,
  mend,
  MINUTE,
  syncNumbers,
} from '../support/syncing.ts';
import { accountIn, prepareRepeatedWrites, prepareSchedule, type Prepared, setUp } from '../support/xero.ts';

const EXTRA: EventBody = { kind: 'extra-repayment', date: '2026-02-01', amount: 5000, keep: 'payment' };

const documents = ({ app }: Prepared): number =>
  app.books().bankTransactions.length + app.books().manualJournals.length;

describe('an event whose answer is lost', () => {
  it('is found by its own sync, and not posted again', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-after' });
    const { status, body } = await record(prepared, EXTRA);
    expect([status, body.xeroSynchronized]).toEqual([201, false]);
    expect(body.error).not.toBeNull();
    mend(prepared);
    expect((await syncEvent(prepared, body.id)).body).toMatchObject({ xeroSynchronized: true, error: null });
    expect(documents(prepared)).toBe(1);
  });

  it('is in the audit log once, however often it is synced', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-before' });
    const { body } = await record(prepared, EXTRA);
    mend(prepared);
    prepared.app.clock.advance(11 * MINUTE);
    disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-after' });
    expect((await syncEvent(prepared, body.id)).status).toBe(503);
    mend(prepared);
    for (let call = 0; call < 2; call++) expect((await syncEvent(prepared, body.id)).status).toBe(200);
    expect(await auditDetails(prepared, 'schedule/sync-event')).toEqual([{ number: 1 }]);
  });

  it('is posted by its own sync when Xero never had it', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-before' });
    const { body } = await record(prepared, EXTRA);
    mend(prepared);
    prepared.app.clock.advance(11 * MINUTE);
    expect((await syncEvent(prepared, body.id)).body).toMatchObject({ xeroSynchronized: true });
    expect(documents(prepared)).toBe(1);
  });
});

describe('an undo whose answer is lost', () => {
  it('is finished by the next one', async () => {
    const prepared = await prepareSchedule();
    const { body } = await record(prepared, EXTRA);
    disturb(prepared, { method: 'POST', path: BANK_TRANSACTIONS, kind: 'drop-after' });
    expect((await undo(prepared, body.id)).status).toBe(503);
    expect(await readEvents(prepared)).toHaveLength(1);
    const blocked = await syncNumbers(prepared, [1]);
    expect(blocked.status).toBe(200);
    mend(prepared);
    expect((await undo(prepared, body.id)).status).toBe(404);
    expect(await readEvents(prepared)).toEqual([]);
    expect(await auditDetails(prepared, 'schedule/undo-event')).toEqual([{ number: 1 }]);
  });
});

describe('an undo whose answers from the table are lost', () => {
  it('is done, although each write is repeated', async () => {
    const prepared = await prepareRepeatedWrites();
    const { body } = await record(prepared, EXTRA);
    expect((await undo(prepared, body.id)).status).toBe(204);
    expect(prepared.app.books().bankTransactions.map(({ Status }) => Status)).toEqual(['DELETED']);
  });
});

describe('an undo whose outcome is unknown', () => {
  it('keeps back payments, which would follow the undone event', async () => {
    const prepared = await prepareSchedule();
    const { body } = await record(prepared, { ...EXTRA, date: '2025-02-01' });
    disturb(prepared, { method: 'POST', path: BANK_TRANSACTIONS, kind: 'drop-before' });
    expect((await undo(prepared, body.id)).status).toBe(503);
    expect((await syncNumbers(prepared, [1])).status).toBe(503);
    expect(documents(prepared)).toBe(1);
    mend(prepared);
    expect((await undo(prepared, body.id)).status).toBe(204);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    const [payment] = (await readSchedule(prepared)).schedulePayments;
    expect(payment).toMatchObject({ payments: 1000, xeroSynchronized: true });
  });
});

describe('a reversal whose answer is lost', () => {
  it.each(['mirror', 'delete'] as const)('is finished by the next one, which says so: %s', async (mode) => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    const method = mode === 'mirror' ? 'PUT' : 'POST';
    disturb(prepared, { method, path: BANK_TRANSACTIONS, kind: 'drop-after' });
    expect((await reverse(prepared, 1, mode, '2025-03-01')).status).toBe(503);
    mend(prepared);
    const again = await reverse(prepared, 1, mode, '2025-03-01');
    expect([again.status, again.body.attempt]).toEqual([200, 2]);
    expect((await reverse(prepared, 1, mode, '2025-03-01')).body.code).toBe('payment/not-synced');
    const [payment] = (await readSchedule(prepared)).schedulePayments;
    expect(payment).toMatchObject({ xeroSynchronized: false, attempt: 2 });
    expect(documents(prepared)).toBe(mode === 'mirror' ? 2 : 1);
    expect(await auditDetails(prepared, 'schedule/reverse-payment')).toEqual([{ number: 1, mode }]);
  });
});

describe('a refinance that ends after its first document', () => {
  it('keeps the new schedule, whose opening journal takes the payout from the clearing account', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, params } = prepared;
    const clearing = accountIn({ app }, '730');
    disturb(prepared, { method: 'PUT', path: MANUAL_JOURNALS, kind: 'drop-before' });
    const { body } = await record(prepared, {
      kind: 'refinance',
      date: '2026-08-05',
      payoutFigure: 37_396.92,
      fees: [{ amount: 350 }],
      clearingAccountId: clearing,
      newSchedule: {
        description: 'Truck, refinanced',
        paymentFrequency: 'monthly',
        loanAmount: 37_791.92,
        startDate: '2026-08-05',
        firstPaymentOnStartDate: false,
        schedulePaymentPlans: [{ number: 1, qty: 48, amount: 930 }],
      },
    });
    expect(body).toMatchObject({ xeroSynchronized: false, newScheduleId: expect.any(String) });
    mend(prepared);
    app.clock.advance(11 * MINUTE);
    expect((await syncEvent(prepared, body.id)).body.xeroSynchronized).toBe(true);
    const created = { entityId: params.entityId, scheduleId: body.newScheduleId ?? '' };
    const path = '/v1/entities/{entityId}/schedules/{scheduleId}';
    const as = owner.token;
    // Its set-up is offered the clearing account, and the bank account of the loan that it refinances.
    const listed = await app.call('GET /v1/entities/{entityId}/schedules', { as, params });
    const [old, next] = [prepared.scheduleId, created.scheduleId].map((id) =>
      listed.body.find((one) => one.id === id),
    );
    expect(next?.clearingAccountId).toBe(clearing);
    expect(next?.xeroAccount.bankAccountId).toBe(old?.xeroAccount.bankAccountId);
    await setUp({ ...prepared, scheduleId: created.scheduleId, params: created });
    const template = await app.call(`GET ${path}/templates/openingbalancejournal`, { as, params: created });
    expect(template.body.date).toBe('2026-08-05');
    expect(template.body.lineItems.at(-1)).toMatchObject({ accountId: clearing, amount: 37_396.92 });
    const lineItems = [
      ...template.body.lineItems,
      { description: 'Borrowing costs', accountId: clearing, taxType: 'BASEXCLUDED', amount: 395 },
    ] as const;
    const posted = await app.call(`PUT ${path}/sync/xero/openingbalancejournal`, {
      as,
      params: created,
      body: { date: '2026-08-05', description: 'Opening', lineAmountTypes: 'NoTax', lineItems },
    });
    expect(posted.status).toBe(200);
    const refused = await undo(prepared, body.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'event/new-schedule-posted']);
  });
});
