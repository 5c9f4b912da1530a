import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditEntry } from '../../functions/records/tenants/audit.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { type Person, signIn, signUp, signUpInto } from '../support/people.ts';

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});

const DAY = 86_400_000;

type Filter = Parameters<typeof audit>[1];
const audit = async ({ token }: Pick<Person, 'token'>, query: Record<string, string | number> = {}) => {
  const { status, headers, body } = await app.call('GET /v1/tenants/audit', { as: token, query });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { entries: body, next: headers['x-next-cursor'] };
};
const actions = async (person: Person, filter?: Filter) =>
  (await audit(person, filter)).entries.map(({ action }) => action);

/** Writes an entry, by default at this moment. */
const act = (
  { userId, tenantId }: Pick<Person, 'userId' | 'tenantId'>,
  action: `${string}/${string}`,
  subject: string,
  later = 0,
) =>
  app.table.write(auditEntry({ actor: { userId, tenantId }, action, subject, at: app.clock.now() + later }));

/** An organisation with an entity and a schedule, renamed a day later. */
async function furnished() {
  const owner = await signUp(app);
  const as = owner.token;
  const entityId = await addEntity(app, owner, 'Farm');
  const { id: scheduleId } = await addSchedule(app, owner, entityId);
  const params = { entityId, scheduleId };
  app.clock.advance(60_000);
  await app.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}', {
    as,
    params,
    body: { ...WORKED_EXAMPLE, administrationFee: 12.5 },
  });
  app.clock.advance(60_000);
  await app.call('PATCH /v1/entities/{entityId}', { as, params, body: { name: 'Orchard' } });
  return { owner, ...params };
}

describe('The audit log', () => {
  // Evidence for ASVS 16.2
  it('lists actor, action, time, network and the changed values, the newest first', async () => {
    const { owner, entityId, scheduleId } = await furnished();
    const { entries } = await audit(owner);
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'entity/create',
      'entity/rename',
      'schedule/create',
      'schedule/update',
      'user/register',
      'user/sign-in',
    ]);
    expect(entries[0]).toEqual({
      id: expect.any(String),
      at: '2025-06-01T00:02:00.000Z',
      userId: owner.userId,
      name: 'Ada Byron',
      action: 'entity/rename',
      entityId,
      scheduleId: null,
      entityName: 'Orchard',
      scheduleName: null,
      subject: entityId,
      detail: { name: 'Farm → Orchard' },
      source: '203.0.113.0/24',
      requestId: expect.any(String),
    });
    expect(entries[1]).toMatchObject({
      entityId,
      scheduleId,
      scheduleName: 'Toyota HiLux',
      detail: { administrationFee: '0.00 → 12.50' },
    });
  });

  it('filters by entity, schedule, user, action and date', async () => {
    const { owner, entityId, scheduleId } = await furnished();
    const admin = await signUpInto(app, owner, 'Admin');
    expect((await actions(owner, { entityId })).toSorted()).toEqual([
      'entity/create',
      'entity/rename',
      'schedule/create',
      'schedule/update',
    ]);
    expect((await actions(owner, { scheduleId })).toSorted()).toEqual(['schedule/create', 'schedule/update']);
    expect((await actions(admin, { userId: admin.userId })).toSorted()).toEqual([
      'invite/accept',
      'user/register',
      'user/sign-in',
    ]);
    expect(await actions(owner, { action: 'entity/rename' })).toEqual(['entity/rename']);
    expect((await actions(owner, { action: 'entity' })).toSorted()).toEqual([
      'entity/create',
      'entity/rename',
    ]);
    expect(await actions(owner, { to: '2025-05-31' })).toEqual([]);
    const reversed = { as: owner.token, query: { from: '2025-06-02', to: '2025-06-01' } };
    expect((await app.call('GET /v1/tenants/audit', reversed)).status).toBe(400);
    expect((await actions(owner, { from: '2025-06-01', to: '2025-06-01' })).length).toBeGreaterThan(5);
    expect(await actions(owner, { from: '2025-06-02' })).toEqual([]);
    const all = await actions(owner, { from: '0100-01-01', to: '9999-12-31' });
    expect(all).toEqual(await actions(owner));
    for (const far of [{ userId: admin.userId }, { entityId }, { scheduleId }]) {
      expect(await actions(owner, { ...far, from: '0100-01-01', to: '9999-12-31' })).not.toEqual([]);
    }
  });

  it('filters by business day: an entry of the last hours of a month in UTC belongs to the next', async () => {
    app = await createTestApp({ startAt: Date.UTC(2025, 5, 30, 22) });
    const owner = await signUp(app);
    expect((await actions(owner, { from: '2025-07-01', to: '2025-07-01' })).toSorted()).toEqual([
      'user/register',
      'user/sign-in',
    ]);
    expect(await actions(owner, { to: '2025-06-30' })).toEqual([]);
  });

  it('lists each entry once over pages and months', async () => {
    const owner = await signUp(app);
    for (let month = 0; month < 5; month++) {
      for (let count = 0; count < 3; count++) {
        app.clock.advance(1000);
        await act(owner, 'test/act', `${month}-${count}`);
      }
      app.clock.advance(61 * DAY);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 20; page++) {
      const { entries, next } = await audit(await signIn(app, owner.email), {
        action: 'test',
        limit: 2,
        ...(cursor !== undefined && { cursor }),
      });
      seen.push(...entries.map(({ subject }) => subject));
      cursor = next;
      if (cursor === undefined) break;
    }
    const expected = [4, 3, 2, 1, 0].flatMap((month) => [2, 1, 0].map((count) => `${month}-${count}`));
    expect(seen).toEqual(expected);
  });

  it('reads at most 1,000 items a call and continues at the cursor', async () => {
    const owner = await signUp(app);
    await act(owner, 'rare/act', 'first');
    for (let count = 1; count <= 1100; count++) await act(owner, 'common/act', String(count), count);
    const first = await audit(owner, { action: 'rare' });
    expect(first.entries).toEqual([]);
    const second = await audit(owner, { action: 'rare', cursor: first.next ?? '' });
    expect(second.entries.map(({ subject }) => subject)).toEqual(['first']);
    expect(second.next).toBeUndefined();
  });

  // Evidence for ASVS 16.2
  it.each(['userId', 'entityId'] as const)(
    'finds the entries of one %s in a long log at once, page by page',
    async (name) => {
      const { owner, entityId } = await furnished();
      const admin = await signUpInto(app, owner, 'Admin');
      const filter = { [name]: name === 'userId' ? admin.userId : entityId };
      const rare = await actions(owner, filter);
      expect(rare.length).toBeGreaterThan(2);
      for (let count = 1; count <= 1100; count++) await act(owner, 'common/act', String(count), count);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await audit(owner, {
          ...filter,
          limit: 1,
          ...(cursor !== undefined && { cursor }),
        });
        expect(page.entries).toHaveLength(1);
        seen.push(...page.entries.map(({ action }) => action));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(seen).toEqual(rare);
    },
  );

  it('ends with the last entry: a full page without entries after it has no cursor', async () => {
    const { owner, entityId } = await furnished();
    for (const query of [{ entityId }, { userId: owner.userId }, {}]) {
      const all = await audit(owner, query);
      const page = await audit(owner, { ...query, limit: all.entries.length });
      expect(page).toEqual({ entries: all.entries, next: undefined });
      expect((await audit(owner, { ...query, limit: all.entries.length - 1 })).next).toBeDefined();
    }
  });

  // Evidence for ASVS 8.4.1
  it('finds nothing by an id of another organisation', async () => {
    const [here, elsewhere] = [await furnished(), await furnished()];
    const { entityId, scheduleId, owner } = elsewhere;
    for (const filter of [{ entityId }, { scheduleId }, { userId: owner.userId }, { entityId, scheduleId }]) {
      expect((await audit(here.owner, filter)).entries).toEqual([]);
      expect((await audit(owner, filter)).entries).not.toEqual([]);
    }
  });

  it('refuses the cursor of another filter', async () => {
    const { owner, entityId } = await furnished();
    const { next: cursor = '' } = await audit(owner, { entityId, limit: 1 });
    for (const query of [{ cursor }, { cursor, userId: owner.userId }, { cursor, entityId: owner.userId }]) {
      const refused = await app.call('GET /v1/tenants/audit', { as: owner.token, query });
      expect(refused).toMatchObject({ status: 400, body: { errors: { cursor: [expect.any(String)] } } });
    }
  });

  it.each(['nonsense', '2025-13.x', '2025-06.nonsense', '../@.'])('refuses the cursor %s', async (cursor) => {
    const { token } = await signUp(app);
    const refused = await app.call('GET /v1/tenants/audit', { as: token, query: { cursor } });
    expect(refused).toMatchObject({ status: 400, body: { errors: { cursor: [expect.any(String)] } } });
  });

  it('lists entries of jobs, without request, network and entity', async () => {
    const owner = await signUp(app);
    await act({ userId: 'gone', tenantId: owner.tenantId }, 'schedule/rename', 's1');
    const { entries } = await audit(owner, { action: 'schedule' });
    expect(entries).toMatchObject([
      { name: null, entityId: null, scheduleId: 's1', detail: {}, source: null, requestId: null },
    ]);
  });

  it('lists the schedules of an import with those of their entity', async () => {
    const { owner, entityId } = await furnished();
    const as = owner.token;
    const row = {
      line: 1,
      entity: 'Orchard',
      name: 'Loader',
      loanAmount: '50,000',
      startDate: '15/1/2025',
      frequency: 'Monthly',
      firstPaymentOnStartDate: 'No',
      terms: [{ qty: '60', amount: '1,000' }],
    };
    const importId = randomUUID();
    await app.call('POST /v1/imports', { as, body: { importId, rows: [row], createEntities: false } });
    await app.call('DELETE /v1/imports/{importId}', { as, params: { importId } });
    const imported = (await audit(owner, { entityId, action: 'schedule' })).entries.filter(
      ({ detail }) => detail['import'] === importId || detail['name'] === 'Loader',
    );
    expect(imported.map(({ action }) => action).toSorted()).toEqual(['schedule/create', 'schedule/delete']);
  });

  // Evidence for ASVS 16.2
  it('keeps each entry for seven years', async () => {
    const { tenantId } = await signUp(app);
    const { items } = await app.table.query({ pk: `T#${tenantId}#A#2025-06` });
    for (const { ttl } of items) expect(Number(ttl) * 1000).toBeGreaterThanOrEqual(Date.UTC(2032, 5, 1));
  });
});
