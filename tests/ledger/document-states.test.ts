import { describe, expect, it } from 'vitest';
import { record, reverse, syncEvent, undo } from '../support/events.ts';
import {
  act,
  check,
  documentOf,
  makeOdd,
  messagesOf,
  prepareBooks,
  readStates,
  statusOf,
  summaryOf,
  syncThrough,
} from '../support/ledger.ts';
import { type Person, signUpInto } from '../support/people.ts';
import { asOwner, BANK_TRANSACTIONS, inXero, MINUTE, schedulePath } from '../support/syncing.ts';
import { type Prepared, xeroAccess } from '../support/xero.ts';

const EXTRA = { kind: 'extra-repayment', date: '2026-02-01', amount: 5000, keep: 'payment' } as const;

const accept = (prepared: Prepared, paymentId: string) =>
  prepared.app.call(`POST ${schedulePath}/payments/{paymentId}/acceptance`, {
    as: prepared.owner.token,
    params: { ...prepared.params, paymentId },
    body: { note: 'Paid by hand' },
  });

const attention = async ({ app, owner }: Prepared) =>
  (await app.call('GET /v1/attention', { as: owner.token })).body.map(({ kind }) => kind);

describe('GET …/xerostatus', () => {
  it('reads the documents of a schedule in pages of a hundred, at most once a minute', async () => {
    const prepared = await prepareBooks(17);
    const calls = () => prepared.app.requests().filter(({ method }) => method === 'GET').length;
    const before = calls();
    await readStates(prepared);
    expect(calls() - before).toBe(2);
    const page = prepared.app.requests().find(({ path }) => /pageSize=100(&|$)/.test(path));
    expect(page?.path).toContain(BANK_TRANSACTIONS);
    await readStates(prepared);
    expect(calls() - before).toBe(2);
    prepared.app.clock.advance(MINUTE);
    await readStates(prepared);
    expect(calls() - before).toBe(4);
  });

  it.each([1, 5])('says that it can’t read a document, of %i', async (count) => {
    const prepared = await prepareBooks(count);
    makeOdd(prepared, documentOf(prepared, 1));
    const states = await readStates(prepared);
    expect(states.payments.slice(0, 2)).toMatchObject([
      { xeroStatus: 'changed', xeroDifferences: ['Paydown can’t read it.'] },
      { xeroStatus: count === 1 ? null : 'posted' },
    ]);
  });

  it('finds reconciled, changed and deleted documents, and tells of a change once', async () => {
    const prepared = await prepareBooks(5);
    act(prepared, documentOf(prepared, 1), 'reconcile');
    act(prepared, documentOf(prepared, 2), 'edit', { date: '2025-03-20' });
    act(prepared, documentOf(prepared, 3), 'delete');
    const states = await readStates(prepared);
    expect(states.payments.slice(0, 6).map(({ xeroStatus }) => xeroStatus)).toEqual([
      'reconciled',
      'changed',
      'missing',
      'posted',
      'posted',
      null,
    ]);
    expect(states.openingBalanceJournal.xeroStatus).toBe('posted');
    expect((await statusOf(prepared, 2)).xeroDifferences).toEqual([
      'The date is 20th Mar 2025 instead of 15th Mar 2025.',
    ]);
    const told = async () => (await messagesOf(prepared)).filter((text) => text.includes('changed in Xero'));
    expect(await told()).toHaveLength(1);
    expect((await told())[0]).toContain('Payment 3 (15 Apr 2025, $1,000.00) was deleted in Xero.');
    prepared.app.clock.advance(MINUTE);
    await readStates(prepared);
    expect(await told()).toHaveLength(1);
    act(prepared, documentOf(prepared, 4), 'delete');
    prepared.app.clock.advance(MINUTE);
    await readStates(prepared);
    expect(await told()).toEqual([expect.stringContaining('3 documents of this loan differ in all.')]);
  });

  it('sends a message that requires an action, and clears it once the document is accepted or posted again', async () => {
    const prepared = await prepareBooks(3);
    const { app } = prepared;
    const member = await signUpInto(app, prepared.owner, 'Member');
    const open = async (token: string) =>
      (await app.call('GET /v1/messages', { as: token })).body.filter(({ subject }) =>
        subject.includes('changed in Xero'),
      );
    act(prepared, documentOf(prepared, 1), 'edit', { amount: 990 });
    await readStates(prepared);
    act(prepared, documentOf(prepared, 2), 'delete');
    app.clock.advance(MINUTE);
    await readStates(prepared);
    expect(await open(member.token)).toMatchObject([
      {
        actionRequired: true,
        message: expect.stringMatching(
          /Payment 2 .* was deleted in Xero\..* 2 documents of this loan differ/,
        ),
      },
    ]);
    await accept(prepared, (await statusOf(prepared, 1)).id);
    expect(await open(member.token)).toMatchObject([
      { message: expect.stringContaining('Payment 2 (15 Mar 2025, $1,000.00) was deleted in Xero.') },
    ]);
    await reverse(prepared, 2, 'delete');
    expect(await open(member.token)).toEqual([]);
    expect(await open(prepared.owner.token)).toEqual([]);
  });

  it('finds documents whose contact was merged into another, however many', async () => {
    const prepared = await prepareBooks(15);
    const { app } = prepared;
    const { tenantId } = app.books();
    const contactId = inXero(prepared)[0]?.Contact.ContactID;
    const { id: intoContactId } = await app.xero.createContact(await xeroAccess(app), 'Lender', 'key');
    app.control('POST', 'contacts/merge', { tenantId, contactId, intoContactId });
    act(prepared, documentOf(prepared, 1), 'delete');
    const { payments } = await readStates(prepared);
    const [first, ...others] = payments.slice(0, 15).map(({ xeroStatus }) => xeroStatus);
    expect([first, new Set(others)]).toEqual(['missing', new Set(['posted'])]);
  });

  it('follows a document back: unsynced after its removal, and posted again', async () => {
    const prepared = await prepareBooks(3);
    const missing = async () => {
      const { body } = await prepared.app.call('GET /v1/attention', { as: prepared.owner.token });
      return body.filter(({ kind }) => kind === 'document-missing');
    };
    act(prepared, documentOf(prepared, 2), 'delete');
    await readStates(prepared);
    expect((await statusOf(prepared, 2)).xeroStatus).toBe('missing');
    expect(await missing()).toMatchObject([
      { amount: 1_000, text: 'Payment 2 (15 Mar 2025, $1,000.00) was deleted in Xero.' },
    ]);
    await reverse(prepared, 2, 'delete');
    expect(await missing()).toEqual([]);
    expect(await statusOf(prepared, 2)).toMatchObject({ xeroSynchronized: false, xeroStatus: null });
    await syncThrough(prepared, 2, 2);
    expect(await statusOf(prepared, 2)).toMatchObject({ xeroStatus: 'posted', attempt: 2 });
    prepared.app.clock.advance(MINUTE);
    const { payments } = await readStates(prepared);
    expect(payments[1]?.xeroStatus).toBe('posted');
    expect((await check(prepared, '2025-04-30')).status).toBe('agrees');
  });

  it('covers events, late payments, parts and reversals in the check', async () => {
    const prepared = await prepareBooks(12);
    const recorded = await record(prepared, EXTRA);
    expect(recorded).toMatchObject({ status: 201, body: { xeroStatus: 'posted' } });
    expect((await check(prepared, '2026-02-10')).status).toBe('agrees');
    await reverse(prepared, 12, 'mirror', '2026-02-05');
    const reversed = await check(prepared, '2026-02-10');
    expect(reversed.accounts.flatMap(({ causes }) => causes.map(({ kind }) => kind))).toContain('unsynced');
    expect((await check(prepared, '2026-02-02')).status).toBe('agrees');
    await syncThrough(prepared, 12, 12);
    // Xero answers sixty calls a minute.
    prepared.app.clock.advance(60_000);
    expect((await check(prepared, '2026-02-10')).status).toBe('agrees');

    const document = inXero(prepared).findLast(({ Reference }) => Reference.includes('-E1'));
    act(prepared, document?.BankTransactionID ?? '', 'delete');
    const checked = await check(prepared, '2026-02-10');
    expect(checked.accounts.flatMap(({ causes }) => causes)).toContainEqual(
      expect.objectContaining({ kind: 'document-missing', eventIds: [recorded.body.id] }),
    );
    const { body } = await prepared.app.call(`GET ${schedulePath}/events`, asOwner(prepared));
    expect(body[0]?.xeroStatus).toBe('missing');
    await syncEvent(prepared, recorded.body.id);
    expect((await check(prepared, '2026-02-10')).status).toBe('agrees');
    expect(await undo(prepared, recorded.body.id)).toMatchObject({ status: 204 });
    expect((await check(prepared, '2026-02-10')).status).toBe('agrees');
  });

  it('posts an event again whose document was changed, and replaces it in Xero', async () => {
    const prepared = await prepareBooks(12);
    const { id } = (await record(prepared, EXTRA)).body;
    const ofEvent = () => inXero(prepared).filter(({ Reference }) => Reference.includes('-E1'));
    act(prepared, ofEvent()[0]?.BankTransactionID ?? '', 'edit', { amount: 4900 });
    prepared.app.clock.advance(MINUTE);
    expect((await readStates(prepared)).events[0]).toMatchObject({ xeroStatus: 'changed' });
    const post = (owner: Person) => syncEvent({ ...prepared, owner }, id);
    const member = await signUpInto(prepared.app, prepared.owner, 'Member');
    expect(await post(member)).toMatchObject({ status: 403, body: { code: 'event/changed-document' } });
    const posted = { status: 200, body: { xeroSynchronized: true, attempt: 2, xeroStatus: 'posted' } };
    expect(await post(prepared.owner)).toMatchObject(posted);
    expect(await post(prepared.owner)).toMatchObject(posted);
    expect(ofEvent().map(({ Status, Reference }) => [Status, Reference.endsWith('-E1/2')])).toEqual([
      ['DELETED', false],
      ['AUTHORISED', true],
    ]);
    expect((await check(prepared, '2026-02-10')).status).toBe('agrees');
  });

  it('explains an unposted event by its own sentence', async () => {
    const prepared = await prepareBooks(13);
    const other = inXero(prepared).length;
    prepared.app.control('POST', 'faults', { rules: [{ method: 'PUT', kind: 'status', status: 503 }] });
    const rate = {
      kind: 'rate-change',
      date: '2026-03-01',
      interestRate: 7.92,
      keep: 'term',
      note: '',
    } as const;
    const recorded = await record(prepared, rate);
    prepared.app.control('DELETE', 'faults');
    expect(inXero(prepared)).toHaveLength(other);
    const checked = await check(prepared, '2026-03-05');
    expect(summaryOf(checked)[0]?.[2]).toEqual(['unsynced 111.48']);
    expect(checked.accounts[0]?.causes[0]).toMatchObject({
      eventIds: [recorded.body.id],
      text: 'The change of Delivery truck on 1st Mar 2026 is not in Xero. This account is $111.48 too low.',
    });
  });
});

describe('POST …/acceptance', () => {
  it('keeps the note with the state, until the document changes again', async () => {
    const prepared = await prepareBooks(3);
    const { id } = await statusOf(prepared, 2);
    expect(await accept(prepared, id)).toMatchObject({ status: 409 });
    act(prepared, documentOf(prepared, 2), 'edit', { amount: 990 });
    await readStates(prepared);
    expect(await accept(prepared, id)).toMatchObject({ status: 204 });
    expect((await statusOf(prepared, 2)).xeroAcceptance).toMatchObject({
      note: 'Paid by hand',
      by: expect.stringContaining(' '),
    });
    act(prepared, documentOf(prepared, 2), 'delete');
    prepared.app.clock.advance(MINUTE);
    await readStates(prepared);
    expect(await statusOf(prepared, 2)).toMatchObject({ xeroStatus: 'missing', xeroAcceptance: null });
    expect(await attention(prepared)).toContain('document-missing');
    expect(await accept(prepared, id)).toMatchObject({ status: 204 });
    expect(await attention(prepared)).not.toContain('document-missing');
  });

  it('rejects an empty note, and a payment that does not exist', async () => {
    const prepared = await prepareBooks(1);
    const { id } = await statusOf(prepared, 1);
    const empty = await prepared.app.call(`POST ${schedulePath}/payments/{paymentId}/acceptance`, {
      as: prepared.owner.token,
      params: { ...prepared.params, paymentId: id },
      body: { note: ' ' },
    });
    expect(empty).toMatchObject({ status: 400, body: { errors: { note: [expect.any(String)] } } });
    expect(await accept(prepared, prepared.scheduleId)).toMatchObject({ status: 404 });
  });
});
