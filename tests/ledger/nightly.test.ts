import { describe, expect, it } from 'vitest';
import { code, correct } from '../support/coding.ts';
import { jobsOf } from '../support/jobs.ts';
import {
  act,
  check,
  documentOf,
  makeOdd,
  messagesOf,
  postForeign,
  prepareBooks,
  statusOf,
  storedCheck,
  REPORTS_SCOPE,
} from '../support/ledger.ts';
import { asOwner, BANK_TRANSACTIONS, disturb, MANUAL_JOURNALS, mend } from '../support/syncing.ts';
import { PASSWORD, signIn } from '../support/people.ts';
import { accountIn, changeSettings, DEMO, linkTo, type Prepared, xeroAccess } from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

const DATE = '2026-06-30';

/** Switches auto sync on, as if all payments due were posted already. */
async function autoSync(prepared: Prepared): Promise<Prepared> {
  await changeSettings(prepared, { autoSync: true });
  return prepared;
}

const run = ({ app }: Prepared, today = DATE) => jobsOf(app).run('ledger-check', { today });
const about = async (prepared: Prepared, text: string) =>
  (await messagesOf(prepared)).filter((message) => message.includes(text));

/** An entity whose owner was told of a difference of 250.00. */
async function differing(): Promise<Prepared> {
  const prepared = await autoSync(await prepareBooks(17));
  postForeign(prepared, '2026-06-20', { '874.001': -250, '404': 250 });
  await run(prepared);
  expect(await about(prepared, 'differs')).toHaveLength(1);
  return prepared;
}

async function deleteMessage({ app, owner }: Prepared, text: string): Promise<number> {
  const { body } = await app.call('GET /v1/messages', { as: owner.token });
  const messages = body.filter(({ message }) => message.includes(text)).map(({ id }) => id);
  return (await app.call('DELETE /v1/messages', { as: owner.token, body: { messages } })).status;
}

describe('the job ledger-check', () => {
  it('checks linked entities with auto sync, and stores the result', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    const { result, worked } = await run(prepared);
    expect(result).toMatchObject({ today: DATE, entities: 1 });
    expect(worked).toMatchObject([{ entityId: prepared.entityId, status: 'agrees' }]);
    const roles = [{ role: 'administrationFee' }, { role: 'interestExpense' }];
    expect((await storedCheck(prepared, DATE)).body).toMatchObject({ status: 'agrees', expenses: roles });
    expect(await about(prepared, 'ledger')).toEqual([]);
    await run(prepared, '2026-07-01');
    expect((await storedCheck(prepared)).body).toMatchObject({ date: '2026-07-01', expenses: [] });
  });

  it('leaves entities without auto sync alone', async () => {
    const prepared = await prepareBooks(17);
    expect((await run(prepared)).worked).toMatchObject([
      { nothing: 'No schedule or register posts by itself.' },
    ]);
    expect(await storedCheck(prepared)).toMatchObject({ status: 404 });
  });

  it('tells of a difference once, and when it is gone', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    await run(prepared);
    postForeign(prepared, '2026-06-20', { '874.001': -250, '404': 250 });
    await run(prepared, '2026-07-01');
    await run(prepared, '2026-07-02');
    expect(await about(prepared, 'differs')).toHaveLength(1);
    postForeign(prepared, '2026-06-21', { '874.001': 250, '404': -250 });
    await run(prepared, '2026-07-03');
    expect(await about(prepared, 'agrees again')).toHaveLength(1);
    expect(await about(prepared, 'differs')).toEqual([]);
  });

  it('finds a document that was deleted in Xero, and tells of it once', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    await run(prepared);
    act(prepared, documentOf(prepared, 16), 'delete');
    await run(prepared, '2026-07-01');
    await run(prepared, '2026-07-02');
    expect((await statusOf(prepared, 16)).xeroStatus).toBe('missing');
    expect(await about(prepared, 'Payment 16 (15 May 2026, $1,000.00) was deleted in Xero.')).toHaveLength(1);
    expect(await about(prepared, 'ledger')).toEqual([]);
  });

  it('tells of a difference beside a document that was deleted in Xero', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    act(prepared, documentOf(prepared, 16), 'delete');
    postForeign(prepared, '2026-06-20', { '874.001': -250, '404': 250 });
    await run(prepared);
    expect(await about(prepared, 'was deleted in Xero')).toHaveLength(1);
    const [differs] = await about(prepared, 'the ledger differs');
    expect(differs).toContain('is $250.00 too high.');
    expect(differs?.match(/ is \$/g)).toHaveLength(1);
    postForeign(prepared, '2026-06-21', { '874.001': 250, '404': -250 });
    await run(prepared, '2026-07-01');
    expect(await about(prepared, 'ledger')).toEqual([]);
    expect(await about(prepared, 'was deleted in Xero')).toHaveLength(1);
  });

  it('sends one message about a reconciled document whose date a person moves', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    act(prepared, documentOf(prepared, 16), 'reconcile');
    await run(prepared);
    expect(await about(prepared, 'Payment 16')).toEqual([]);
    prepared.app.clock.advance(120_000);
    act(prepared, documentOf(prepared, 16), 'edit', { date: '2026-05-18' });
    await run(prepared, '2026-07-01');
    expect(await about(prepared, 'Payment 16')).toHaveLength(1);
    prepared.app.clock.advance(120_000);
    await run(prepared, '2026-07-02');
    expect(await about(prepared, 'Payment 16')).toHaveLength(1);
  });

  it('reads the changes in smaller pages where Xero is too slow for large ones', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    await run(prepared);
    prepared.app.clock.advance(120_000);
    act(prepared, documentOf(prepared, 16), 'edit', { date: '2026-05-18' });
    disturb(prepared, { method: 'GET', path: BANK_TRANSACTIONS, kind: 'drop-before', times: 1 });
    await run(prepared, '2026-07-01');
    mend(prepared);
    expect(await about(prepared, 'Payment 16')).toHaveLength(1);
  });

  it('sends one message about a corrected, reconciled transaction that a person moves', async () => {
    const prepared = await autoSync(await prepareBooks(16));
    const date = '2026-06-15';
    const transactionId = code(prepared, date, { reconciled: true, taxType: 'BASEXCLUDED' });
    expect((await correct(prepared, 17, transactionId)).status).toBe(200);
    expect((await run(prepared)).worked).toMatchObject([{ status: 'agrees' }]);
    expect(await about(prepared, 'Payment 17')).toEqual([]);
    prepared.app.clock.advance(120_000);
    act(prepared, transactionId, 'edit', { date: '2026-06-18' });
    await run(prepared, '2026-07-01');
    expect(await about(prepared, 'Payment 17')).toHaveLength(1);
  });

  it('sends one message about a document that a person moves to another contact, and none of a merge', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    const { app } = prepared;
    const contacts = ['Other lender', 'Same lender'].map(async (name) =>
      app.xero.createContact(await xeroAccess(app), name, name),
    );
    const [other, same] = await Promise.all(contacts);
    act(prepared, documentOf(prepared, 16), 'edit', { Contact: { ContactID: other?.id } });
    await run(prepared);
    expect(await about(prepared, 'Payment 16')).toEqual([
      expect.stringContaining('The contact was changed to “Other lender”.'),
    ]);
    const contactId = app.books().bankTransactions[0]?.Contact.ContactID;
    const { tenantId } = app.books();
    app.control('POST', 'contacts/merge', { tenantId, contactId, intoContactId: same?.id });
    app.clock.advance(120_000);
    act(prepared, documentOf(prepared, 15), 'reconcile');
    await run(prepared, '2026-07-01');
    expect(await about(prepared, 'The contact')).toHaveLength(1);
  });

  it('sends one message about many documents that a person moves to another contact at once', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    const { app } = prepared;
    await run(prepared);
    const other = await app.xero.createContact(await xeroAccess(app), 'Other lender', 'other');
    app.clock.advance(120_000);
    const numbers = upTo(15);
    for (const number of numbers) {
      act(prepared, documentOf(prepared, number), 'edit', { contactId: other.id });
    }
    const before = app.requests().length;
    await run(prepared, '2026-07-01');
    expect(await about(prepared, '15 documents were changed in Xero')).toHaveLength(1);
    expect(app.requests().length - before).toBeLessThan(10);
  });

  it('keeps one message about a document that was changed first and deleted then', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    act(prepared, documentOf(prepared, 16), 'edit', { amount: 990 });
    await run(prepared);
    expect(await about(prepared, 'Payment 16')).toHaveLength(1);
    act(prepared, documentOf(prepared, 16), 'delete');
    prepared.app.clock.advance(60_000);
    await run(prepared, '2026-07-01');
    expect(await about(prepared, 'Payment 16')).toEqual([
      expect.stringContaining('Payment 16 (15 May 2026, $1,000.00) was deleted in Xero.'),
    ]);
    expect(await deleteMessage(prepared, 'Payment 16')).toBe(204);
    expect(await about(prepared, 'Payment 16')).toEqual([]);
  });

  it('says nothing of an adjusting journal that Paydown posted', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    const posted = await prepared.app.call('POST /v1/entities/{entityId}/reports/journal', {
      ...asOwner(prepared),
      body: { date: DATE, kinds: ['accrued-interest'], reverse: false },
    });
    expect(posted.status).toBe(200);
    expect((await run(prepared)).worked).toMatchObject([{ status: 'differs' }]);
    expect(await about(prepared, 'ledger')).toEqual([]);
  });

  it('clears its message when a user checks again and the ledger agrees', async () => {
    const prepared = await differing();
    postForeign(prepared, '2026-06-21', { '874.001': 250, '404': -250 });
    expect((await check(prepared, DATE)).status).toBe('agrees');
    expect(await about(prepared, 'differs')).toEqual([]);
    expect(await about(prepared, 'agrees again')).toHaveLength(1);
    await run(prepared, '2026-07-01');
    expect(await about(prepared, 'ledger')).toHaveLength(1);
  });

  it('renews its message when a user checks again and finds another difference', async () => {
    const prepared = await differing();
    postForeign(prepared, '2026-06-21', { '874.001': -50, '404': 50 });
    await check(prepared, DATE);
    expect(await about(prepared, 'differs')).toEqual([expect.stringContaining('is $300.00 too high.')]);
    await run(prepared, '2026-07-01');
    expect(await about(prepared, 'differs')).toHaveLength(1);
  });

  it.each([
    ['an earlier day', '2026-05-31'],
    ['a day that is still to come', '2026-07-10'],
  ])('keeps its message when a user checks %s', async (_what, day) => {
    const prepared = await differing();
    if (day > DATE) postForeign(prepared, '2026-07-09', { '874.001': 250, '404': -250 });
    await check(prepared, day);
    expect(await about(prepared, 'differs')).toEqual([expect.stringContaining('is $250.00 too high.')]);
    expect((await run(prepared)).worked).toMatchObject([{ status: 'differs' }]);
    expect(await about(prepared, 'ledger')).toHaveLength(1);
  });

  it('raises the first message itself, after a user has seen the difference', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    postForeign(prepared, '2026-06-20', { '874.001': -250, '404': 250 });
    await check(prepared, DATE);
    expect(await about(prepared, 'differs')).toEqual([]);
    await run(prepared);
    expect(await about(prepared, 'differs')).toHaveLength(1);
  });

  it('keeps its message when a user checks while Xero is out of reach', async () => {
    const prepared = await differing();
    disturb(prepared, { path: '/api.xro/2.0', kind: 'status', status: 503 });
    expect((await check(prepared, DATE)).status).toBe('unknown');
    mend(prepared);
    expect(await about(prepared, 'differs')).toHaveLength(1);
    await run(prepared);
    expect(await about(prepared, 'ledger')).toHaveLength(1);
  });

  it('says nothing while Xero is out of reach, and keeps the last result', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    await run(prepared);
    disturb(prepared, { path: '/api.xro/2.0', kind: 'status', status: 503 });
    expect((await run(prepared, '2026-07-01')).worked).toMatchObject([{ status: 'unknown' }]);
    mend(prepared);
    expect((await storedCheck(prepared)).body).toMatchObject({ status: 'agrees', date: DATE });
    expect(await about(prepared, 'ledger')).toEqual([]);
  });

  it('reads again when the documents can’t be read once', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    disturb(prepared, { method: 'GET', path: MANUAL_JOURNALS, kind: 'status', status: 503, times: 1 });
    expect((await run(prepared)).worked).toMatchObject([{ status: 'agrees', documents: 18 }]);
  });

  it('is unknown, with a line in the log, while the documents can’t be read', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    disturb(prepared, { method: 'GET', path: MANUAL_JOURNALS, kind: 'status', status: 503 });
    const [worked] = (await run(prepared)).worked;
    expect(worked).toMatchObject({
      status: 'unknown',
      ledger: 'agrees',
      reason: expect.stringContaining('not available'),
    });
    expect(worked).not.toHaveProperty('documents');
    expect(prepared.app.logged).toContainEqual(
      expect.objectContaining({
        level: 'WARN',
        message: 'nightly check incomplete',
        entityId: prepared.entityId,
        why: expect.stringContaining('not available'),
      }),
    );
    mend(prepared);
    expect((await run(prepared, '2026-07-01')).worked).toMatchObject([{ status: 'agrees', documents: 18 }]);
  });

  it('is asked for again while Xero is out of reach, up to the last delivery, which raises no alarm', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    const jobs = jobsOf(prepared.app);
    await jobs.start('ledger-check', { today: DATE });
    const messages = jobs.waiting.splice(0);
    const last = 5;
    disturb(prepared, { path: '/api.xro/2.0', kind: 'status', status: 503 });
    expect((await jobs.processQueue(messages)).batchItemFailures).toHaveLength(1);
    expect((await jobs.processQueue(messages, last)).batchItemFailures).toEqual([]);
    mend(prepared);
    expect((await jobs.processQueue(messages, 2)).batchItemFailures).toEqual([]);
    const lines = prepared.app.logged.filter(({ job }) => job === 'ledger-worker');
    expect(lines).toMatchObject([
      { level: 'INFO', result: { status: 'unknown', again: true } },
      { level: 'INFO', result: { status: 'unknown' } },
      { level: 'INFO', result: { status: 'agrees', documents: 18 } },
    ]);
    expect(jobs.deadLetters).toEqual([]);
  });

  it('is not asked for again where the consent lacks the scope of the balances', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    await linkTo(prepared.app, prepared.owner, prepared.entityId, DEMO, REPORTS_SCOPE);
    const jobs = jobsOf(prepared.app);
    await jobs.start('ledger-check', { today: DATE });
    expect((await jobs.processQueue()).batchItemFailures).toEqual([]);
  });

  it('finds a tracking option that a person takes away from a corrected transaction', async () => {
    const prepared = await autoSync(await prepareBooks(16));
    const { app } = prepared;
    const { tenantId } = app.books();
    const idOf = (wanted: string): string => accountIn(prepared, wanted);
    const line = { accountId: idOf('404'), amount: 1000, taxType: 'BASEXCLUDED' };
    const tracked = { ...line, tracking: [{ name: 'Division', option: 'North block' }] };
    const given = { tenantId, date: '2026-06-15', contactName: 'Lender', bankAccountId: idOf('090') };
    const { transactionId } = app.control('POST', 'transactions', { ...given, lines: [tracked] }) as {
      transactionId: string;
    };
    expect((await correct(prepared, 17, transactionId)).status).toBe(200);
    await run(prepared);
    expect(await about(prepared, 'Payment 17')).toEqual([]);
    app.clock.advance(120_000);
    act(prepared, transactionId, 'edit', { lines: [line] });
    await run(prepared, '2026-07-01');
    expect(await about(prepared, 'The tracking of the line of $1,000.00')).toHaveLength(1);
  });

  it('says of a document of ours that Paydown can’t read it, and skips those of others', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    const { app } = prepared;
    await run(prepared);
    app.clock.advance(120_000);
    makeOdd(prepared, documentOf(prepared, 16));
    for (const kind of ['no-total', 'journal-without-date']) {
      app.control('POST', 'odd', { tenantId: app.books().tenantId, kind, date: '2026-06-20' });
    }
    await run(prepared, '2026-07-01');
    expect((await statusOf(prepared, 16)).xeroStatus).toBe('changed');
    expect(await about(prepared, 'Paydown can’t read it.')).toEqual([
      expect.stringContaining('Payment 16 (15 May 2026, $1,000.00) was changed in Xero.'),
    ]);
  });

  it('asks for the new scope once, without calling Xero every night', async () => {
    const prepared = await autoSync(await prepareBooks(17));
    await linkTo(prepared.app, prepared.owner, prepared.entityId, DEMO, REPORTS_SCOPE);
    await run(prepared);
    const calls = prepared.app.requests().length;
    await run(prepared, '2026-07-01');
    expect(prepared.app.requests()).toHaveLength(calls);
    expect(await about(prepared, 'Reconnect to Xero')).toHaveLength(1);
  });
});

describe('GET …/matches', () => {
  const matches = async ({ app, owner, entityId }: Prepared) =>
    (await app.call('GET /v1/entities/{entityId}/matches', { as: owner.token, params: { entityId } })).body;

  it('lists payments that the bank has not matched for more than five business days', async () => {
    const books = await prepareBooks(2);
    expect(await matches(books)).toEqual([]);
    books.app.clock.advance(9 * 86_400_000);
    const { token } = await signIn(books.app, books.owner.email, PASSWORD);
    const prepared = { ...books, owner: { ...books.owner, token } };
    const { id } = await statusOf(prepared, 2);
    const open = await matches(prepared);
    expect(open).toHaveLength(2);
    expect(open).toContainEqual({
      scheduleId: prepared.scheduleId,
      paymentId: id,
      number: 2,
      date: '2025-03-15',
      amount: 1000,
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      daysOpen: expect.any(Number),
    });
    expect(open.every(({ daysOpen }) => daysOpen > 5)).toBe(true);
    act(prepared, documentOf(prepared, 2), 'reconcile');
    prepared.app.clock.advance(60_000);
    expect((await matches(prepared)).map(({ paymentId }) => paymentId)).not.toContain(id);
  });
});
