/**
 * Access by route: calls every route with every kind of caller. The row decides the expected status; only the
 * examples are written by hand.
 */
import { globSync, readFileSync } from 'node:fs';
import { generateKeyPair, exportJWK } from 'jose';
import * as z from 'zod';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roleAtLeast, type Role } from '../../domain/roles.ts';
import { type RouteKey, type RouteRow, rowsOf } from '../../functions/api/route.ts';
import { createSigner } from '../../functions/services/tokens.ts';
import { routes } from '../../functions/api/routes.ts';
import { paymentId } from '../../functions/records/schedules/payments.ts';
import { createTestApp, START } from '../support/app.ts';
import { exampleOf } from './examples.ts';
import { A_DAY, type Caller, createWorld, type World } from './world.ts';

const UNKNOWN = 'f1a5e2d4-0000-4000-8000-000000000000';

const ROLES = ['Guest', 'Member', 'Admin', 'Owner'] as const;
const CALLERS = ['anonymous', 'expired', 'forged', 'ended', 'stranger', 'loner', ...ROLES] as const;
type CallerKind = (typeof CALLERS)[number] | 'limited';

/** `in`: the handler ran, with any result. */
type Outcome = 'in' | 401 | 403 | 404 | 500;

let world: World;
let expired: string;
let forged: string;
/** A valid token of a session that has ended. */
let ended: string;

beforeAll(async () => {
  world = await createWorld();
  const { userId, tenantId } = world.people.Owner;
  const session = { userId, tenantId, sessionId: UNKNOWN };
  const earlier = await createTestApp({ startAt: START - 15 * 60_000 });
  expired = await earlier.signer.access(session);
  ended = await world.app.signer.access(session);
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = JSON.stringify(await exportJWK(privateKey));
  forged = await createSigner({ read: async () => key }, world.app.clock).access(session);
});

beforeEach(async () => world.rewind());

const hasParams = (key: string): boolean => key.includes('{');

/** Whether the path names something of the caller's own account, or a year. */
const isOwn = (key: string): boolean =>
  ['{sessionId}', '{factorId}', '{year}'].some((param) => key.includes(param));

function expectedOutcome(key: RouteKey, row: RouteRow, kind: CallerKind): Outcome {
  if (row.allow === 'anyone') return 'in';
  if (kind === 'anonymous' || kind === 'expired' || kind === 'forged' || kind === 'ended') return 401;
  if (kind === 'stranger') return hasParams(key) && !isOwn(key) ? 404 : 'in';
  if (kind === 'loner') return key.includes('{tenantId}') ? 404 : row.allow === 'user' ? 'in' : 403;
  if (row.allow === 'user') return 'in';
  return roleAtLeast(kind === 'limited' ? 'Member' : kind, row.allow) ? 'in' : 403;
}

function callerOf(kind: CallerKind): { caller: Caller; token: string | undefined } {
  const { people, loner, limited } = world;
  if (kind === 'anonymous') return { caller: people.Owner, token: undefined };
  if (kind === 'expired') return { caller: people.Owner, token: expired };
  if (kind === 'forged') return { caller: people.Owner, token: forged };
  if (kind === 'ended') return { caller: people.Owner, token: ended };
  const caller = kind === 'loner' ? loner : kind === 'limited' ? limited : people[kind];
  return { caller, token: caller.token };
}

async function call(
  key: RouteKey,
  kind: CallerKind,
  changes: { params?: Readonly<Record<string, string | undefined>>; body?: unknown } = {},
): Promise<number> {
  const { caller, token } = callerOf(kind);
  const example = { ...exampleOf(key, world, caller), ...('body' in changes && { body: changes.body }) };
  const params = { ...A_DAY, ...world.here, ...example.params, ...changes.params };
  const { status } = await world.app.send(key, { as: token, ...example, params });
  if (!key.startsWith('GET')) await world.rewind();
  return status;
}

const outcomeOf = (status: number): Outcome =>
  status === 401 || status === 403 || status === 404 || status === 500 ? status : 'in';

describe.each(rowsOf(routes))('%s', (key, row) => {
  // Evidence for ASVS 8.2.1, ASVS 8.3.1, ASVS 9.1.1
  it(`accepts ${row.allow} and refuses all other callers`, async () => {
    const kinds = CALLERS.filter((kind) => kind !== 'loner' || row.allow !== 'user');
    const outcomes: Partial<Record<CallerKind, Outcome>> = {};
    const expected: Partial<Record<CallerKind, Outcome>> = {};
    for (const kind of kinds) {
      outcomes[kind] = outcomeOf(await call(key, kind));
      expected[kind] = expectedOutcome(key, row, kind);
    }
    expect(outcomes).toEqual(expected);
  });
});

// Evidence for ASVS 8.2.2, ASVS 8.4.1
describe('a path with an id of another organisation, or an unknown id', () => {
  const paths = rowsOf(routes).filter(([key]) => hasParams(key));
  // Ids in Xero are known for a linked entity only; `tests/posting/after-restore.test.ts` tries an unknown one.
  const namesIn = (key: string): string[] =>
    [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').filter((name) => name !== 'documentId');

  it.each(paths)('answers 404 for a foreign or unknown id in the path: %s', async (key) => {
    const names = namesIn(key);
    const ids = [...Object.entries(world.elsewhere), ...names.map((name) => [name, UNKNOWN] as const)];
    const statuses = [];
    for (const [name, id] of ids) {
      if (names.includes(name)) statuses.push(await call(key, 'Owner', { params: { [name]: id } }));
    }
    expect(statuses).toEqual(statuses.map(() => 404));
  });

  it.each(paths)('answers 404 for a malformed id in the path: %s', async (key) => {
    const names = namesIn(key);
    for (const id of ['new', '../@', 'x'.repeat(3000)]) {
      const statuses = names.map((name) => call(key, 'Owner', { params: { [name]: id } }));
      expect(await Promise.all(statuses)).toEqual(names.map(() => 404));
    }
  });

  // Evidence for ASVS 8.2.2
  it.each(paths.filter(([key]) => /\{(schedule|register)Id\}/.test(key)))(
    'answers 404 for a schedule or register of another entity: %s',
    async (key) => {
      expect(await call(key, 'Owner', { params: { entityId: world.otherEntityId } })).toBe(404);
    },
  );
});

/** Ids of no single organisation, so that there is no foreign one to test. */
const SHARED_IDS = new Set([
  // Compared with the schedules of the call: 400.
  'POST /v1/posting/preview exclude',
  // Compared with the payments and matches of the call: 400.
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments decisions.paymentId',
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments decisions.transactionId',
  'PUT /v1/entities/{entityId}/sync/xero/payments decisions.paymentId',
  'PUT /v1/entities/{entityId}/sync/xero/payments decisions.transactionId',
  // Compared with the schedules of the call, and with the loans of the report: 400.
  'POST /v1/entities/{entityId}/xero/setup/preview loans.scheduleId',
  'POST /v1/entities/{entityId}/xero/setup loans.scheduleId',
  'PUT /v1/reports/loans/{date}/signoff reasons.scheduleId',
  // Compared with the candidates of the document in Xero, which are the entity's own.
  'POST /v1/entities/{entityId}/xero/unknown/{documentId} candidateFor.id',
  // The id of a schedule of the same entity, refused at its field: 400.
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase tradeIn.payout.scheduleId',
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/purchase/preview tradeIn.payout.scheduleId',
  'POST /v1/entities/{entityId}/registers/preview facts.scheduleId',
  'POST /v1/entities/{entityId}/registers facts.scheduleId',
  // Refused at its field: 400.
  'POST /v1/connections/xero/link links.entityId',
  // A list that is refused as a whole: 400.
  'POST /v1/entities/{entityId}/registers/sync registerIds',
  'POST /v1/tenants/users/invite entityIds',
  'PATCH /v1/tenants/users/{userId}/entities entityIds',
  // Plans are the same for all organisations.
  'POST /v1/tenants/session/subscription planId',
  // A row of the payment plan may be new.
  'PUT /v1/entities/{entityId}/schedules/{scheduleId} schedulePaymentPlans.id',
  // Chosen by the caller, for repeats.
  'POST /v1/imports importId',
  'POST /v1/entities/{entityId}/registers/import importId',
  // A row of the lender's table: its id follows from its number.
  'POST /v1/entities/{entityId}/schedules schedulePayments.id',
  'PUT /v1/entities/{entityId}/schedules/{scheduleId} schedulePayments.id',
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview newSchedule.schedulePayments.id',
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events newSchedule.schedulePayments.id',
]);

/** Bodies that name the id, where the example of the route has another form. */
const OTHER_FORMS: Readonly<Record<string, { body: object }>> = {
  'POST /v1/connections/xero': { body: { connectionType: 'entity', redirectPath: '/' } },
  'POST /v1/posting/preview': { body: { entityIds: [], through: '2026-06-30' } },
};

const formWith = (field: string, key: string) =>
  field.startsWith('entityId') ? OTHER_FORMS[key] : undefined;

// Evidence for ASVS 8.2.2
describe('a body with an id of another organisation, or an unknown id', () => {
  const fields = rowsOf(routes).flatMap(([key, row]) =>
    idFields(row.body)
      .filter((field) => !SHARED_IDS.has(`${key} ${field}`))
      .map((field) => ({ key, field })),
  );

  it.each(fields)(
    'answers 404 for a foreign or unknown id in the body: $field of $key',
    async ({ key, field }) => {
      const { elsewhere, people } = world;
      const foreign: Readonly<Record<string, string>> = {
        tenant: elsewhere.tenantId,
        targetTenantId: elsewhere.tenantId,
        entities: elsewhere.entityId,
        entityId: elsewhere.entityId,
        messages: elsewhere.messageId,
        SyncSchedulePayments: paymentId(elsewhere.scheduleId, 1),
        scheduleId: elsewhere.scheduleId,
        allCurrent: elsewhere.scheduleId,
        scheduleIds: elsewhere.scheduleId,
        entityIds: elsewhere.entityId,
        responsibleUserId: people.stranger.userId,
      };
      const example = formWith(field, key) ?? exampleOf(key, world, people.Owner);
      for (const id of [foreign[field], UNKNOWN]) {
        expect(id, `the stranger's ${field}`).toBeDefined();
        expect(await call(key, 'Owner', { body: naming(example.body, field, id) })).toBe(404);
      }
    },
  );
});

describe('a query with an id of another organisation, or an unknown id', () => {
  const fields = rowsOf(routes).flatMap(([key, row]) => idFields(row.query).map((field) => ({ key, field })));

  // Evidence for ASVS 8.2.2
  it.each(fields)('reveals nothing of it: $field of $key', async ({ key, field }) => {
    const { elsewhere, people, here, app } = world;
    const foreign = z.record(z.string(), z.string()).parse(elsewhere)[field];
    expect(foreign, `the stranger's ${field}`).toBeDefined();
    const example = exampleOf(key, world, people.Owner);
    for (const id of [foreign, UNKNOWN]) {
      const query = { ...example.query, [field]: id };
      const params = { ...A_DAY, ...here, ...example.params };
      const { status, body } = await app.send(key, { as: people.Owner.token, ...example, params, query });
      expect([200, 404]).toContain(status);
      const isKnown = Object.values(elsewhere).some((secret) => JSON.stringify(body ?? '').includes(secret));
      expect(isKnown).toBe(false);
    }
  });

  it('covers the filters of lists', () => {
    expect(fields.map(({ field }) => field)).toContain('entityId');
    expect(fields.length).toBeGreaterThan(3);
  });
});

/** Returns the example with another id in a field, alone where the field is a list. */
function naming(body: unknown, field: string, id: string | undefined): unknown {
  if (Array.isArray(body)) return body.map((each) => naming(each, field, id));
  return { ...Object(body), [field]: Array.isArray(Object(body)[field]) ? [id] : id };
}

/** Returns the names of a schema's id fields; nested ones are dotted. */
function idFields(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  return [...new Set(walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), []))];
}

function walk(schema: unknown, path: readonly string[]): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node: Readonly<Record<string, unknown>> = { ...schema };
  const own = node['format'] === 'uuid' ? [path.join('.')] : [];
  const properties = Object.entries(Object(node['properties'])).flatMap(([name, child]) =>
    walk(child, [...path, name]),
  );
  const nested = ['items', 'anyOf', 'oneOf', 'allOf'].flatMap((name) =>
    [node[name]].flat().flatMap((child) => walk(child, path)),
  );
  return [...own, ...properties, ...nested];
}

/** The ids of a path and of a body that lead to an entity. */
const ENTITY_PARAMS = ['{entityId}', '{importId}', '{reportId}', '{id}'];
const ENTITY_FIELDS = new Set(['entityId', 'entityIds', 'scheduleId', 'scheduleIds', 'entities']);

// Evidence for ASVS 8.2.2
describe('a Member who is limited to another entity', () => {
  const open = rowsOf(routes).filter(([, { allow }]) => allow === 'Guest' || allow === 'Member');

  it.each(open.filter(([key]) => ENTITY_PARAMS.some((param) => key.includes(param))))(
    'is answered 404: %s',
    async (key) => expect(await call(key, 'limited')).toBe(404),
  );

  it.each(
    rowsOf(routes)
      .filter(([, { allow }]) => allow !== 'Admin' && allow !== 'Owner')
      .flatMap(([key, row]) =>
        idFields(row.body)
          .filter((field) => !key.includes('{entityId}') && ENTITY_FIELDS.has(field))
          .map((field) => ({ key, field })),
      ),
  )('is answered 404 for $field in the body of $key', async ({ key, field }) => {
    const { here, people } = world;
    const { body: example } = formWith(field, key) ?? exampleOf(key, world, people.Owner);
    const id = field.startsWith('schedule') ? here.scheduleId : here.entityId;
    expect(await call(key, 'limited', { body: naming(example, field, id) })).toBe(404);
  });

  it.each(open.filter(([key]) => key.startsWith('GET') && !hasParams(key)))(
    'reads nothing of it: %s',
    async (key) => {
      const { app, here, limited } = world;
      const { query } = exampleOf(key, world, limited);
      const texts = [];
      for (const more of [{}, { entityId: here.entityId }, { query: 'Farm' }, { groupBy: 'entity' }]) {
        const { body } = await app.send(key, { as: limited.token, query: { ...query, ...more } });
        texts.push(JSON.stringify(body ?? ''));
      }
      expect(
        texts.filter((text) => [here.entityId, here.scheduleId, 'Farm'].some((its) => text.includes(its))),
      ).toEqual([]);
    },
  );

  it('is not forgotten by a handler, which would name all entities', () => {
    const files = globSync('functions/**/*.ts').filter((file) => {
      const source = readFileSync(file, 'utf8');
      return source.includes('/access/endpoint.ts') && source.includes('allEntities');
    });
    expect(files).toEqual([]);
  });

  it('reads the own entity', async () => {
    const { app, limited, otherEntityId } = world;
    const { body } = await app.call('GET /v1/entities', { as: limited.token });
    expect(body.map(({ id }) => id)).toEqual([otherEntityId]);
    expect(
      await call('GET /v1/entities/{entityId}', 'limited', { params: { entityId: otherEntityId } }),
    ).toBe(200);
  });
});

describe('the table of routes', () => {
  // Evidence for ASVS 6.1.3, ASVS 6.4.2, ASVS 6.6
  it('names the callers of every route and leaves few routes public', () => {
    const open = rowsOf(routes).filter(([, { allow }]) => allow === 'anyone');
    expect(open.map(([key]) => key).toSorted()).toEqual([
      'DELETE /v1/users/token',
      'GET /v1/calendar/feed.ics',
      'GET /v1/connections/xero',
      'GET /v1/docs',
      'GET /v1/openapi.json',
      'GET /v1/users/email/confirm',
      'GET /v1/users/email/restore',
      'GET /v1/users/invite',
      'GET /v1/users/verify',
      'POST /v1/connections/xero',
      'POST /v1/digest/unsubscribe',
      'POST /v1/users',
      'POST /v1/users/authenticate',
      'POST /v1/users/authenticate/mfa',
      'POST /v1/users/email/confirm',
      'POST /v1/users/email/release',
      'POST /v1/users/email/restore',
      'POST /v1/users/factors/reset',
      'POST /v1/users/factors/reset/cancel',
      'POST /v1/users/factors/reset/start',
      'POST /v1/users/factors/revoke',
      'POST /v1/users/passkeys/authenticate',
      'POST /v1/users/passkeys/options',
      'POST /v1/users/recover',
      'POST /v1/users/token/refresh',
      'POST /v1/webhooks/stripe',
    ]);
  });

  it('limits the length of every list in a request', () => {
    const unlimited = (schema: unknown): boolean => {
      if (typeof schema !== 'object' || schema === null) return false;
      if ('type' in schema && schema.type === 'array' && !('maxItems' in schema)) return true;
      return Object.values(schema).some(unlimited);
    };
    const found = rowsOf(routes).filter(
      ([, { body }]) => body && unlimited(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
    );
    expect(found.map(([key]) => key)).toEqual([]);
  });

  it('allows a Guest no writes except to their own messages', () => {
    const below = (allow: RouteRow['allow']): allow is Role => allow === 'Guest';
    const writes = rowsOf(routes).filter(([key, { allow }]) => !key.startsWith('GET') && below(allow));
    expect(writes.map(([key]) => key)).toEqual(['DELETE /v1/messages', 'POST /v1/messages/Acknowledge']);
  });
});
