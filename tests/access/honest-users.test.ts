/** Honest people, with the limits of production, never meet one. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { stageOf } from '../../infra/stages.ts';
import { START, createTestApp, type TestApp } from '../support/app.ts';
import { IMPORT_ROW } from '../support/contracts.ts';
import { record } from '../support/events.ts';
import { invite, PASSWORD, signIn, signUp } from '../support/people.ts';
import { authorise, BAKERY, DEMO, KAURI, startWork } from '../support/xero.ts';

const { limits } = stageOf('prod');
/** The office's one address. */
const source = '203.0.113.200';

const asking = (app: TestApp, as: string) => ({
  home: () => app.call('GET /v1/entities', { as, source }),
  board: () => app.call('GET /v1/attention', { as, source }),
  messages: () => app.call('GET /v1/messages', { as, source }),
  user: () => app.call('GET /v1/users', { as, source }),
  organisation: () => app.call('GET /v1/tenants/current', { as, source }),
  theme: () => app.call('PATCH /v1/users/metadata', { as, source, body: { portalTheme: 'dark' } }),
});

it('lets an office of sixty people join, mistype and work within a minute behind one address', async () => {
  const app = await createTestApp({ limits });
  const owner = await signUp(app, { tenantName: 'Big Office' });
  const statuses = new Set<number>();
  const mistakes = new Set<number>();
  const people = Array.from({ length: 60 }, (_, index) => `p${index}@office.example`);
  for (const [index, email] of people.entries()) {
    const inviteToken = await invite(app, owner, { email, role: 'Member' });
    const person = { givenName: 'Ada', surname: 'Byron', email, password: PASSWORD, inviteToken };
    statuses.add((await app.call('POST /v1/users', { body: person, source })).status);
    const credentials = (password: string) => ({ body: { email, password }, source });
    // One of five mistypes the password.
    if (index % 5 === 0) {
      const mistyped = await app.call('POST /v1/users/authenticate', credentials('Wrong-Horse-9'));
      mistakes.add(mistyped.status);
    }
    const { status, body } = await app.call('POST /v1/users/authenticate', credentials(PASSWORD));
    statuses.add(status);
    if (!('token' in body)) throw new Error(`${email} is not signed in`);
    for (const ask of Object.values(asking(app, body.token))) statuses.add((await ask()).status);
    const { refreshToken } = body;
    statuses.add((await app.call('POST /v1/users/token/refresh', { body: { refreshToken }, source })).status);
  }
  expect(app.clock.now() - START).toBeLessThan(60_000);
  expect([statuses, mistakes]).toEqual([new Set([200, 201]), new Set([401])]);
});

it('lets a practice of 150 loans read every page within a minute', { timeout: 120_000 }, async () => {
  const app = await createTestApp({ limits });
  const owner = await signUp(app, { tenantName: 'Practice' });
  const rows = Array.from({ length: 150 }, (_, index) => ({
    ...IMPORT_ROW,
    line: index + 2,
    entity: `Client ${index % 30}`,
    name: `Loan ${index}`,
  }));
  const { body: imported } = await app.call('POST /v1/imports', {
    as: owner.token,
    body: { importId: randomUUID(), rows, createEntities: true },
  });
  const { created } = imported;
  expect(created).toHaveLength(150);
  for (const [index, params] of created.entries()) {
    if (index % 3 !== 0) continue;
    // Recorded in the course of years, not at once.
    app.clock.advance(60_000);
    const { token } = index % 30 === 0 ? await signIn(app, owner.email) : owner;
    Object.assign(owner, { token });
    const change = { date: '2025-04-20', kind: 'rate-change', interestRate: 9, keep: 'term' } as const;
    expect((await record({ app, owner, params }, change)).status).toBe(201);
  }
  const { token: as } = await signIn(app, owner.email);
  app.clock.advance(60_000);
  const refused: string[] = [];
  let reads = 0;
  const read = async (name: string, answer: Promise<{ readonly status: number }>): Promise<void> => {
    reads++;
    const { status } = await answer;
    if (status !== 200) refused.push(`${name}: ${status}`);
  };
  for (let visit = 0; visit < 10; visit++)
    for (const [name, ask] of Object.entries(asking(app, as))) if (name !== 'theme') await read(name, ask());
  for (const entityId of new Set(created.map((one) => one.entityId))) {
    const params = { entityId };
    await read('entity', app.call('GET /v1/entities/{entityId}', { as, params, source }));
    await read('list', app.call('GET /v1/entities/{entityId}/schedules', { as, params, source }));
    await read('registers', app.call('GET /v1/entities/{entityId}/registers', { as, params, source }));
  }
  for (const params of created) {
    const own = { as, params, source };
    await read('loan', app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', own));
    await read('events', app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}/events', own));
  }
  for (let visit = 0; visit < 10; visit++) {
    await read('forecast', app.call('GET /v1/forecast', { as, source }));
    await read('report', app.call('GET /v1/reports/loans', { as, source, query: { date: '2025-06-30' } }));
    await read('search', app.call('GET /v1/search', { as, source, query: { query: 'loan' } }));
  }
  expect(reads).toBeGreaterThan(450);
  expect(refused).toEqual([]);
});

it('links a third organisation by one consent on the free plan, and says at a fourth what the plan allows', async () => {
  const work = await startWork(0);
  const { app, owner, entityId } = work;
  const { free } = limits.sizes;
  await app.table.write({ update: keys.size(owner.tenantId), set: { most: free, left: free } });
  for (const name of ['Quarry', 'Dairy']) app.control('POST', 'organisations', { name });
  const names = [DEMO, BAKERY, 'Quarry', 'Dairy'];
  const create = async (name: string): Promise<string> =>
    (await app.call('POST /v1/entities', { as: owner.token, body: { name } })).body.id;
  const entityIds = [entityId, await create('Second'), await create('Third'), await create('Fourth')];
  const query = await authorise(app, owner, entityId, names);
  await app.call('GET /v1/connections/xero', { as: owner.token, query });
  const links = entityIds.map((id, index) => ({
    entityId: id,
    id: app.books(names[index] ?? KAURI).tenantId,
  }));
  const { status, body } = await app.call('POST /v1/connections/xero/link', {
    as: owner.token,
    body: { links },
  });
  expect(status).toBe(200);
  expect(body.results.map((result) => result.status)).toEqual(['linked', 'linked', 'linked', 'failed']);
  expect(JSON.stringify(body.results[3])).toContain('3 linked Xero organisations');
});
