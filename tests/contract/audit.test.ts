/** Each write leaves a note of who did what when, in the organisation it happened in. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RouteKey, rowsOf, usesOf } from '../../functions/lib/route.ts';
import { routes } from '../../functions/routes.ts';
import type { Item } from '../../functions/store/table.ts';
import { exampleOf } from './examples.ts';
import { createWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
  // In the world's own moment the same deed was noted already.
  world.app.clock.advance(1000);
});

beforeEach(async () => world.rewind());

const isAudit = ({ pk }: Item): boolean => pk.includes('#A#');
const audited = (): Item[] => world.items().filter(isAudit);

/** All that is not itself a note, nor a count of requests, nor a challenge that waits for its proof. */
const state = (): string =>
  JSON.stringify(world.items().filter((item) => !isAudit(item) && !/^(?:THR|CH)#/.test(item.pk)));

/** They change a session, or begin what may come to nothing: no organisation's affair. */
const UNAUDITED = new Set<RouteKey>([
  'POST /v1/connections/xero',
  'DELETE /v1/users/token',
  'POST /v1/users/token/refresh',
  'POST /v1/users/authenticate/tenant',
]);

const writes = rowsOf(routes).filter(
  ([key, row]) => !key.startsWith('GET') && usesOf(row).has('table:write') && !UNAUDITED.has(key),
);

describe('A write', () => {
  it.each(writes)('is noted, if it changed anything: %s', async (key) => {
    const { app, here, people } = world;
    const before = { notes: audited().length, state: state() };
    const example = exampleOf(key, world, people.Owner);
    const { status } = await app.send(key, {
      as: people.Owner.token,
      ...example,
      params: { ...here, ...example.params },
    });
    const isNoted = audited().length > before.notes;
    expect({ status, isNoted }).toEqual({ status, isNoted: state() !== before.state });
  });

  it('says who, what, to what and when, where the organisation is', async () => {
    const { app, here, people } = world;
    await app.call('PATCH /v1/tenants/users/{userId}/role', {
      as: people.Admin.token,
      params: { userId: here.userId },
      body: { role: 'Member' },
    });
    expect(audited()).toContainEqual({
      pk: `T#${here.tenantId}#A#2025-06`,
      sk: expect.stringMatching(/^2025-06-01T00:00:01\.000Z#/),
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
