/** Postings that an earlier version left under way, settled by the real handlers against the simulated Xero. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { readOpeningJournals } from '../../functions/posting/opening-journal-store.ts';
import type { DocumentType } from '../../functions/services/xero/port.ts';
import type { Item } from '../../functions/store/table.ts';
import { jobsOf } from '../support/jobs.ts';
import {
  asOwner,
  inXero,
  journalsInXero,
  MINUTE,
  postingCalls,
  postJournalAt,
  schedulePath,
  STRICT,
  syncedNumbers,
  syncNumbers,
} from '../support/syncing.ts';
import { prepareSchedule, type Prepared, xeroAccess } from '../support/xero.ts';

/** Ids in the fixtures. */
const SCHEDULE = '11111111-1111-4111-8111-111111111111';
const ENTITY = '22222222-2222-4222-8222-222222222222';
const XERO_TENANT = '33333333-3333-4333-8333-333333333333';
const CONTACT = '44444444-4444-4444-8444-444444444444';
const OLD_JOURNAL = '88888888-8888-4888-8888-888888888888';
const FIRST_PAYMENT = '99999999-9999-4999-8999-999999999999';
const ATTEMPT = '66666660-6666-4666-8666-666666666666';
const SECOND_ATTEMPT = '66666661-6666-4666-8666-666666666666';
/** The accounts of the mapping in the order of the fixtures, then the asset. */
const accountNamed = (index: number): string => `aaaaaaaa-0000-4000-8000-00000000000${index}`;

let prepared: Prepared;

beforeEach(async () => {
  prepared = await prepareSchedule();
  prepared.app.control('POST', 'behaviour', STRICT);
});

/** Reads a fixture with the ids of the prepared schedule, its accounts and `more`. */
function fixture(name: string, more: Readonly<Record<string, string>> = {}): Item[] {
  const { app, entityId, scheduleId } = prepared;
  const { accounts, tenantId } = app.books();
  const codes = ['090', '437', '404', '874.001', '924.001', '875.001', '925.001', '730'];
  const replaced: [string, string][] = [
    [SCHEDULE, scheduleId],
    [ENTITY, entityId],
    [XERO_TENANT, tenantId],
    ...codes.map((code, index): [string, string] => [
      accountNamed(index + 1),
      accounts.find(({ Code }) => Code === code)?.AccountID ?? '',
    ]),
    ...Object.entries(more),
  ];
  const text = readFileSync(new URL(`../fixtures/items/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(replaced.reduce((json, [from, to]) => json.replaceAll(from, to), text)) as Item[];
}

/** Puts the items of a fixture in the place of today's. */
async function install(items: readonly Item[]): Promise<void> {
  for (const item of items) await prepared.app.table.write({ put: item });
}

/** Posts documents as the earlier version did; returns their ids in Xero. */
async function postToXero(
  type: DocumentType,
  documents: readonly { token: string; json: string }[],
): Promise<string[]> {
  const { app } = prepared;
  const access = await xeroAccess(app);
  // Lines of earlier versions carry account ids only.
  app.control('POST', 'behaviour', { lineAccount: 'id' });
  const posted = await app.xero.createDocuments(access, type, documents, 'earlier');
  app.control('POST', 'behaviour', STRICT);
  return posted.map((one) => ('id' in one ? one.id : ''));
}

const storedBelow = (prefix: string) =>
  prepared.app.stored().filter(({ pk, sk }) => pk === `S#${prepared.scheduleId}` && sk.startsWith(prefix));

const storedSchedule = () => prepared.app.stored().find(({ sk }) => sk === `S#${prepared.scheduleId}`);

const view = async () => (await prepared.app.call(`GET ${schedulePath}`, asOwner(prepared))).body;

describe('an open posting of an earlier version', () => {
  interface OldDocument {
    readonly number: number;
    readonly reference: string;
    readonly json: string;
  }

  /** Payment 1 is synced; 2 and 3 are open, and those of `numbers` are in Xero. */
  async function leaveOpen(numbers: readonly number[]): Promise<void> {
    await syncNumbers(prepared, [1]);
    const [first] = inXero(prepared);
    const items = fixture('open-posting', {
      [CONTACT]: first?.Contact.ContactID ?? '',
      [FIRST_PAYMENT]: first?.BankTransactionID ?? '',
    });
    const documents = items.find(({ sk }) => sk.startsWith('B#'))?.['documents'] as OldDocument[];
    const chosen = documents.filter(({ number }) => numbers.includes(number));
    if (chosen.length > 0) {
      await postToXero(
        'SPEND',
        chosen.map(({ reference, json }) => ({ token: reference, json })),
      );
    }
    await install(items);
  }

  it('is found in Xero and posted no second time', async () => {
    await leaveOpen([2, 3]);
    const { status, body } = await syncNumbers(prepared, [1, 2, 3]);
    expect([status, body.errors]).toEqual([200, []]);
    expect(await syncedNumbers(prepared)).toEqual([1, 2, 3]);
    expect(inXero(prepared)).toHaveLength(3);
    expect(storedBelow('B#')).toEqual([]);
    expect(storedSchedule()).toMatchObject({ openIntents: 0, syncedCount: 3 });
  });

  it('is found by the job that settles what was left behind', async () => {
    await leaveOpen([2, 3]);
    prepared.app.clock.advance(6 * MINUTE);
    await jobsOf(prepared.app).run('auto-sync');
    expect(await syncedNumbers(prepared)).toEqual([1, 2, 3]);
    expect(storedBelow('B#')).toEqual([]);
  });

  it('is never sent again, not even within five minutes', async () => {
    await leaveOpen([]);
    const sent = postingCalls(prepared).length;
    const early = await syncNumbers(prepared, [2, 3]);
    expect([early.status, early.body.code]).toEqual([409, 'payment/unconfirmed']);
    expect(postingCalls(prepared)).toHaveLength(sent);
  });

  it('is posted anew once a search proves that Xero does not have it', async () => {
    await leaveOpen([]);
    prepared.app.clock.advance(11 * MINUTE);
    const { status, body } = await syncNumbers(prepared, [2, 3]);
    expect([status, body.errors]).toEqual([200, []]);
    expect(inXero(prepared)).toHaveLength(3);
    expect(storedBelow('B#')).toEqual([]);
    expect(storedSchedule()).toMatchObject({ openIntents: 0, syncedCount: 3 });
  });

  it('keeps what is not found open until the proof', async () => {
    await leaveOpen([2]);
    const early = await syncNumbers(prepared, [2, 3]);
    expect(early.status).toBe(200);
    expect(early.body.errors).toHaveLength(1);
    expect(await syncedNumbers(prepared)).toEqual([1, 2]);
    expect(storedBelow('B#')).toMatchObject([{ open: [3] }]);
    expect(storedSchedule()).toMatchObject({ openIntents: 1, syncedCount: 2 });
    prepared.app.clock.advance(11 * MINUTE);
    expect((await syncNumbers(prepared, [3])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(3);
    expect(storedSchedule()).toMatchObject({ openIntents: 0, syncedCount: 3 });
  });
});

describe('an opening journal of an earlier version', () => {
  interface Old {
    readonly items: readonly Item[];
    /** The id of the journal that it replaces, in Xero. */
    readonly replaced: string;
  }

  const journalOf = (item: Item | undefined, attempt: string) => ({
    token: attempt,
    json: JSON.stringify(JSON.parse(String(item?.['json'])).ManualJournals[0]),
  });

  const attemptIn = (items: readonly Item[], attempt: string) =>
    items.find(({ sk }) => sk === `OJ#${attempt}`);

  /** Leaves a journal in a state, the one that it replaces posted to Xero. */
  async function leave(name: string): Promise<Old> {
    const old = attemptIn(fixture(name), ATTEMPT);
    const isReplaced = old?.['state'] === 'posted';
    const [replaced = ''] = isReplaced ? await postToXero('MANUAL-JOURNAL', [journalOf(old, ATTEMPT)]) : [''];
    const items = fixture(name, { [OLD_JOURNAL]: replaced });
    await install(items);
    return { items, replaced };
  }

  const statuses = () => journalsInXero(prepared).map(({ Status }) => Status);

  it('is released when nothing of it was sent', async () => {
    await leave('journal-clear');
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(storedBelow('OJ#')).toEqual([]);
    expect(storedSchedule()).toMatchObject({ openIntents: 0, openJournal: null, opening: null });
    expect(journalsInXero(prepared)).toEqual([]);
  });

  it('becomes the opening when it is found in Xero', async () => {
    const { items } = await leave('journal-sent');
    const [journalId] = await postToXero('MANUAL-JOURNAL', [journalOf(attemptIn(items, ATTEMPT), ATTEMPT)]);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(await view()).toMatchObject({
      openingBalanceJournalId: journalId,
      openingBalanceJournalDate: '2025-01-15',
      openingBalanceJournalOutOfDate: false,
    });
    const [journal] = storedBelow('OJ#');
    expect(journal).toMatchObject({ state: 'posted', journalId });
    expect(journal).not.toHaveProperty('gsi2pk');
    expect(statuses()).toEqual(['POSTED']);
  });

  it('stays open until a search proves that Xero does not have it', async () => {
    await leave('journal-sent');
    expect((await syncNumbers(prepared, [1])).status).toBe(409);
    expect(storedSchedule()).toMatchObject({ openIntents: 1, openJournal: ATTEMPT });
    prepared.app.clock.advance(11 * MINUTE);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(storedBelow('OJ#')).toEqual([]);
    expect(storedSchedule()).toMatchObject({ openIntents: 0, openJournal: null });
    expect(journalsInXero(prepared)).toEqual([]);
  });

  it('leaves the journal before in place when it was begun only', async () => {
    const { replaced } = await leave('journal-begun');
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(await view()).toMatchObject({ openingBalanceJournalId: replaced });
    expect(storedBelow('OJ#')).toMatchObject([{ attempt: ATTEMPT, state: 'posted' }]);
    expect(statuses()).toEqual(['POSTED']);
  });

  it('has its voiding of the journal before finished', async () => {
    await leave('journal-voiding');
    expect(storedBelow('OJ#')).toMatchObject([{}, { attempt: SECOND_ATTEMPT, state: 'voiding' }]);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(statuses()).toEqual(['VOIDED']);
    expect(storedBelow('OJ#')).toEqual([]);
    expect(storedSchedule()).toMatchObject({ openIntents: 0, openJournal: null, opening: null });
  });

  it('keeps the journal before when Xero refuses to void it', async () => {
    const { replaced } = await leave('journal-voiding');
    const { app } = prepared;
    app.control('PATCH', `organisations/${app.books().tenantId}`, { periodLockDate: '2025-01-31' });
    app.clock.advance(11 * MINUTE);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(statuses()).toEqual(['POSTED']);
    expect(await view()).toMatchObject({ openingBalanceJournalId: replaced });
    expect(storedSchedule()).toMatchObject({ openIntents: 0, openJournal: null });
  });

  it('stands as posted, covers its payments and is replaced by a new one', async () => {
    const { replaced } = await leave('journal-posted');
    expect(await view()).toMatchObject({ openingBalanceJournalId: replaced });
    const { status, body } = await postJournalAt(prepared, '2025-03-20');
    expect([status, body.openingBalanceJournalId === replaced]).toEqual([200, false]);
    expect(statuses().toSorted()).toEqual(['POSTED', 'VOIDED']);
    const journals = await readOpeningJournals(prepared.app.table, prepared.scheduleId);
    expect(journals).toMatchObject([{ attempt: 'OB1', state: 'posted' }]);
    expect((await syncNumbers(prepared, [1])).body.code).toBe('payment/covered');
  });
});
