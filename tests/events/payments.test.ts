/** Single payments: made late, in parts, reversed, and of nothing. */
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { describe, expect, it } from 'vitest';
import {
  auditDetails,
  balances,
  changePayment,
  type EventBody,
  readSchedule,
  record,
  reverse,
} from '../support/events.ts';
import { act } from '../support/ledger.ts';
import { later } from '../support/restoring.ts';
import { postJournalAt, syncNumbers } from '../support/syncing.ts';
import { prepareSchedule, type Prepared } from '../support/xero.ts';

const HOLIDAY: EventBody = { kind: 'holiday', date: '2025-06-20', fromPayment: 6, qty: 2 };

const PARTS = [
  { date: '2025-02-15', amount: 400 },
  { date: '2025-02-20', amount: 600 },
];

const references = ({ app }: Prepared) =>
  app.books().bankTransactions.map(({ Reference }) => referenceIn(Reference));

const token = ({ scheduleId }: Prepared, suffix: string): string => `PD-${scheduleId}-${suffix}`;

const lock = ({ app }: Prepared, periodLockDate: string): void => {
  app.control('PATCH', `organisations/${app.books().tenantId}`, { periodLockDate });
};

async function paymentOf(prepared: Prepared, number: number) {
  const { schedulePayments } = await readSchedule(prepared);
  const payment = schedulePayments[number - 1];
  if (!payment) throw new Error(`There is no payment ${number}`);
  return payment;
}

const postOpening = async (prepared: Prepared, date: string): Promise<number> =>
  (await postJournalAt(prepared, date)).status;

describe('a payment made late', () => {
  it('takes the date it was paid on, and the contract stays', async () => {
    const prepared = await prepareSchedule();
    const { status, body } = await changePayment(prepared, 1, { paidOn: '2025-02-20' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ paidOn: '2025-02-20', paymentDate: '2025-02-15', interest: 309.17 });
    await syncNumbers(prepared, [1]);
    expect(prepared.app.books().bankTransactions[0]?.DateString).toContain('2025-02-20');
    const again = await changePayment(prepared, 1, { paidOn: null });
    expect([again.status, again.body.code]).toEqual([409, 'payment/posted']);
  });

  it('is not locked by the lock date of its due date', async () => {
    const prepared = await prepareSchedule();
    lock(prepared, '2025-02-28');
    expect((await syncNumbers(prepared, [1])).body.code).toBe('payment/locked');
    await changePayment(prepared, 1, { paidOn: '2025-03-03' });
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
  });

  it('is due and paid on the same side of the opening journal', async () => {
    const prepared = await prepareSchedule();
    expect(await postOpening(prepared, '2025-03-01')).toBe(200);
    const covered = await changePayment(prepared, 1, { paidOn: '2025-03-05' });
    expect([covered.status, covered.body.code]).toEqual([409, 'payment/covered']);
    const before = await changePayment(prepared, 2, { paidOn: '2025-02-27' });
    expect([before.status, before.body.code]).toEqual([409, 'payment/paid-on-other-side']);
    await changePayment(prepared, 2, { paidOn: '2025-03-20' });
    expect(await postOpening(prepared, '2025-03-18')).toBe(409);
  });

  it.each<[string, Parameters<typeof changePayment>[2]]>([
    ['nothing', {}],
    ['both', { paidOn: '2025-02-20', parts: [] }],
    ['parts that do not add up', { parts: [{ date: '2025-02-15', amount: 999 }] }],
    [
      'a part of nothing',
      {
        parts: [
          { date: '2025-02-15', amount: 0 },
          { date: '2025-02-16', amount: 1000 },
        ],
      },
    ],
    ['a date before the start', { paidOn: '2024-12-31' }],
  ])('is refused with %s', async (_what, body) => {
    const prepared = await prepareSchedule();
    expect((await changePayment(prepared, 1, body)).status).toBe(400);
    expect(await paymentOf(prepared, 1)).toMatchObject({ paidOn: null, parts: [] });
  });
});

describe('a payment made in parts', () => {
  it('posts each part on its date, the last with interest, fee and reclassification', async () => {
    let prepared = await prepareSchedule({ administrationFee: 5 });
    const { body } = await changePayment(prepared, 1, {
      parts: [
        { date: '2025-02-15', amount: 400 },
        { date: '2025-06-20', amount: 600 },
      ],
    });
    expect(body.parts).toEqual([
      { date: '2025-02-15', amount: 400, xeroSynchronized: false, xeroUrl: null },
      { date: '2025-06-20', amount: 600, xeroSynchronized: false, xeroUrl: null },
    ]);
    await syncNumbers(prepared, [1]);
    expect(references(prepared)).toEqual([token(prepared, '1.1')]);
    expect(balances(prepared)).toEqual({ '874.001': 400 });
    expect(await paymentOf(prepared, 1)).toMatchObject({ xeroSynchronized: false });
    const early = await changePayment(prepared, 1, { parts: [] });
    expect([early.status, early.body.code]).toEqual([409, 'payment/posted']);
    prepared = await later(prepared, 20 * 24 * 60);
    await syncNumbers(prepared, [1]);
    expect(references(prepared)).toEqual([token(prepared, '1.1'), token(prepared, '1.2')]);
    expect(prepared.app.books().bankTransactions.map(({ Total }) => Total)).toEqual([400, 605]);
    expect(await paymentOf(prepared, 1)).toMatchObject({ xeroSynchronized: true });
  });

  it('can be made at once after all', async () => {
    const prepared = await prepareSchedule();
    await changePayment(prepared, 1, { parts: PARTS });
    const { body } = await changePayment(prepared, 1, { parts: [] });
    expect(body.parts).toEqual([]);
    await syncNumbers(prepared, [1]);
    expect(references(prepared)).toEqual([token(prepared, '1')]);
  });
});

describe('a reversal', () => {
  it('reverses the document as Xero has it, and the next one is another attempt', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    const { status, body } = await reverse(prepared, 1, 'mirror', '2025-03-01');
    expect([status, body.xeroSynchronized, body.attempt]).toEqual([200, false, 2]);
    const [, reversal] = prepared.app.books().bankTransactions;
    expect(reversal).toMatchObject({ Type: 'RECEIVE', Total: 1000 });
    expect(referenceIn(reversal?.Reference ?? '')).toBe(token(prepared, '1R'));
    expect(reversal?.DateString).toContain('2025-03-01');
    expect(balances(prepared)).toEqual({});
    await syncNumbers(prepared, [1]);
    await reverse(prepared, 1, 'mirror', '2025-03-02');
    expect(references(prepared)).toEqual(['1', '1R', '1/2', '1/2R'].map((suffix) => token(prepared, suffix)));
    expect(balances(prepared)).toEqual({});
  });

  it('deletes the document, unless it is reconciled', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    const documentId = prepared.app.books().bankTransactions[0]?.BankTransactionID ?? '';
    act(prepared, documentId, 'reconcile');
    const refused = await reverse(prepared, 1, 'delete');
    expect([refused.status, refused.body.detail]).toEqual([409, 'Unreconcile it in Xero first.']);
    expect(await paymentOf(prepared, 1)).toMatchObject({ xeroSynchronized: true });
    act(prepared, documentId, 'unreconcile');
    const { body } = await reverse(prepared, 1, 'delete');
    expect(body).toMatchObject({ xeroSynchronized: false, attempt: 2 });
    expect(prepared.app.books().bankTransactions[0]?.Status).toBe('DELETED');
  });

  it('takes a document that is deleted in Xero as done', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    act(prepared, prepared.app.books().bankTransactions[0]?.BankTransactionID ?? '', 'delete');
    const reversed = await reverse(prepared, 1, 'mirror');
    expect([reversed.status, reversed.body.code]).toEqual([409, 'document/deleted']);
    expect((await reverse(prepared, 1, 'delete')).body).toMatchObject({ xeroSynchronized: false });
    await syncNumbers(prepared, [1]);
    expect(references(prepared)).toEqual([token(prepared, '1'), token(prepared, '1/2')]);
  });

  it('reverses each part', async () => {
    const prepared = await prepareSchedule();
    await changePayment(prepared, 1, { parts: PARTS });
    await syncNumbers(prepared, [1]);
    expect((await reverse(prepared, 1, 'mirror', '2025-03-01')).body.attempt).toBe(2);
    expect(balances(prepared)).toEqual({});
    await syncNumbers(prepared, [1]);
    expect(references(prepared)).toEqual(
      ['1.1', '1.2', '1.1R', '1.2R', '1.1/2', '1.2/2'].map((suffix) => token(prepared, suffix)),
    );
  });

  it('deletes all parts or none, where one is reconciled', async () => {
    const prepared = await prepareSchedule();
    await changePayment(prepared, 1, { parts: PARTS });
    await syncNumbers(prepared, [1]);
    const documentId = prepared.app.books().bankTransactions[0]?.BankTransactionID ?? '';
    const statuses = () => prepared.app.books().bankTransactions.map(({ Status }) => Status);
    act(prepared, documentId, 'reconcile');
    const refused = await reverse(prepared, 1, 'delete');
    expect([refused.status, refused.body.code]).toEqual([409, 'document/reconciled']);
    expect(statuses()).toEqual(['AUTHORISED', 'AUTHORISED']);
    expect(await paymentOf(prepared, 1)).toMatchObject({ xeroSynchronized: true, attempt: 1 });
    act(prepared, documentId, 'unreconcile');
    expect((await reverse(prepared, 1, 'delete')).status).toBe(200);
    expect(statuses()).toEqual(['DELETED', 'DELETED']);
    expect(await auditDetails(prepared, 'schedule/reverse-payment')).toEqual([{ number: 1, mode: 'delete' }]);
  });

  it('is refused for a payment that is not in Xero, and on a locked date', async () => {
    const prepared = await prepareSchedule();
    const early = await reverse(prepared, 1, 'mirror');
    expect([early.status, early.body.code]).toEqual([409, 'payment/not-synced']);
    await syncNumbers(prepared, [1]);
    lock(prepared, '2025-03-31');
    const locked = await reverse(prepared, 1, 'mirror', '2025-03-31');
    expect([locked.status, locked.body.code]).toEqual([409, 'payment/locked']);
  });

  it('frees the payments after an event that is to be undone', async () => {
    const prepared = await prepareSchedule();
    await record(prepared, { kind: 'extra-repayment', date: '2025-02-20', amount: 500, keep: 'payment' });
    await syncNumbers(prepared, [2]);
    expect((await readSchedule(prepared)).events[0]?.undoable).toBe(false);
    await reverse(prepared, 2, 'delete');
    expect((await readSchedule(prepared)).events[0]?.undoable).toBe(true);
  });
});

describe('a payment of nothing', () => {
  it('is a journal without a fee, and reverses as one', async () => {
    const prepared = await prepareSchedule({ administrationFee: 5 });
    await syncNumbers(prepared, [1, 2, 3, 4, 5]);
    await record(prepared, HOLIDAY);
    const before = balances(prepared);
    await syncNumbers(prepared, [6]);
    const journal = prepared.app.books().manualJournals.at(-1);
    expect(journal?.Narration).toContain(`[${token(prepared, '6')}]`);
    expect(await paymentOf(prepared, 6)).toMatchObject({
      payments: 0,
      administrationFee: 0,
      xeroSynchronized: true,
      xeroUrl: expect.stringContaining('/Journal/'),
    });
    await reverse(prepared, 6, 'mirror', '2025-08-01');
    expect(prepared.app.books().manualJournals.at(-1)?.Narration).toContain(`[${token(prepared, '6R')}]`);
    expect(balances(prepared)).toEqual(before);
  });

  it('counts as synced without interest, and posts nothing', async () => {
    const prepared = await prepareSchedule({
      loanAmount: 60_000,
      schedulePaymentPlans: [{ number: 1, qty: 60, amount: 1000 }],
    });
    await record(prepared, { kind: 'holiday', date: '2029-06-20', fromPayment: 55, qty: 2 });
    const { app } = prepared;
    const count = app.books().manualJournals.length + app.books().bankTransactions.length;
    await syncNumbers(prepared, [55]);
    expect(await paymentOf(prepared, 55)).toMatchObject({ xeroSynchronized: true, xeroUrl: null });
    expect(app.books().manualJournals.length + app.books().bankTransactions.length).toBe(count);
    expect((await reverse(prepared, 55, 'mirror')).body.xeroSynchronized).toBe(false);
  });
});

describe('the opening journal', () => {
  const EVENT: EventBody = { kind: 'rate-change', date: '2025-02-20', interestRate: 9, keep: 'term' };

  it('contains an event effective before it, once it is posted again', async () => {
    const prepared = await prepareSchedule();
    expect(await postOpening(prepared, '2025-03-01')).toBe(200);
    const { body } = await record(prepared, EVENT);
    const contained = { inOpeningBalances: true, xeroSynchronized: false, document: null, k: 1 };
    expect(body).toMatchObject(contained);
    expect(prepared.app.books().manualJournals).toHaveLength(1);
    const blocked = await syncNumbers(prepared, [2]);
    expect([blocked.status, blocked.body.code]).toEqual([409, 'opening/out-of-date']);
    expect(await postOpening(prepared, '2025-03-01')).toBe(200);
    expect((await syncNumbers(prepared, [2])).status).toBe(200);
    expect((await readSchedule(prepared)).events[0]).toMatchObject({
      inOpeningBalances: true,
      undoable: false,
    });
  });

  it('leaves an event out that is recorded after payments, which posts as recorded late', async () => {
    const prepared = await prepareSchedule();
    expect(await postOpening(prepared, '2025-03-01')).toBe(200);
    await syncNumbers(prepared, [2]);
    const { body } = await record(prepared, EVENT);
    expect(body).toMatchObject({ inOpeningBalances: false, xeroSynchronized: true, k: 2 });
    expect(await postOpening(prepared, '2025-03-16')).toBe(409);
  });

  it('is dated before the effective date of a posted event', async () => {
    const prepared = await prepareSchedule();
    await record(prepared, EVENT);
    expect(await postOpening(prepared, '2025-03-01')).toBe(409);
    expect(await postOpening(prepared, '2025-02-20')).toBe(409);
    expect(await postOpening(prepared, '2025-02-19')).toBe(200);
  });
});

describe('a late payment that new terms take away', () => {
  it('does not stand in the way of an opening journal', async () => {
    const prepared = await prepareSchedule();
    await changePayment(prepared, 40, { paidOn: '2028-05-30' });
    await record(prepared, {
      kind: 'terms-change',
      date: '2025-07-01',
      fromPayment: 6,
      schedulePayments: [{ paymentDate: '2025-12-15', payments: 48_000, endingBalance: 0 }],
    });
    expect(await postOpening(prepared, '2025-02-01')).toBe(200);
  });
});

describe('the numbers of synced payments on a schedule', () => {
  const itemOf = ({ app, scheduleId }: Prepared) =>
    app.stored().find(({ sk, terms }) => sk === `S#${scheduleId}` && terms !== undefined);

  it('stay true when payments are reversed, posted again and paid in parts', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1, 2, 3]);
    expect(itemOf(prepared)).toMatchObject({ syncedCount: 3, syncedNumbers: new Set([1, 2, 3]) });
    await reverse(prepared, 2, 'mirror');
    await reverse(prepared, 3, 'delete');
    expect(itemOf(prepared)).toMatchObject({ syncedCount: 1, syncedNumbers: new Set([1]) });
    await syncNumbers(prepared, [2]);
    await changePayment(prepared, 3, {
      parts: [
        { date: '2025-04-15', amount: 400 },
        { date: '2025-04-20', amount: 600 },
      ],
    });
    await syncNumbers(prepared, [3]);
    expect(itemOf(prepared)).toMatchObject({ syncedCount: 4, syncedNumbers: new Set([1, 2]) });
    const { app, owner, params } = prepared;
    const { body } = await app.call('GET /v1/entities/{entityId}/schedules', {
      as: owner.token,
      params: { entityId: params.entityId },
    });
    const { schedulePayments, nextPayment } = await readSchedule(prepared);
    const isDue = ({ number }: { number: number }): boolean => number < (nextPayment?.number ?? 0);
    const open = schedulePayments.filter((payment) => isDue(payment) && !payment.xeroSynchronized);
    expect(body[0]?.overdueCount).toBe(open.length);
  });
});
