import { describe, expect, it } from 'vitest';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { signUp } from '../support/people.ts';

const ENTITY = 'GET /v1/entities/{entityId}';

const app = withTestApp();
const owner = withOwner(app);

const create = (name: string) => app.call('POST /v1/entities', { as: owner.token, body: { name } });

const rename = (entityId: string, name: string) =>
  app.call('PATCH /v1/entities/{entityId}', { as: owner.token, params: { entityId }, body: { name } });

const remove = (entityId: string) =>
  app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params: { entityId } });

const list = async (query = {}) => (await app.call('GET /v1/entities', { as: owner.token, query })).body;

const namesIn = (entities: readonly { readonly name: string }[]) => entities.map(({ name }) => name);

describe('entities', () => {
  it('creates an entity with a balance of 0.00', async () => {
    const { status, body } = await create('  Byron Farms ');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Byron Farms',
      totalBorrowing: 0,
      totalOutstanding: 0,
      currentMonthPaymentTotal: 0,
      schedulesCount: 0,
      hasXeroLink: false,
      xeroEntityName: null,
      chartOfAccountsUrl: null,
    });
  });

  it('lists entities by name and finds them by a part of it in any case', async () => {
    for (const name of ['Zebra', 'apple orchard', 'Apple Farm']) await addEntity(app, owner, name);
    expect(namesIn(await list())).toEqual(['Apple Farm', 'apple orchard', 'Zebra']);
    expect(await list({ query: ' APPLE ' })).toHaveLength(2);
  });

  it('sorts entities by the numbers in their names', async () => {
    for (const name of ['Unit 10', 'Unit 9', 'Unit 1 Holdings']) await addEntity(app, owner, name);
    expect(namesIn(await list())).toEqual(['Unit 1 Holdings', 'Unit 9', 'Unit 10']);
  });

  const pagesOf = async (query: Record<string, string>): Promise<string[][]> => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await app.call('GET /v1/entities', {
        as: owner.token,
        query: { ...query, ...(cursor && { cursor }) },
      });
      pages.push(namesIn(page.body));
      cursor = page.headers['x-next-cursor'];
    } while (cursor);
    return pages;
  };

  it('lists each entity once, page by page, by name', async () => {
    for (const name of ['D', 'b', 'A', 'e', 'C']) await addEntity(app, owner, name);
    expect(await pagesOf({ limit: '2' })).toEqual([['A', 'b'], ['C', 'D'], ['e']]);
  });

  it('fills each page with entities that match the search', async () => {
    for (const name of ['Farm 3', 'Shop', 'Farm 1', 'Mill', 'Farm 2']) await addEntity(app, owner, name);
    expect(await pagesOf({ limit: '2', query: 'farm' })).toEqual([['Farm 1', 'Farm 2'], ['Farm 3']]);
  });

  it('refuses a malformed cursor and names it', async () => {
    const { status, body } = await app.call('GET /v1/entities', {
      as: owner.token,
      query: { limit: '2', cursor: 'forged' },
    });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['cursor']]);
  });

  it('refuses a duplicate name in an organisation, in any case', async () => {
    await addEntity(app, owner);
    const again = await create('BYRON FARMS');
    expect(again.status).toBe(409);
    expect(again.body.errors?.['name']?.[0]).toContain('BYRON FARMS');
    const elsewhere = await signUp(app);
    await expect(addEntity(app, elsewhere)).resolves.toEqual(expect.any(String));
  });

  it('releases the name of a renamed or deleted entity', async () => {
    const first = await addEntity(app, owner, 'First');
    expect((await rename(first, 'Second')).body.name).toBe('Second');
    const again = await addEntity(app, owner, 'First');
    await remove(again);
    expect((await create('first')).status).toBe(201);
    expect((await rename(first, 'FIRST')).status).toBe(409);
  });

  it('changes the case of an entity’s own name', async () => {
    const id = await addEntity(app, owner, 'byron farms');
    const { status, body } = await rename(id, 'Byron Farms');
    expect([status, body.name]).toEqual([200, 'Byron Farms']);
  });

  it.each([
    ['nothing', {}, 'name'],
    ['an empty name', { name: '   ' }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['a control character', { name: 'a\u0007b' }, 'name'],
    ['null', { name: null }, 'name'],
    ['a year end of null', { name: 'Byron', financialYearEnd: null }, 'financialYearEnd'],
    ['a list', [], 'body'],
    ['no JSON', 'name=Byron', 'body'],
  ])('refuses %s and names the field', async (_what, body, field) => {
    const answer = await app.send('POST /v1/entities', { as: owner.token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.title).toBe('Error-Validation');
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    expect(JSON.stringify(answer.body)).not.toContain('expected');
  });

  it('totals the schedules as at today without archived ones, before any job runs', async () => {
    const entityId = await addEntity(app, owner);
    const made = await addSchedule(app, owner, entityId, { administrationFee: 2.5 });
    // On 1 June 2025 the payments of 15 February to 15 May are due.
    const balance = made.schedulePayments[3]?.endingBalance;
    const { body } = await app.call(ENTITY, { as: owner.token, params: { entityId } });
    expect(body).toMatchObject({
      totalBorrowing: 50_000,
      totalOutstanding: balance,
      currentMonthPaymentTotal: 1_002.5,
      schedulesCount: 1,
    });
    const [listed] = await list();
    expect(listed).toMatchObject({ ...body, xeroState: 'not-linked', toPost: { count: 0, amount: 0 } });
  });

  it('lists the next balloon and the responsible person, while that is a member', async () => {
    const entityId = await addEntity(app, owner);
    const plans = [
      { number: 1, qty: 59, amount: 800 },
      { number: 2, qty: 1, amount: 15_000 },
    ];
    const schedule = await addSchedule(app, owner, entityId, { schedulePaymentPlans: plans });
    const assign = (responsibleUserId: string | null) =>
      app.call('PATCH /v1/entities/{entityId}', {
        as: owner.token,
        params: { entityId },
        body: { responsibleUserId },
      });
    expect((await assign(owner.userId)).status).toBe(200);
    expect(await list()).toMatchObject([
      {
        nextBalloon: { scheduleId: schedule.id, date: '2030-01-15', amount: 15_000 },
        responsible: { userId: owner.userId },
      },
    ]);
    expect((await assign((await signUp(app)).userId)).status).toBe(404);
    await assign(null);
    expect((await list())[0]?.responsible).toBeNull();
  });

  it('totals a schedule of more term rows than the entity’s own item holds', async () => {
    const entityId = await addEntity(app, owner);
    const rows = Array.from({ length: 12 }, (_, index) => ({
      number: index + 1,
      qty: 5,
      amount: 900 + index,
    }));
    await addSchedule(app, owner, entityId, { schedulePaymentPlans: rows });
    const entity = await app.call(ENTITY, { as: owner.token, params: { entityId } });
    expect(entity.body).toMatchObject({ totalBorrowing: 50_000, schedulesCount: 1 });
  });

  it('deletes the schedules of a deleted entity', async () => {
    const entityId = await addEntity(app, owner);
    await addSchedule(app, owner, entityId);
    const gone = await remove(entityId);
    expect(gone.status).toBe(204);
    expect(gone.body).toBeUndefined();
    expect((await app.call(ENTITY, { as: owner.token, params: { entityId } })).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});
