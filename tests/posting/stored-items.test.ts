/** Items as an earlier version stored them, read by the stores of today. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAuthorisation } from '../../functions/connections/authorisation-store.ts';
import type { OwnedEntity } from '../../functions/entities/entity-store.ts';
import { readBatches } from '../../functions/posting/batch-store.ts';
import { acquireLease } from '../../functions/posting/lease.ts';
import { findPosted, ownPartOf, readOpeningJournals } from '../../functions/posting/opening-journal-store.ts';
import { acquireSlot } from '../../functions/posting/rate-limiter.ts';
import { readPaymentStates } from '../../functions/schedules/payment-store.ts';
import { ownSchedule } from '../../functions/schedules/schedule-store.ts';
import type { XeroTenantId } from '../../functions/services/xero/port.ts';
import type { Item } from '../../functions/store/table.ts';
import { inProcess } from './in-process.ts';

const SCHEDULE = '11111111-1111-4111-8111-111111111111';
const ENTITY = { entityId: '22222222-2222-4222-8222-222222222222' } as OwnedEntity;
const XERO_TENANT = '33333333-3333-4333-8333-333333333333' as XeroTenantId;
const SECOND = 1000;

async function holding(name: string) {
  const world = inProcess();
  const text = readFileSync(new URL(`../fixtures/items/${name}.json`, import.meta.url), 'utf8');
  for (const item of JSON.parse(text) as Item[]) await world.table.write({ put: item });
  return world;
}

describe('items of an earlier version', () => {
  it.each([
    ['open-posting', 1],
    ['journal-begun', 1],
    ['journal-voiding', 1],
    ['journal-clear', 1],
    ['journal-sent', 1],
    ['journal-posted', 0],
  ])('hold a schedule without a count of opening journals: %s', async (name, openIntents) => {
    const { table } = await holding(name);
    const schedule = await ownSchedule(table, ENTITY, SCHEDULE);
    expect(schedule).toMatchObject({ scheduleId: SCHEDULE, openIntents, openingAttempts: 0 });
    expect(schedule.terms.rows).toMatchObject([{ qty: 60, amount: 100_000 }]);
  });

  it('hold payments that are synced and payments that are open', async () => {
    const { table } = await holding('open-posting');
    const states = await readPaymentStates(table, SCHEDULE);
    expect([...states.values()].map(({ number, state }) => [number, state])).toEqual([
      [1, 'synced'],
      [2, 'posting'],
      [3, 'posting'],
    ]);
  });

  it.each([
    ['journal-begun', ['posted', 'begun']],
    ['journal-voiding', ['posted', 'voiding']],
    ['journal-clear', ['clear']],
    ['journal-sent', ['clear']],
    ['journal-posted', ['posted']],
  ])('hold opening journals: %s', async (name, expected) => {
    const { table } = await holding(name);
    const journals = await readOpeningJournals(table, SCHEDULE);
    expect(journals.map(({ state }) => state)).toEqual(expected);
    for (const journal of journals)
      expect(ownPartOf(journal).lines).toMatchObject([{ description: 'Truck' }]);
  });

  it('hold the opening journal in force', async () => {
    const { table } = await holding('journal-posted');
    expect(await findPosted(table, SCHEDULE, XERO_TENANT)).toMatchObject({
      journalId: '88888888-8888-4888-8888-888888888888',
      date: '2025-01-15',
    });
  });

  it('hold an authorisation', async () => {
    const { table } = await holding('authorisation');
    expect(await readAuthorisation(table, 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb')).toMatchObject({
      connections: [{ tenantId: XERO_TENANT, name: 'Demo Company (AU)' }],
      sealed: 'sealed',
      lost: false,
    });
  });

  it('hold a lease that excludes others until it expires', async () => {
    const { time, spawn } = await holding('lease');
    const { services } = spawn();
    const acquire = (seconds: number) =>
      time.run(acquireLease(services, XERO_TENANT, time.now() + seconds * SECOND));
    await expect(acquire(60)).rejects.toMatchObject({ code: 'sync/busy' });
    await expect(acquire(30)).resolves.toMatchObject({ xeroTenantId: XERO_TENANT });
  });

  it('hold the window of the rate limiter, whose calls count', async () => {
    const { time, table, spawn } = await holding('rate-limiter');
    const { services } = spawn();
    const caller = { priority: 'posting', userId: null } as const;
    await time.run(acquireSlot(services, XERO_TENANT, caller, time.now()));
    const [window] = table.items();
    expect(Object.keys(window?.['calls'] as object)).toHaveLength(4);
  });

  it('hold no batch of today', async () => {
    const { table } = await holding('open-posting');
    expect(await readBatches(table, XERO_TENANT, [SCHEDULE])).toEqual([]);
  });
});
