/** The comparison of an entity's documents with Xero after a restore of the table. */
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { ownEntity } from '../../functions/entities/entity-store.ts';
import { runPosting } from '../../functions/posting/run-posting.ts';
import { readPaymentStates } from '../../functions/schedules/payment-store.ts';
import { ownSchedule } from '../../functions/schedules/schedule-store.ts';
import { bankDocumentJson } from '../../functions/services/xero/documents.ts';
import { prepareSchedule, type Prepared, xeroAccess } from '../support/xero.ts';

const MINUTE = 60_000;

/** Posts a SPEND with this token, as a process did whose table is gone. */
async function postUnknown({ app, ids }: Restored, token: string): Promise<string> {
  const access = await xeroAccess(app);
  const contact = await app.xero.createContact(access, `Lender of ${token}`, token);
  const account = app.books().accounts.find(({ Code }) => Code === '404');
  const bank = app.books().accounts.find(({ Code }) => Code === '090');
  const json = bankDocumentJson({
    type: 'SPEND',
    reference: token,
    date: calendarDate('2025-03-01'),
    contactId: contact.id,
    bankAccountId: bank?.AccountID ?? '',
    url: 'https://app.example',
    lines: [
      {
        description: 'Fee',
        accountId: account?.AccountID ?? '',
        accountCode: '404',
        taxType: 'BASEXCLUDED',
        cents: 100,
      },
    ],
  });
  const [posted] = await app.xero.createDocuments(access, 'SPEND', [{ token, json }], `${token}-key`);
  if (!posted || !('id' in posted)) throw new Error(`${token} was refused for ${ids.scheduleId}`);
  return posted.id;
}

interface Restored {
  readonly app: Prepared['app'];
  readonly ids: { readonly tenantId: string; readonly entityId: string; readonly scheduleId: string };
  /** Runs nothing under the lease, after the comparison. */
  readonly compare: () => Promise<void>;
  readonly searches: () => number;
}

async function restored(minutesAgo: number): Promise<Restored> {
  const { app, params } = await prepareSchedule();
  const { entityId, scheduleId } = params;
  const tenantId = String(
    app.stored().find(({ pk, sk }) => pk === `E#${entityId}` && sk === '@')?.['tenantId'],
  );
  const restoredAt = app.clock.now() - minutesAgo * MINUTE;
  return {
    app,
    ids: { tenantId, entityId, scheduleId },
    compare: async () => {
      const now = app.clock.now();
      const deadlines = { leaseBy: now + MINUTE, startBy: now + 2 * MINUTE, endBy: now + 3 * MINUTE };
      const entity = await ownEntity(app.table, tenantId, entityId);
      await runPosting({ ...app, restoredAt }, { entity, userId: null, deadlines }, async () => {});
    },
    searches: () =>
      app.requests().filter(({ method, path }) => method === 'GET' && path.endsWith('BankTransactions'))
        .length,
  };
}

describe('after a restore', () => {
  it('nothing is posted within ten minutes, since earlier calls may still be carried out', async () => {
    const { compare } = await restored(9);
    await expect(compare()).rejects.toMatchObject({ code: 'sync/restored' });
  });

  it('a payment that Xero has is recorded as synced, and the comparison is made once', async () => {
    const world = await restored(10);
    const { app, ids, compare, searches } = world;
    const documentId = await postUnknown(world, `PD-${ids.scheduleId}-2`);
    await compare();
    expect((await readPaymentStates(app.table, ids.scheduleId)).get(2)).toMatchObject({
      state: 'synced',
      documentId,
    });
    const entity = await ownEntity(app.table, ids.tenantId, ids.entityId);
    expect(await ownSchedule(app.table, entity, ids.scheduleId)).toMatchObject({ syncedCount: 1 });
    const before = searches();
    await compare();
    expect(searches()).toBe(before);
  });

  it.each([
    ['a document of an event', ({ scheduleId }: Restored['ids']) => `PD-${scheduleId}-E1`],
    ['an adjusting journal', ({ entityId }: Restored['ids']) => `PD-${entityId}-AJ20250630.1`],
  ])(
    '%s that the data can’t explain stops posting until it is deleted in Xero',
    async (_document, tokenOf) => {
      const world = await restored(10);
      const { app, ids, compare } = world;
      const documentId = await postUnknown(world, tokenOf(ids));
      await expect(compare()).rejects.toMatchObject({
        code: 'sync/unexplained-documents',
        message: expect.stringContaining(tokenOf(ids)),
      });
      app.control('PATCH', `documents/${documentId}`, { status: 'DELETED' });
      await expect(compare()).resolves.toBeUndefined();
    },
  );
});
