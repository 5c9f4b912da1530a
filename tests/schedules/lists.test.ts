import { beforeEach, describe, expect, it } from 'vitest';
import { MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import { keys } from '../../functions/store/keys.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { postingNoted } from '../../functions/records/schedules/open-documents.ts';
import { upTo } from '../support/numbers.ts';

const LIST = 'GET /v1/entities/{entityId}/schedules';

const app = withTestApp();
const owner = withOwner(app);
let ids: { entityId: string; scheduleId: string };

/** Payments 1 to 4 of the worked example are dated before today, 1 June 2025. */
beforeEach(async () => {
  const entityId = await addEntity(app, owner);
  const { id: scheduleId } = await addSchedule(app, owner, entityId);
  ids = { entityId, scheduleId };
});

const scheduleKey = () => keys.schedule(ids.entityId, ids.scheduleId);
const accounts = Object.fromEntries(MAPPING_FIELDS.map((field) => [field, field]));

async function listed() {
  const { body } = await app.call(LIST, { as: owner.token, params: ids });
  const [schedule] = body;
  if (!schedule) throw new Error('The list is empty');
  const { xeroSetup, overdueCount, outstanding, nextPayment, xeroSynchronized } = schedule;
  return { xeroSetup, overdueCount, outstanding, nextPayment, xeroSynchronized };
}

async function sync(numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const state = { number, state: 'synced', xeroTenantId: 'x1', shortCode: '!', documentId: 'd' };
    await app.table.write({ put: { ...keys.payment(ids.scheduleId, number), ...state } });
  }
  await app.table.transact([postingNoted(ids, { closed: 0, synced: numbers, changes: {} })]);
}

// Evidence for ASVS 2.4
it('refuses a list with more changes than one answer works out, and gives it in pages', async () => {
  const { id: scheduleId } = await addSchedule(app, owner, ids.entityId);
  // A page takes schedules by their ids.
  const last = [ids.scheduleId, scheduleId].toSorted().at(-1) ?? '';
  const key = keys.schedule(ids.entityId, last);
  await app.table.write({ update: key, set: { eventCount: 4_001 } });
  const list = (query: { limit?: string }) => app.call(LIST, { as: owner.token, params: ids, query });
  const refused = await list({});
  expect(refused).toMatchObject({ status: 409, body: { code: 'schedule/too-many-changes' } });
  expect(refused.body.detail).toContain('archive');
  expect((await list({ limit: '1' })).status).toBe(200);
});

describe('a listed schedule', () => {
  it('says what is outstanding today and what is paid next', async () => {
    expect(await listed()).toMatchObject({
      outstanding: 47_210.95,
      nextPayment: { number: 5, paymentDate: '2025-06-15', payments: 1_000 },
    });
  });

  it('says how far it is set up with Xero', async () => {
    const setups: unknown[] = [];
    const note = async () => setups.push((await listed()).xeroSetup);
    await note();
    for (const set of [{ xeroConnected: true }, { accounts }, { autoSync: true }]) {
      await app.table.write({ update: scheduleKey(), set });
      await note();
    }
    expect(setups).toEqual(['not-connected', 'incomplete', 'manual', 'auto']);
  });

  it('counts the payments before today that are neither synced nor covered, once it is ready', async () => {
    expect((await listed()).overdueCount).toBe(0);
    await app.table.write({ update: scheduleKey(), set: { xeroConnected: true, accounts } });
    expect((await listed()).overdueCount).toBe(4);
    await sync([2, 50]);
    expect((await listed()).overdueCount).toBe(3);
    const opening = {
      journalId: 'j',
      xeroTenantId: 'x1',
      shortCode: '!',
      date: '2025-03-15',
      includesDate: false,
      outOfDate: false,
      events: [],
    };
    await app.table.write({ update: scheduleKey(), set: { opening } });
    const xero = { tenantId: 'x1', authorisationId: 'a', name: 'Xero One', shortCode: '!' };
    await app.table.write({ update: keys.entity(owner.tenantId, ids.entityId), set: { xero } });
    expect((await listed()).overdueCount).toBe(2);
  });

  it('keeps the numbers of its synced payments when it changes', async () => {
    const numbers = upTo(60);
    await sync(numbers);
    expect((await listed()).xeroSynchronized).toBe(true);
    await app.call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', {
      as: owner.token,
      params: ids,
      body: { description: 'Renamed' },
    });
    const item = await app.table.get(scheduleKey());
    expect(item).toMatchObject({ syncedCount: 60, syncedNumbers: new Set(numbers) });
    expect((await listed()).xeroSynchronized).toBe(true);
  });
});
