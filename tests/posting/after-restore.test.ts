/** What happens between a restore of the table and the next posting of an entity. */
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { describe, expect, it } from 'vitest';
import { readPaymentStates } from '../../functions/records/schedules/payments.ts';
import { keys } from '../../functions/store/keys.ts';
import { documentOf, makeOdd } from '../support/ledger.ts';
import { auditDetails, readEvents, record, reverse } from '../support/events.ts';
import { code, correct } from '../support/coding.ts';
import {
  answerUnknown,
  later,
  listUnknown,
  noteRestore,
  restoreTable,
  UNKNOWN,
} from '../support/restoring.ts';
import {
  disturb,
  inXero,
  journalsInXero,
  mend,
  postJournalAt,
  syncedNumbers,
  syncNumbers,
} from '../support/syncing.ts';
import { signUpInto } from '../support/people.ts';
import { postUnknown, prepareAnother, prepareSchedule, type Prepared } from '../support/xero.ts';

const MINUTE = 60_000;
const LOST_ID = '3f2c8a54-0000-4000-8000-7d1e5b6a9c01';
const OTHERS_ID = '91be0c77-0000-4000-8000-2f40d8e3b511';

const EXTRA = {
  kind: 'extra-repayment',
  date: '2025-05-20',
  amount: 5000,
  keep: 'payment',
  note: '',
} as const;

const reasons = async (prepared: Prepared) =>
  (await listUnknown(prepared)).documents.map(({ token, reason }) => [token, reason] as const);

const see = ({ app, owner, entityId }: Prepared, documentIds: readonly string[]) =>
  app.call(`POST ${UNKNOWN}/seen`, { as: owner.token, params: { entityId }, body: { documentIds } });

const remove = ({ app }: Prepared, documentId: string) =>
  app.control('PATCH', `documents/${documentId}`, { status: 'DELETED' });

const attention = async ({ app, owner }: Prepared) =>
  (await app.call('GET /v1/attention', { as: owner.token })).body.map(({ kind }) => kind);

const messages = async ({ app, owner }: Prepared) =>
  (await app.call('GET /v1/messages', { as: owner.token })).body.map(({ subject }) => subject);

describe('after a restore of the table', () => {
  it('posts nothing for ten minutes, since earlier calls may still be carried out', async () => {
    const prepared = await prepareSchedule();
    noteRestore(prepared, 9);
    const { status, body } = await syncNumbers(prepared, [1]);
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'sync/restored' } });
    expect(await listUnknown(prepared)).toEqual({ frozen: true, documents: [] });
    prepared.app.clock.advance(MINUTE);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
  });

  // Evidence for ASVS 2.4
  it('compares nothing for a Guest, whose reads would take calls and the lease from postings', async () => {
    const prepared = await prepareSchedule();
    const { app, entityId } = prepared;
    const guest = await signUpInto(app, prepared.owner, 'Guest');
    noteRestore(prepared);
    const before = app.requests().length;
    const seen = await app.call(`GET ${UNKNOWN}`, { as: guest.token, params: { entityId } });
    expect(seen.body).toEqual({ frozen: true, documents: [] });
    expect(app.requests().length).toBe(before);
  });

  it('records the first document of a payment, and compares once', async () => {
    let prepared = await prepareSchedule();
    const backup = prepared.app.stored();
    await syncNumbers(prepared, [1, 2, 3]);
    prepared = await restoreTable(prepared, backup);
    expect(await syncedNumbers(prepared)).toEqual([]);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
    expect(await syncedNumbers(prepared)).toEqual([1, 2, 3]);
    const before = prepared.app.requests().length;
    await listUnknown(prepared);
    expect(prepared.app.requests().length).toBe(before);
    await syncNumbers(prepared, [1, 2, 3, 4]);
    expect(inXero(prepared)).toHaveLength(4);
  });

  it('lists a document that can’t be read, without its total, and takes a member’s answer', async () => {
    let prepared = await prepareSchedule();
    const { app } = prepared;
    const backup = app.stored();
    await syncNumbers(prepared, [1, 2]);
    const token = `PD-${prepared.scheduleId}-2`;
    const documentId = documentOf(prepared, 2);
    makeOdd(prepared, documentId);
    app.control('POST', 'odd', { tenantId: app.books().tenantId, kind: 'no-total', date: '2025-03-01' });
    prepared = await restoreTable(prepared, backup);
    const { documents } = await listUnknown(prepared);
    expect(documents).toMatchObject([
      { token, reason: 'unknown', total: null, candidateFor: { kind: 'payment', number: 2 } },
    ]);
    expect((await answerUnknown(prepared, documentId, { decision: 'adopt', note: 'Ours' })).status).toBe(204);
    expect(await syncedNumbers(prepared)).toEqual([1, 2]);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
  });

  it('records a first document that was deleted in Xero too: a person decides whether it is made again', async () => {
    const prepared = await prepareSchedule();
    const documentId = await postUnknown(prepared.app, `PD-${prepared.scheduleId}-2`);
    remove(prepared, documentId);
    noteRestore(prepared);
    await listUnknown(prepared);
    const states = await readPaymentStates(prepared.app.table, prepared.scheduleId);
    expect(states.get(2)).toMatchObject({ state: 'synced', documentId });
  });

  it('settles what the backup holds as open without sending it', async () => {
    let prepared = await prepareSchedule();
    disturb(prepared, { method: 'PUT', kind: 'drop-before', path: '/api.xro/2.0/BankTransactions' });
    await syncNumbers(prepared, [1]);
    mend(prepared);
    prepared = await restoreTable(prepared, prepared.app.stored());
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
    expect(inXero(prepared)).toEqual([]);
    const states = await readPaymentStates(prepared.app.table, prepared.scheduleId);
    expect(states.get(1)).toBeUndefined();
  });

  it('lists a reversal, a later attempt and a payment that the contract lacks until they are deleted in Xero', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [2]);
    const tokens = ['2R', '2/2', '61', '3.1'].map((suffix) => `PD-${prepared.scheduleId}-${suffix}`);
    const ids: string[] = [];
    for (const token of tokens) ids.push(await postUnknown(prepared.app, token));
    noteRestore(prepared);
    expect(await reasons(prepared)).toEqual(
      expect.arrayContaining(tokens.map((token) => [token, 'unknown'])),
    );
    const { status, body } = await syncNumbers(prepared, [1]);
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'sync/unknown-documents' } });
    expect(await attention(prepared)).toContain('unknown-documents');
    expect(await messages(prepared)).toContain('Harbour Works: documents in Xero need an answer');
    for (const id of ids) remove(prepared, id);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
    expect(await attention(prepared)).not.toContain('unknown-documents');
    expect(await messages(prepared)).not.toContain('Harbour Works: documents in Xero need an answer');
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
  });

  it('lists adjusting journals of the entity, and opening journals', async () => {
    let prepared = await prepareSchedule();
    const backup = prepared.app.stored();
    expect((await postJournalAt(prepared, '2025-03-01')).status).toBe(200);
    const token = `PD-${prepared.entityId}-AJ20250630.1`;
    await postUnknown(prepared.app, token);
    prepared = await restoreTable(prepared, backup);
    expect(await reasons(prepared)).toEqual(
      expect.arrayContaining([
        [`PD-${prepared.scheduleId}-OB1`, 'unknown'],
        [token, 'unknown'],
      ]),
    );
  });

  it('gives no reference again: later ones name the restore', async () => {
    let prepared = await prepareSchedule();
    const backup = prepared.app.stored();
    expect((await postJournalAt(prepared, '2025-03-01')).status).toBe(200);
    prepared = await restoreTable(prepared, backup);
    const [journal] = (await listUnknown(prepared)).documents;
    prepared.app.control('PATCH', `documents/${journal?.documentId}`, { status: 'VOIDED' });
    expect((await postJournalAt(prepared, '2025-03-01')).status).toBe(200);
    expect((await syncNumbers(prepared, [5])).status).toBe(200);
    const { scheduleId } = prepared;
    expect(journalsInXero(prepared).map(({ Narration }) => Narration)).toEqual([
      expect.stringContaining(`[PD-${scheduleId}-OB1]`),
      expect.stringContaining(`[PD-${scheduleId}-OB1g1]`),
    ]);
    expect(inXero(prepared).map(({ Reference }) => referenceIn(Reference))).toEqual([`PD-${scheduleId}-5g1`]);
  });

  it('reads everything since the oldest backup that the entity was not compared after', async () => {
    let prepared = await prepareSchedule();
    const { app } = prepared;
    const documentId = await postUnknown(app, `PD-${prepared.scheduleId}-E1`);
    noteRestore(prepared);
    prepared = await later(prepared, 180);
    noteRestore(prepared);
    expect(await reasons(prepared)).toEqual([[`PD-${prepared.scheduleId}-E1`, 'unknown']]);
    remove(prepared, documentId);
    expect((await listUnknown(prepared)).frozen).toBe(false);
    await postUnknown(app, `PD-${prepared.scheduleId}-E2`);
    prepared = await later(prepared, 180);
    noteRestore(prepared);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
  });

  it('lists documents of lost schedules until a member has seen exactly those, in jobs as for users', async () => {
    const prepared = await prepareSchedule();
    const first = await postUnknown(prepared.app, `PD-${LOST_ID}-1`);
    noteRestore(prepared);
    for (let times = 0; times < 2; times++) {
      expect((await syncNumbers(prepared, [1])).body).toMatchObject({ code: 'sync/unknown-documents' });
    }
    const second = await postUnknown(prepared.app, `PD-${LOST_ID}-OB1`);
    expect(new Map(await reasons(prepared))).toEqual(
      new Map<string | null, string>([
        [`PD-${LOST_ID}-1`, 'lost-schedule'],
        [`PD-${LOST_ID}-OB1`, 'lost-schedule'],
      ]),
    );
    expect((await see(prepared, [first])).status).toBe(409);
    expect((await see(prepared, [first, second, 'another'])).status).toBe(409);
    expect((await see(prepared, [first, second])).status).toBe(204);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
    expect(await auditDetails(prepared, 'entity/answer-unknown-documents')).toMatchObject([
      { decision: 'seen' },
    ]);
  });

  it('lists no deleted documents of lost schedules, and none of schedules of other entities', async () => {
    const prepared = await prepareSchedule();
    await prepared.app.table.write({ put: { ...keys.scheduleParent(OTHERS_ID), entityId: 'another' } });
    await postUnknown(prepared.app, `PD-${OTHERS_ID}-1`);
    remove(prepared, await postUnknown(prepared.app, `PD-${LOST_ID}-1`));
    noteRestore(prepared);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
  });

  it('names a schedule that was created after the backup, whose payments a second entry would post twice', async () => {
    let prepared = await prepareSchedule();
    const backup = prepared.app.stored();
    const added = await prepareAnother(prepared);
    await syncNumbers(added, [1, 2]);
    prepared = await restoreTable(prepared, backup);
    const { frozen, documents } = await listUnknown(prepared);
    expect(frozen).toBe(true);
    expect(documents).toMatchObject([
      { scheduleId: added.scheduleId, reason: 'lost-schedule', type: 'SPEND', total: 1000 },
      { scheduleId: added.scheduleId, reason: 'lost-schedule', type: 'SPEND', total: 1000 },
    ]);
  });
});

describe('an answer about a document in Xero', () => {
  it('makes a payment synced whose document is adopted', async () => {
    const prepared = await prepareSchedule();
    const documentId = await postUnknown(prepared.app, `PD-${prepared.scheduleId}-2/2`);
    noteRestore(prepared);
    const [listed] = (await listUnknown(prepared)).documents;
    expect(listed).toMatchObject({ documentId, contact: expect.any(String), total: 1, date: '2025-03-01' });
    expect(listed).toMatchObject({
      candidateFor: { kind: 'payment', number: 2 },
      xeroUrl: expect.any(String),
    });
    const given = { decision: 'adopt', note: 'It is locked' } as const;
    expect((await answerUnknown(prepared, documentId, given)).status).toBe(204);
    expect(await syncedNumbers(prepared)).toEqual([2]);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
    await syncNumbers(prepared, [2]);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it.each([false, true])(
    'makes a payment synced whose correction is adopted (reconciled: %s)',
    async (reconciled) => {
      const before = await prepareSchedule();
      const backup = before.app.stored();
      const transactionId = code(before, '2025-02-15', { reconciled, taxType: 'BASEXCLUDED' });
      await correct(before, 1, transactionId);
      const prepared = await restoreTable(before, backup);
      const [listed] = (await listUnknown(prepared)).documents;
      expect(listed).toMatchObject({ reason: 'unknown', candidateFor: { kind: 'payment', number: 1 } });
      const given = { decision: 'adopt', note: 'Corrected before' } as const;
      expect((await answerUnknown(prepared, listed?.documentId ?? '', given)).status).toBe(204);
      expect(await syncedNumbers(prepared)).toEqual([1]);
      const other = await correct(await prepareAnother(prepared), 1, transactionId);
      expect([other.status, other.body.code]).toEqual([409, 'payment/transaction-taken']);
      expect((await reverse(prepared, 1, 'delete')).status).toBe(200);
      expect(inXero(prepared).map(({ Status }) => Status)).toEqual(['AUTHORISED']);
    },
  );

  it('is refused in a sentence where the journal of a correction can’t be read', async () => {
    const before = await prepareSchedule();
    const backup = before.app.stored();
    await correct(before, 1, code(before, '2025-02-15', { taxType: 'BASEXCLUDED' }));
    const journalId = journalsInXero(before)[0]?.ManualJournalID ?? '';
    makeOdd(before, journalId, 'journal-without-date');
    const prepared = await restoreTable(before, backup);
    await listUnknown(prepared);
    const { status, body } = await answerUnknown(prepared, journalId, { decision: 'adopt', note: 'Ours' });
    expect([status, body]).toMatchObject([
      409,
      { code: 'document/unreadable', detail: expect.stringContaining('Please void it in Xero') },
    ]);
    await before.app.control('PATCH', `documents/${journalId}`, { status: 'VOIDED' });
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
  });

  it('claims the transaction of an adopted correction although it can’t be read', async () => {
    const before = await prepareSchedule();
    const backup = before.app.stored();
    const transactionId = code(before, '2025-02-15', { taxType: 'BASEXCLUDED' });
    await correct(before, 1, transactionId);
    const journalId = journalsInXero(before)[0]?.ManualJournalID ?? '';
    makeOdd(before, transactionId);
    const prepared = await restoreTable(before, backup);
    await listUnknown(prepared);
    const given = { decision: 'adopt', note: 'Corrected before' } as const;
    expect((await answerUnknown(prepared, journalId, given)).status).toBe(204);
    expect(await syncedNumbers(prepared)).toEqual([1]);
    const other = await correct(await prepareAnother(prepared), 1, transactionId);
    expect([other.status, other.body.code]).toEqual([409, 'payment/transaction-taken']);
  });

  it('makes an event synced whose document is adopted, so that it is not posted again', async () => {
    let prepared = await prepareSchedule();
    disturb(prepared, { method: 'PUT', kind: 'status', status: 503 });
    await record(prepared, EXTRA);
    mend(prepared);
    prepared = await later(prepared, 11);
    const documentId = await postUnknown(prepared.app, `PD-${prepared.scheduleId}-E1/2`);
    prepared = await later(prepared, 11);
    noteRestore(prepared);
    await listUnknown(prepared);
    expect((await answerUnknown(prepared, documentId, { decision: 'adopt', note: 'Ours' })).status).toBe(204);
    expect(await readEvents(prepared)).toMatchObject([{ xeroSynchronized: true, error: null }]);
  });

  it('leaves another document with its note', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [2]);
    const documentId = await postUnknown(prepared.app, `PD-${prepared.scheduleId}-2R`);
    noteRestore(prepared);
    await listUnknown(prepared);
    expect((await answerUnknown(prepared, documentId, { decision: 'adopt', note: 'Locked' })).status).toBe(
      204,
    );
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
    expect(await syncedNumbers(prepared)).toEqual([2]);
    expect((await reverse(prepared, 2, 'delete')).status).toBe(200);
  });

  it('is refused for a document that nobody asks about, that changed, or that carries our reference', async () => {
    const prepared = await prepareSchedule();
    const documentId = await postUnknown(prepared.app, `PD-${prepared.scheduleId}-E7`);
    noteRestore(prepared);
    await listUnknown(prepared);
    const note = 'Not ours';
    expect((await answerUnknown(prepared, LOST_ID, { decision: 'adopt', note })).status).toBe(404);
    expect((await answerUnknown(prepared, documentId, { decision: 'foreign', note })).status).toBe(400);
    remove(prepared, documentId);
    expect((await answerUnknown(prepared, documentId, { decision: 'adopt', note })).status).toBe(409);
    expect(await listUnknown(prepared)).toEqual({ frozen: false, documents: [] });
  });
});
