import { beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import type { Item } from '../../functions/store/table.ts';
import { createWorld } from '../contract/world.ts';
import { createTestApp, START, type TestApp } from '../support/app.ts';
import { shapeOf } from '../support/item-shapes.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { readRecording, recordings } from '../support/recorded-items.ts';

const reads = rowsOf(routes)
  .filter(([key, { uses }]) => key.startsWith('GET') && uses.every((use) => use.startsWith('table')))
  .map(([key]) => key);

describe.each(recordings())('items recorded in %s', (file) => {
  const items = readRecording(file);
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    const table = createMemoryTable({ now: () => START });
    for (const item of items) await table.write({ put: item });
    app = await createTestApp({ table });
    token = await ownersToken(app, items);
  });

  it.each(reads)('are read by today’s code: %s', async (key) => {
    for (const params of placesOf(items, key)) {
      const { status } = await app.send(key, { as: token, params, query: QUERIES[key] ?? {} });
      expect(ANSWERS[key] ?? [200], `${key} ${JSON.stringify(params)}`).toContain(status);
    }
  });

  it('can be changed by today’s code', async () => {
    for (const { entityId, scheduleId = '' } of placesOf(items, '{scheduleId}')) {
      const { status } = await app.send('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', {
        as: token,
        params: { entityId: entityId ?? '', scheduleId },
        body: { description: `Renamed ${scheduleId}` },
      });
      expect(status).toBe(200);
    }
  });
});

const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /v1/search': { query: 'farm' },
  'GET /v1/users/invite': { token: 'unknown' },
  'GET /v1/users/verify': { token: 'unknown' },
  'GET /v1/calendar/feed.ics': { key: 'unknown' },
};
/** Tokens and keys of the recording are stored as hashes only. */
const ANSWERS: Readonly<Record<string, readonly number[]>> = {
  'GET /v1/users/invite': [400],
  'GET /v1/users/verify': [400],
  'GET /v1/calendar/feed.ics': [404],
  // The result of a Xero organisation that the entity is no longer linked to counts no more.
  'GET /v1/entities/{entityId}/ledgercheck': [200, 404],
};

/** Returns a token for a recorded session of the owner, whose second factor cannot be used again. */
async function ownersToken(app: TestApp, items: readonly Item[]): Promise<string> {
  const userId = String(items.find(({ pk }) => pk === 'EMAIL#owner@example.com')?.['userId']);
  const idsOf = (prefix: string): string[] =>
    items
      .filter(({ pk, sk }) => pk === `U#${userId}` && sk.startsWith(prefix))
      .map(({ sk }) => sk.slice(prefix.length));
  for (const sessionId of idsOf('SESS#')) {
    for (const tenantId of idsOf('T#')) {
      const token = await app.signer.access({ userId, sessionId, tenantId });
      const { body } = await app.call('GET /v1/entities', { as: token });
      if (Array.isArray(body) && body.length > 0) return token;
    }
  }
  throw new Error('No recorded session of the owner is open.');
}

/** Returns the ids of the owner's things that a path names. */
function placesOf(items: readonly Item[], key: string): Record<string, string>[] {
  const owner = items.find(({ pk }) => pk === 'EMAIL#owner@example.com');
  const memberships = items.filter(
    ({ pk, sk }) => pk === `U#${String(owner?.['userId'])}` && sk.startsWith('T#'),
  );
  const tenants = new Set(memberships.map(({ sk }) => sk));
  const entities = items.filter(({ pk, sk }) => tenants.has(pk) && sk.startsWith('E#'));
  if (key.includes('{scheduleId}')) {
    return entities.flatMap(({ sk: entity }) =>
      items
        .filter(({ pk, sk }) => pk === entity && sk.startsWith('S#'))
        .map(({ sk }) => ({ entityId: entity.slice(2), scheduleId: sk.slice(2) })),
    );
  }
  if (key.includes('{entityId}')) return entities.map(({ sk }) => ({ entityId: sk.slice(2) }));
  return key.includes('{') ? [] : [{}];
}

describe('the recordings', () => {
  it.skipIf(recordings().length === 0)('contain every shape of item that today’s code stores', async () => {
    const recorded = new Set(recordings().flatMap((file) => readRecording(file).map(shapeOf)));
    const today = new Set((await createWorld()).items().map(shapeOf));
    // A new shape needs a recording: npm run record-items
    expect([...today].filter((shape) => !recorded.has(shape))).toEqual([]);
  });
});
