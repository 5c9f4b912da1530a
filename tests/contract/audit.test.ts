/** Audit entries: each write stores its actor, action and time in its organisation. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RouteKey, rowsOf, usesOf } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import type { Item } from '../../functions/store/table.ts';
import { exampleOf } from './examples.ts';
import { A_DAY, createWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
  // The world was made with the same entries at its own time.
  world.app.clock.advance(1000);
});

beforeEach(async () => world.rewind());

const isAudit = ({ pk }: Item): boolean => pk.includes('#A#');
const audited = (): Item[] => world.items().filter(isAudit);

/** The table without audit entries, request counters and challenges that wait for their proof. */
const state = (): string =>
  JSON.stringify(world.items().filter((item) => !isAudit(item) && !/^(?:THR|CH)#/.test(item.pk)));

/** Routes without an audit entry: they change a session, or begin a process that may not finish. */
const UNAUDITED = new Set<RouteKey>([
  'POST /v1/connections/xero',
  'DELETE /v1/users/token',
  'POST /v1/users/token/refresh',
  'POST /v1/users/authenticate/tenant',
]);

const writes = rowsOf(routes).filter(
  ([key, row]) => !key.startsWith('GET') && usesOf(row).has('table:write') && !UNAUDITED.has(key),
);

describe('a write', () => {
  // Evidence for ASVS 16.2
  it.each(writes)('stores an audit entry for every change: %s', async (key) => {
    const { app, here, people } = world;
    const before = { notes: audited().length, state: state() };
    const example = exampleOf(key, world, people.Owner);
    const { status } = await app.send(key, {
      as: people.Owner.token,
      ...example,
      params: { ...A_DAY, ...here, ...example.params },
    });
    const isNoted = audited().length > before.notes;
    expect({ status, isNoted }).toEqual({ status, isNoted: state() !== before.state });
  });

  // Evidence for Xero audit
  it('stores the actor, the action, the target and the time of a write in the organisation', async () => {
    const { app, here, people } = world;
    await app.call('PATCH /v1/tenants/users/{userId}/role', {
      as: people.Admin.token,
      params: { userId: here.userId },
      body: { role: 'Member' },
    });
    expect(audited()).toContainEqual({
      pk: `T#${here.tenantId}#A#2025-06`,
      sk: expect.stringMatching(/^2025-06-01T00:00:01\.000Z#/),
      gsi2pk: `T#${here.tenantId}#AU#${people.Admin.userId}`,
      gsi2sk: expect.stringMatching(/^2025-06-01T00:00:01\.000Z#/),
      userId: people.Admin.userId,
      action: 'member/change-role',
      subject: here.userId,
      at: '2025-06-01T00:00:01.000Z',
      requestId: expect.any(String),
      source: '203.0.113.0/24',
      ttl: expect.any(Number),
      detail: { role: 'Guest → Member' },
    });
  });
});
