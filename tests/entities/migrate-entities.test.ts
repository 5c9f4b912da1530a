import { beforeEach, describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { ownEntity, saveTracking } from '../../functions/records/entities/entity.ts';
import { linkEntity } from '../../functions/records/entities/links.ts';
import { readListed } from '../../functions/records/entities/schedule-chunks.ts';
import { scheduleAttentionWrite } from '../../functions/records/entities/attention.ts';
import { ownSchedule, saveSchedule } from '../../functions/records/schedules/schedule.ts';
import type { XeroTenantId } from '../../functions/services/xero/port.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Table } from '../../functions/store/table.ts';
import { createTestApp, START, type AnswerOf, type TestApp } from '../support/app.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { inNewOrganisation, type Person, signIn, signUp, signUpInto } from '../support/people.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

const XERO = { tenantId: 'x1' as XeroTenantId, authorisationId: 'a1', name: 'Xero One', shortCode: '!one' };

let app: TestApp;
let owner: Person;
/** Another organisation of the owner's. */
let target: Person;

beforeEach(async () => {
  app = await createTestApp();
  owner = await signUp(app, { tenantName: 'Source' });
  target = await inNewOrganisation(app, owner, 'Target');
});

async function createEntity(by: Person, name: string, schedules = 0): Promise<string> {
  const entityId = await addEntity(app, by, name);
  for (let count = 0; count < schedules; count++) await addSchedule(app, by, entityId);
  return entityId;
}

async function link(by: Person, entityId: string, xero = XERO): Promise<void> {
  await linkEntity(app.table, await ownEntity(app.table, allEntities(by.tenantId), entityId), xero, []);
}

async function allow(by: Person, maximum: number): Promise<void> {
  await app.table.write({ update: keys.organisation(by.tenantId), set: { maximum } });
}

async function connect(by: Person, entityId: string, changes = { xeroConnected: true }): Promise<string> {
  const { id: scheduleId } = await addSchedule(app, by, entityId);
  const entity = await ownEntity(app.table, allEntities(by.tenantId), entityId);
  const schedule = await ownSchedule(app.table, entity, scheduleId);
  await saveSchedule(app.table, entity, schedule, changes);
  return scheduleId;
}

async function plan(by: Person): Promise<unknown> {
  return (await app.table.get(keys.organisation(by.tenantId)))?.['used'];
}

async function migrate(
  by: Person,
  entities: readonly string[],
  to: Person,
  mergeConflicts = false,
): Promise<AnswerOf<'POST /v1/entities/migrate'>> {
  const body = { entities, targetTenantId: to.tenantId, mergeConflicts };
  return app.call('POST /v1/entities/migrate', { as: by.token, body });
}

const read = async (by: Person, entityId: string) =>
  (await app.call('GET /v1/entities/{entityId}', { as: by.token, params: { entityId } })).body;

const readSchedule = (by: Person, entityId: string, scheduleId: string) =>
  app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
    as: by.token,
    params: { entityId, scheduleId },
  });

async function namesOf(by: Person): Promise<string[]> {
  const { body } = await app.call('GET /v1/entities', { as: by.token });
  return body.map(({ name }) => name);
}

describe('migrating entities', () => {
  it('moves schedules, link and connections with the entity', async () => {
    await Promise.all([allow(owner, 5), allow(target, 5)]);
    const entityId = await createEntity(owner, 'Farm');
    await link(owner, entityId);
    const scheduleId = await connect(owner, entityId);
    const before = await read(owner, entityId);

    const { status, body } = await migrate(owner, [entityId], target);

    expect([status, body]).toEqual([200, { entities: [entityId], errors: [] }]);
    const after = await read(target, entityId);
    expect(after).toEqual(before);
    expect(after).toMatchObject({ hasXeroLink: true, schedulesCount: 1, totalBorrowing: 50_000 });
    expect((await readSchedule(target, entityId, scheduleId)).body).toMatchObject({ xeroConnected: true });
    expect((await readSchedule(owner, entityId, scheduleId)).status).toBe(404);
    expect([await plan(owner), await plan(target)]).toEqual([0, 1]);
    expect(await app.table.get(keys.anchor(entityId))).toMatchObject({ tenantId: target.tenantId });
  });

  it('releases the name in the source and reserves it in the target', async () => {
    const entityId = await createEntity(owner, 'Farm');
    await migrate(owner, [entityId], target);
    const create = async (by: Person) =>
      (await app.call('POST /v1/entities', { as: by.token, body: { name: 'farm' } })).status;
    expect(await create(target)).toBe(409);
    expect(await create(owner)).toBe(201);
  });

  it('stores an audit entry in both organisations', async () => {
    const entityId = await createEntity(owner, 'Farm');
    await migrate(owner, [entityId], target);
    for (const { tenantId } of [owner, target]) {
      const { items } = await app.table.query({ pk: `T#${tenantId}#A#2025-06` });
      expect(items).toContainEqual(expect.objectContaining({ action: 'entity/migrate', subject: entityId }));
    }
  });

  it('sends the Owner a message when an Admin moves an entity away', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const away = await inNewOrganisation(app, admin, 'Away');
    const entityId = await createEntity(owner, 'Farm');
    const again = { ...admin, ...(await signIn(app, admin.email)) };
    const back = await app.call('POST /v1/users/authenticate/tenant', {
      as: again.token,
      body: { tenant: owner.tenantId },
    });
    const moved = await migrate({ ...admin, ...back.body }, [entityId], away);
    expect(moved.body).toMatchObject({ entities: [entityId], errors: [] });
    const { body } = await app.call('GET /v1/messages', { as: owner.token });
    expect(body).toContainEqual(
      expect.objectContaining({
        subject: 'An entity was moved to another organisation',
        message: 'Farm was moved to the organisation Away by an Admin, with everything in it.',
      }),
    );
    const { body: seen } = await app.call('GET /v1/messages', { as: back.body.token });
    expect(JSON.stringify(seen)).not.toContain('Farm was moved');
  });

  it('requires an Admin of both organisations, and a member to find the target', async () => {
    const entityId = await createEntity(owner, 'Farm');
    const member = await signUpInto(app, owner, 'Member');
    const admin = await signUpInto(app, owner, 'Admin');
    const stranger = await signUp(app);
    expect(
      (await migrate(member, [entityId], await inNewOrganisation(app, member, 'Own'))).status,
      'source',
    ).toBe(403);
    expect((await migrate(admin, [entityId], target)).status, 'no member of the target').toBe(404);
    expect((await migrate(owner, [entityId], stranger)).status, 'a stranger’s').toBe(404);
    const host = await signUp(app);
    const invited = await signUpInto(app, host, 'Member');
    const own = await inNewOrganisation(app, invited, 'Own');
    const ownEntityId = await createEntity(own, 'Shop');
    expect((await migrate(own, [ownEntityId], host)).status, 'below Admin in the target').toBe(403);
    expect(await namesOf(owner)).toEqual(['Farm']);
  });

  it('answers 404 for an entity of another organisation and moves none', async () => {
    const entityId = await createEntity(owner, 'Farm');
    const stranger = await signUp(app);
    const foreign = await createEntity(stranger, 'Shop');
    expect((await migrate(owner, [entityId, foreign], target)).status).toBe(404);
    expect(await namesOf(owner)).toEqual(['Farm']);
  });

  it('refuses to migrate into the same organisation, or without an entity', async () => {
    const entityId = await createEntity(owner, 'Farm');
    expect((await migrate(owner, [entityId], owner)).status).toBe(400);
    expect((await migrate(owner, [], target)).status).toBe(400);
  });

  it('moves nothing when the connections exceed the target’s plan', async () => {
    await Promise.all([allow(owner, 5), allow(target, 1)]);
    const entities = [await createEntity(owner, 'Farm'), await createEntity(owner, 'Shop')];
    for (const entityId of entities) await connect(owner, entityId);
    const { status, body } = await migrate(owner, entities, target);
    expect([status, body.code]).toEqual([409, 'plan/limit-reached']);
    expect(await namesOf(owner)).toEqual(['Farm', 'Shop']);
    expect([await plan(owner), await plan(target)]).toEqual([2, 0]);
  });

  it('refuses to migrate while a payment is being posted', async () => {
    const entityId = await createEntity(owner, 'Farm');
    const { id: scheduleId } = await addSchedule(app, owner, entityId);
    await app.table.write({ update: keys.schedule(entityId, scheduleId), set: { openIntents: 1 } });
    const { status, body } = await migrate(owner, [entityId], target);
    expect([status, body.code]).toEqual([409, 'schedule/posting']);
  });

  it('migrates once when two identical requests run at once', async () => {
    await Promise.all([allow(owner, 5), allow(target, 5)]);
    const entityId = await createEntity(owner, 'Farm');
    await connect(owner, entityId);
    const answers = await Promise.all([1, 2].map(() => migrate(owner, [entityId], target)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect([await plan(owner), await plan(target)]).toEqual([0, 1]);
  });
});

/** Creates an app that runs actions right before the first entity moves. */
async function startInterrupted(): Promise<(action: () => Promise<unknown>) => void> {
  const table = createMemoryTable({ now: () => START });
  let actions: (() => Promise<unknown>)[] = [];
  const transact: Table['transact'] = async (writes) => {
    const isMove = writes.some((write) => 'update' in write && write.set?.['tenantId'] !== undefined);
    const due = isMove ? actions : [];
    if (isMove) actions = [];
    for (const action of due) await action();
    return table.transact(writes);
  };
  app = await createTestApp({ table: { ...table, transact } });
  owner = await signUp(app);
  target = await inNewOrganisation(app, owner, 'Target');
  return (action) => void actions.push(action);
}

describe('migrating during a change', () => {
  it('names the entities that stay, and keeps the others in the target', async () => {
    const beforeFirstMove = await startInterrupted();
    const farm = await createEntity(owner, 'Farm');
    const shop = await createEntity(owner, 'Shop');
    beforeFirstMove(() => createEntity(target, 'Shop'));
    const { status, body } = await migrate(owner, [farm, shop], target);
    expect(status).toBe(200);
    expect(body).toEqual({
      entities: [farm],
      errors: [{ id: shop, message: expect.stringContaining('"Shop"') }],
    });
    expect(await namesOf(owner)).toEqual(['Shop']);
    expect(await namesOf(target)).toEqual(['Farm', 'Shop']);
  });

  it('moves a change that another request makes during the migration', async () => {
    const beforeFirstMove = await startInterrupted();
    const entityId = await createEntity(owner, 'Farm');
    beforeFirstMove(() => addSchedule(app, owner, entityId));
    expect((await migrate(owner, [entityId], target)).status).toBe(200);
    expect(await read(target, entityId)).toMatchObject({ schedulesCount: 1, totalBorrowing: 50_000 });
  });
});

describe('migrating to an organisation with an entity of the same name', () => {
  it('refuses duplicate names, names them and moves nothing', async () => {
    const entities = [await createEntity(owner, 'Farm'), await createEntity(owner, 'Shop')];
    await createEntity(target, 'FARM');
    const { status, body } = await migrate(owner, entities, target);
    expect([status, body.code]).toEqual([409, 'migration/name-taken']);
    expect(body.detail).toContain('"Farm"');
    expect(await namesOf(owner)).toEqual(['Farm', 'Shop']);
  });

  it('merges the schedules into the entity of that name on request', async () => {
    await Promise.all([allow(owner, 5), allow(target, 5)]);
    const from = await createEntity(owner, 'Farm', 1);
    const scheduleId = await connect(owner, from);
    const into = await createEntity(target, 'farm', 1);
    const { status, body } = await migrate(owner, [from], target, true);
    expect([status, body]).toEqual([200, { entities: [from], errors: [] }]);
    expect(await namesOf(owner)).toEqual([]);
    expect(await read(target, into)).toMatchObject({
      name: 'farm',
      schedulesCount: 3,
      totalBorrowing: 150_000,
    });
    expect((await readSchedule(target, into, scheduleId)).body).toMatchObject({
      id: scheduleId,
      xeroConnected: true,
    });
    expect(await app.table.get(keys.scheduleParent(scheduleId))).toMatchObject({ entityId: into });
    expect((await app.table.query({ pk: keys.anchor(from).pk })).items).toEqual([]);
    expect([await plan(owner), await plan(target)]).toEqual([0, 1]);
  });

  it('keeps the tracking that loans followed, and the own choices of loans', async () => {
    await Promise.all([allow(owner, 5), allow(target, 5)]);
    const from = await createEntity(owner, 'Farm');
    await link(owner, from);
    const chosen = (optionId: string) => ({
      xeroTenantId: XERO.tenantId,
      chosen: [{ categoryId: 'division', optionId, category: 'Division', option: optionId }],
    });
    const choose = async (by: Person, entityId: string, optionId: string): Promise<void> => {
      const entity = await ownEntity(app.table, allEntities(by.tenantId), entityId);
      const usual = { lines: 'profit-and-loss', isRequired: false } as const;
      await saveTracking(app.table, entity, { ...chosen(optionId), ...usual }, []);
    };
    await choose(owner, from, 'north');
    const follows = await connect(owner, from);
    const own = await connect(owner, from, { xeroConnected: true, tracking: chosen('south') } as never);
    const into = await createEntity(target, 'Farm');
    await link(target, into);
    await choose(target, into, 'south');
    expect((await migrate(owner, [from], target, true)).status).toBe(200);
    const optionOf = async (scheduleId: string) =>
      (await readSchedule(target, into, scheduleId)).body.tracking?.map(({ optionId }) => optionId);
    expect([await optionOf(follows), await optionOf(own)]).toEqual([['north'], ['south']]);

    // An entity without a link takes the link with its choice.
    const next = await createEntity(owner, 'Farm');
    expect((await migrate(target, [into], { ...owner, tenantId: owner.tenantId }, true)).status).toBe(200);
    const entity = await ownEntity(app.table, allEntities(owner.tenantId), next);
    expect(entity.tracking?.chosen.map(({ optionId }) => optionId)).toEqual(['south']);
  });

  it('takes statements, lenders and attention items of merged schedules along', async () => {
    const from = await createEntity(owner, 'Farm', 18);
    const into = await createEntity(target, 'Farm', 1);
    const { body: schedules } = await app.call('GET /v1/entities/{entityId}/schedules', {
      as: owner.token,
      params: { entityId: from },
    });
    const [first, ...others] = schedules.map(({ id }) => id);
    const last = others.at(-1) ?? '';
    await app.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}', {
      as: owner.token,
      params: { entityId: from, scheduleId: last },
      body: { ...WORKED_EXAMPLE, lender: 'Westpac' },
    });
    for (const date of ['2026-06-30', '2025-12-31']) {
      await app.call('PUT /v1/reports/loans/{date}/statements', {
        as: owner.token,
        params: { date },
        body: [
          { scheduleId: first ?? '', balance: 1 },
          { scheduleId: last, balance: 2 },
        ],
      });
    }
    const item = { since: calendarDate('2025-05-15'), amount: null, text: 'Payment 4 is not in Xero.' };
    const { chunkKey } = (await app.table.get(keys.entity(owner.tenantId, from))) as unknown as {
      chunkKey: string;
    };
    const place = { tenantId: owner.tenantId, entityId: from, chunkKey };
    await app.table.write(scheduleAttentionWrite(place, last, [['overdue', item]]));
    expect((await migrate(owner, [from], target, true)).body.entities).toEqual([from]);
    const { body: report } = await app.call('GET /v1/reports/loans', {
      as: target.token,
      query: { date: '2025-12-31', entityId: into },
    });
    const loans = 'loans' in report ? report.loans : [];
    const stated = loans.flatMap(({ scheduleId, statement }) =>
      statement ? [[scheduleId, statement.balance]] : [],
    );
    expect(Object.fromEntries(stated)).toEqual({ [first ?? '']: 1, [last]: 2 });
    const { body: items } = await app.call('GET /v1/attention', { as: target.token });
    expect(items[0]).toMatchObject({ kind: 'overdue', entityId: into, scheduleId: last });
    const { body: forecast } = await app.call('GET /v1/forecast', {
      as: target.token,
      query: { groupBy: 'lender', months: '1' },
    });
    expect(forecast.rows.map(({ name }) => name)).toEqual(['No lender', 'Westpac']);
    expect((await app.table.query({ pk: keys.anchor(from).pk })).items).toEqual([]);
    expect(await app.table.get(keys.attention(owner.tenantId, from))).toBeUndefined();
  });

  it('merges more schedules than one transaction holds', async () => {
    await Promise.all([allow(owner, 100), allow(target, 100)]);
    const from = await createEntity(owner, 'Farm', 60);
    for (let count = 0; count < 11; count++) await connect(owner, from);
    const into = await createEntity(target, 'Farm', 1);
    expect((await migrate(owner, [from], target, true)).body.entities).toEqual([from]);
    const entity = await ownEntity(app.table, allEntities(target.tenantId), into);
    expect(entity).toMatchObject({ scheduleCount: 72, connected: 11 });
    expect(await readListed(app.table, entity)).toHaveLength(72);
    expect([await plan(owner), await plan(target)]).toEqual([0, 11]);
    expect((await app.table.query({ pk: keys.anchor(from).pk })).items).toEqual([]);
  });

  it('moves the Xero link to a target without one', async () => {
    const from = await createEntity(owner, 'Farm', 1);
    const into = await createEntity(target, 'Farm');
    await link(owner, from);
    await migrate(owner, [from], target, true);
    expect(await read(target, into)).toMatchObject({ hasXeroLink: true, xeroEntityName: 'Xero One' });
    const linked = await app.table.query({ pk: 'X#x1', index: 'gsi1' });
    expect(linked.items.map(({ pk }) => pk)).toEqual([`E#${into}`]);
  });

  it('refuses to merge entities linked to different Xero organisations', async () => {
    const from = await createEntity(owner, 'Farm', 1);
    const into = await createEntity(target, 'Farm');
    await link(owner, from);
    await link(target, into, { ...XERO, tenantId: 'x2' as XeroTenantId, authorisationId: 'a2' });
    const { status, body } = await migrate(owner, [from], target, true);
    expect([status, body.code]).toEqual([409, 'migration/other-xero']);
    expect(await namesOf(owner)).toEqual(['Farm']);
  });

  it('keeps the link when both entities use the same Xero organisation', async () => {
    const from = await createEntity(owner, 'Farm', 1);
    const into = await createEntity(target, 'Farm');
    await link(owner, from);
    await link(target, into);
    expect((await migrate(owner, [from], target, true)).status).toBe(200);
    expect(await read(target, into)).toMatchObject({
      hasXeroLink: true,
      xeroEntityName: 'Xero One',
      schedulesCount: 1,
    });
  });

  it('keeps an authorisation that links a third entity', async () => {
    const from = await createEntity(owner, 'Farm', 1);
    const into = await createEntity(target, 'Farm');
    const third = await createEntity(owner, 'Orchard');
    const xeroTenantIds = [XERO.tenantId, 'x3' as XeroTenantId];
    await app.table.write({
      put: {
        ...keys.xeroAuthorisation(XERO.authorisationId),
        authorisationId: XERO.authorisationId,
        entityId: from,
        xeroUserId: null,
        connections: xeroTenantIds.map((tenantId) => ({ connectionId: tenantId, tenantId, name: tenantId })),
        sealed: '',
        expiresAt: 0,
        refreshedAt: 0,
        lost: false,
        version: 1,
      },
    });
    await link(owner, from);
    await link(owner, third, { ...XERO, tenantId: 'x3' as XeroTenantId });
    await link(target, into, { ...XERO, authorisationId: 'a2' });
    expect((await migrate(owner, [from], target, true)).status).toBe(200);
    expect(await app.table.get(keys.xeroAuthorisation(XERO.authorisationId))).toBeDefined();
  });

  it('refuses to merge when one entity would have more than 2,000 schedules', async () => {
    const from = await createEntity(owner, 'Farm', 1);
    const into = await createEntity(target, 'Farm');
    const fill = async (scheduleCount: number) =>
      app.table.write({ update: keys.entity(target.tenantId, into), set: { scheduleCount } });
    await fill(2000);
    const { status, body } = await migrate(owner, [from], target, true);
    expect([status, body.code]).toEqual([409, 'schedule/limit-reached']);
    await fill(1999);
    expect((await migrate(owner, [from], target, true)).status).toBe(200);
  });
});
