/** Posting under the hardest readings of Xero's documentation: exactly once under each. */
import { beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../support/people.ts';
import {
  BANK_TRANSACTIONS,
  disturb,
  inXero,
  journalsInXero,
  MANUAL_JOURNALS,
  mend,
  MINUTE,
  postingCalls,
  postJournalAt,
  STRICT,
  syncedNumbers,
  syncNumbers,
} from '../support/syncing.ts';
import { DEMO, prepareSchedule, type Prepared, xeroAccess } from '../support/xero.ts';

const POSTING = { method: 'PUT', path: BANK_TRANSACTIONS };
/** An access token of Xero lasts 30 minutes and is refreshed in its last two. */
const TOKEN_MINUTES = 30;

let prepared: Prepared;

beforeEach(async () => {
  prepared = await prepareSchedule();
  prepared.app.control('POST', 'behaviour', STRICT);
});

/** Moves the clock, and signs the user in again. */
async function advance(minutes: number): Promise<void> {
  const { app, owner } = prepared;
  app.clock.advance(minutes * MINUTE);
  prepared = { ...prepared, owner: { ...owner, token: (await signIn(app, owner.email)).token } };
}

const keysUsed = () => new Set(postingCalls(prepared).map(({ idempotencyKey }) => idempotencyKey));

const refreshes = () => prepared.app.requests().filter(({ path }) => path === '/connect/token').length;

const searches = (path: string) =>
  prepared.app
    .requests()
    .filter((request) => request.method === 'GET' && request.path.startsWith(`${path}?`))
    .map((request) => new URL(request.path, 'http://localhost').searchParams.get('where') ?? '');

describe('a payment whose answer was lost', () => {
  it('is found by type, contact and date, and posted no second time', async () => {
    disturb(prepared, { ...POSTING, kind: 'drop-after' });
    expect((await syncNumbers(prepared, [1, 2])).status).toBe(503);
    mend(prepared);
    const sent = postingCalls(prepared).length;
    await advance(7);
    expect((await syncNumbers(prepared, [1, 2])).status).toBe(200);
    expect(postingCalls(prepared)).toHaveLength(sent);
    expect(inXero(prepared)).toHaveLength(2);
    expect(await syncedNumbers(prepared)).toEqual([1, 2]);
    const contactId = inXero(prepared)[0]?.Contact.ContactID;
    expect(searches(BANK_TRANSACTIONS).filter((where) => where.includes('Contact'))).toEqual([
      `Type=="SPEND" AND Contact.ContactID==guid("${contactId}") AND Date>=DateTime(2025,01,15) AND Date<=DateTime(2025,04,15)`,
    ]);
  });

  it('is found after its contact was merged into another', async () => {
    disturb(prepared, { ...POSTING, kind: 'drop-after' });
    await syncNumbers(prepared, [1]);
    mend(prepared);
    const { app } = prepared;
    const { tenantId } = app.books(DEMO);
    const contactId = inXero(prepared)[0]?.Contact.ContactID;
    const other = await prepareOtherContact();
    app.control('POST', 'contacts/merge', { tenantId, contactId, intoContactId: other });
    await advance(12);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
    expect(await syncedNumbers(prepared)).toEqual([1]);
  });

  it('stays open while the search fails, and is reported as such', async () => {
    disturb(prepared, { ...POSTING, kind: 'drop-after' });
    await syncNumbers(prepared, [1]);
    const refused = { kind: 'status', status: 400, method: 'GET', path: BANK_TRANSACTIONS };
    disturb(prepared, refused);
    await advance(12);
    const failed = await syncNumbers(prepared, [1]);
    expect([failed.status, failed.body.title]).toEqual([409, 'Xero-Api']);
    expect(inXero(prepared)).toHaveLength(1);
    mend(prepared);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
  });
});

/** The id of an active contact besides the schedule's. */
async function prepareOtherContact(): Promise<string> {
  const { app } = prepared;
  return (await app.xero.createContact(await xeroAccess(app), 'Other', 'other')).id;
}

describe('a token refresh between two calls', () => {
  beforeEach(() => advance(TOKEN_MINUTES - 3));

  it('leaves a payment unconfirmed until the search proves that it was not posted', async () => {
    disturb(prepared, { ...POSTING, kind: 'drop-before' });
    expect((await syncNumbers(prepared, [1])).status).toBe(503);
    mend(prepared);
    const before = { sent: postingCalls(prepared).length, refreshes: refreshes() };
    await advance(2);
    const early = await syncNumbers(prepared, [1]);
    expect([early.status, early.body.code]).toEqual([409, 'payment/unconfirmed']);
    expect(refreshes()).toBe(before.refreshes + 1);
    expect(postingCalls(prepared)).toHaveLength(before.sent);
    await advance(10);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
    expect(keysUsed().size).toBe(2);
  });

  it('does not hide a payment that was posted: the search finds it', async () => {
    disturb(prepared, { ...POSTING, kind: 'drop-after' });
    expect((await syncNumbers(prepared, [1])).status).toBe(503);
    mend(prepared);
    const sent = postingCalls(prepared).length;
    await advance(2);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(postingCalls(prepared)).toHaveLength(sent);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it('does not post a payment twice that Xero carries out late', async () => {
    disturb(prepared, { ...POSTING, kind: 'commit-late', delayMs: 8 * MINUTE });
    await syncNumbers(prepared, [1]);
    mend(prepared);
    await advance(2);
    expect((await syncNumbers(prepared, [1])).status).toBe(409);
    await advance(10);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
  });
});

describe('an access token that Xero rejects', () => {
  it('is replaced in the middle of a sync, and the payment is sent at once', async () => {
    disturb(prepared, { ...POSTING, kind: 'status', status: 401, times: 1 });
    const before = refreshes();
    expect((await syncNumbers(prepared, [1, 2])).status).toBe(200);
    expect(refreshes()).toBe(before + 1);
    expect(postingCalls(prepared).map(({ status }) => status)).toEqual([401, 200]);
    expect(inXero(prepared)).toHaveLength(2);
  });

  it('stops a payment that an earlier call may have posted', async () => {
    disturb(
      prepared,
      { ...POSTING, kind: 'status', status: 503, times: 1 },
      { ...POSTING, kind: 'status', status: 401, times: 1 },
    );
    expect((await syncNumbers(prepared, [1])).status).toBe(503);
    expect(postingCalls(prepared)).toHaveLength(2);
    mend(prepared);
    expect((await syncNumbers(prepared, [1])).status).toBe(409);
    expect(postingCalls(prepared)).toHaveLength(2);
  });
});

describe('an account code', () => {
  it('is sent beside the id of the account', async () => {
    await syncNumbers(prepared, [1]);
    const codes = inXero(prepared)[0]?.LineItems.map(({ AccountCode }) => AccountCode);
    expect(codes).toEqual(['874.001', '437', '875.001', '924.001', '874.001', '875.001', '925.001']);
  });

  it('is read anew by the sync after one that it was changed in', async () => {
    const { app } = prepared;
    const createDocuments = app.xero.createDocuments.bind(app.xero);
    app.xero.createDocuments = async (...given) => {
      app.recode('437', '438');
      return createDocuments(...given);
    };
    const refused = await syncNumbers(prepared, [1]);
    expect([refused.status, refused.body.title]).toEqual([409, 'Xero-Api']);
    expect(refused.body.detail).toContain('437');
    expect(inXero(prepared)).toEqual([]);
    app.xero.createDocuments = createDocuments;
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
    expect(inXero(prepared)[0]?.LineItems[1]).toMatchObject({ AccountCode: '438', UnitAmount: 309.17 });
  });
});

describe('an opening journal whose answer was lost', () => {
  it('is found by its date, and posted no second time', async () => {
    disturb(prepared, { method: 'PUT', path: MANUAL_JOURNALS, kind: 'drop-after' });
    expect((await postJournalAt(prepared, '2025-01-15')).status).toBe(503);
    mend(prepared);
    await advance(7);
    const { status, body } = await postJournalAt(prepared, '2025-01-15');
    expect(status).toBe(200);
    expect(journalsInXero(prepared)).toMatchObject([
      {
        ManualJournalID: body.openingBalanceJournalId,
        Narration: expect.stringContaining(`[PD-${prepared.scheduleId}-OB1]`),
      },
    ]);
    expect(searches(MANUAL_JOURNALS)).toContain('Date>=DateTime(2024,12,15) AND Date<=DateTime(2025,02,15)');
  });
});

describe('a document in Xero', () => {
  it('links back to the page of its payment', async () => {
    await syncNumbers(prepared, [1]);
    const { app, entityId, scheduleId } = prepared;
    expect(inXero(prepared)[0]?.Url).toMatch(
      new RegExp(`^${app.origin}/entity/${entityId}/${scheduleId}\\?paymentId=[0-9a-f-]{36}$`),
    );
  });
});
