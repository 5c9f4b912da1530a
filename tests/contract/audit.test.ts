/** Each write leaves a note of who did what when, in the organisation it happened in. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RouteKey, rowsOf } from '../../functions/lib/route.ts';
import { routes } from '../../functions/routes.ts';
import { exampleOf } from './examples.ts';
import { createWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
  // In the world's own moment the same deed was noted already.
  world.app.clock.advance(1000);
});

beforeEach(async () => world.rewind());

const audited = () => world.items().filter(({ pk }) => pk.includes('#A#'));

/** They change a session or say nothing about the organisation: a log line is all there is. */
const UNAUDITED = new Set<RouteKey>([
  'POST /v1/users/authenticate',
  'POST /v1/users/token/refresh',
  'POST /v1/users/authenticate/tenant',
]);

const writes = rowsOf(routes).filter(
  ([key, { uses }]) => !key.startsWith('GET') && uses.includes('table:write') && !UNAUDITED.has(key),
);

describe('A write that succeeds', () => {
  it.each(writes)('is noted: %s', async (key) => {
    const { app, here, people } = world;
    const before = audited().length;
    const { status } = await app.call(key, {
      as: people.Owner.token,
      params: { ...here },
      ...exampleOf(key, world, people.Owner),
    });
    const added = audited().length - before;
    if (status < 300) expect(added).toBeGreaterThan(0);
    else expect(added).toBe(0);
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
      detail: { role: 'Member' },
    });
  });
});
