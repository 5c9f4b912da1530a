/** The size of an organisation by its plan: one account can't fill the table, and nobody loses what is stored. */
import { beforeEach, describe, expect, it } from 'vitest';
import { sizeOfPlan } from '../../functions/records/tenants/size.ts';
import { keys } from '../../functions/store/keys.ts';
import { stageOf } from '../../infra/stages.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { type Person, signIn, signUp } from '../support/people.ts';

const MB = 1_000_000;
const free = { schedules: 3, xeroOrganisations: 2, payments: 200, fileBytes: 10 * MB };
const sizes = { free, least: free, each: { ...free, fileBytes: 0 } };
const LOANS = 'POST /v1/entities/{entityId}/schedules';
const FILES = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments';

let app: TestApp;
let owner: Person;
let entityId: string;

beforeEach(async () => {
  app = await createTestApp({ limits: { sizes } });
  owner = await signUp(app);
  entityId = await add('Farm');
});

async function add(name: string, { token: as } = owner): Promise<string> {
  return (await app.call('POST /v1/entities', { as, body: { name } })).body.id;
}

const loan = (description: string, qty = 60) => ({
  ...WORKED_EXAMPLE,
  description,
  schedulePaymentPlans: [{ number: 1, qty, amount: 60_000 / qty }],
});

const create = (description: string, qty?: number) =>
  app.call(LOANS, { as: owner.token, params: { entityId }, body: loan(description, qty) });

const sizeNow = async ({ token: as }: { readonly token: string } = owner) => {
  const { size } = (await app.call('GET /v1/tenants/subscription', { as })).body;
  return Object.fromEntries(Object.entries(size).map(([name, { used }]) => [name, used]));
};

const row = (line: number) => ({
  line,
  entity: 'Farm',
  name: `Imported ${line}`,
  loanAmount: '50000',
  startDate: '15/01/2025',
  frequency: 'monthly',
  terms: [{ qty: '60', amount: '1000' }],
});

const importing = (count: number) =>
  app.send('POST /v1/imports', {
    as: owner.token,
    body: {
      importId: crypto.randomUUID(),
      rows: Array.from({ length: count }, (_each, index) => row(index + 2)),
    },
  });

describe('stages', () => {
  it('hold by plan what is agreed', () => {
    const { sizes: real } = stageOf('prod').limits;
    expect(sizeOfPlan(0, real)).toEqual({
      schedules: 200,
      xeroOrganisations: 3,
      payments: 200_000,
      fileBytes: 100 * MB,
    });
    expect(sizeOfPlan(5, real)).toEqual({
      schedules: 500,
      xeroOrganisations: 10,
      payments: 1_000_000,
      fileBytes: 10_000 * MB,
    });
    expect(sizeOfPlan(500, real)).toMatchObject({
      schedules: 20_000,
      xeroOrganisations: 1_000,
      payments: 5_000_000,
    });
  });
});

describe('an organisation', () => {
  // Evidence for ASVS 2.4
  it('holds the schedules of its plan, also when they are created at the same time', async () => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    const answers = await Promise.all(names.map((name) => create(name)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'plan/size-reached',
      detail:
        'Your plan allows 3 schedules at most. Please delete what is no longer needed, or upgrade the plan.',
    });
    expect(await sizeNow()).toMatchObject({ schedules: 3, payments: 180 });
  });

  it('counts payments, and gives them back', async () => {
    const { body: first } = await create('One', 150);
    expect((await create('Two', 60)).body.detail).toContain('200 payments in all schedules together');
    const params = { entityId, scheduleId: first.id };
    await app.call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { as: owner.token, params });
    expect(await sizeNow()).toMatchObject({ schedules: 0, payments: 0 });
    expect((await create('Two', 60)).status).toBe(201);
    await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    expect(await sizeNow()).toEqual({ schedules: 0, xeroOrganisations: 0, payments: 0, fileBytes: 0 });
  });

  it('counts the bytes of files as they are announced, and gives them back with the schedule', async () => {
    const { body: made } = await create('One');
    const params = { entityId, scheduleId: made.id };
    let as = owner.token;
    const announce = (size: number) =>
      app.call(FILES, {
        as,
        params,
        body: { name: 'contract.pdf', size, contentType: 'application/pdf' },
      });
    expect((await announce(6 * MB)).status).toBe(201);
    expect((await announce(6 * MB)).body).toMatchObject({
      code: 'plan/size-reached',
      detail: expect.stringContaining('10 MB of attached files'),
    });
    // One that never arrived is free again after an hour.
    app.clock.advance(61 * 60_000);
    as = (await signIn(app, owner.email)).token;
    expect((await announce(6 * MB)).status).toBe(201);
    expect(await sizeNow({ token: as })).toMatchObject({ fileBytes: 6 * MB });
    await app.call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { as, params });
    expect(await sizeNow({ token: as })).toMatchObject({ fileBytes: 0 });
  });

  it('checks the whole of an import first', async () => {
    const refused = await importing(4);
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan/size-reached' } });
    expect(await sizeNow()).toMatchObject({ schedules: 0, payments: 0 });
    expect((await importing(3)).status).toBe(201);
    expect(await sizeNow()).toMatchObject({ schedules: 3, payments: 180 });
  });

  it('takes a client from another organisation whole or not at all', async () => {
    await create('One');
    await create('Two');
    const { body: other } = await app.call('POST /v1/tenants', { as: owner.token, body: { name: 'Other' } });
    const migrate = () =>
      app.send('POST /v1/entities/migrate', {
        as: owner.token,
        body: { targetTenantId: other.id, entities: [entityId], mergeConflicts: false },
      });
    const target = keys.size(other.id);
    await app.table.write({ update: target, set: { 'left.schedules': 1 } });
    expect(await migrate()).toMatchObject({
      status: 409,
      body: { code: 'plan/size-reached', detail: expect.stringContaining('The other organisation’s plan') },
    });
    expect(await sizeNow()).toMatchObject({ schedules: 2 });
    await app.table.write({ update: target, set: { 'left.schedules': 3 } });
    expect((await migrate()).status).toBe(200);
    expect(await sizeNow()).toMatchObject({ schedules: 0, payments: 0 });
    expect(await app.table.get(target)).toMatchObject({ left: { schedules: 1, payments: 80 } });
  });

  it('loses nothing after a downgrade: only adding is refused', async () => {
    const { body: first } = await create('One');
    await create('Two');
    const smaller = { ...free, schedules: 1 };
    await app.table.write({
      update: keys.size(owner.tenantId),
      set: { most: smaller, left: { ...free, schedules: -1, payments: 80 } },
    });
    const params = { entityId, scheduleId: first.id };
    const as = owner.token;
    const read = await app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { as, params });
    expect(read.status).toBe(200);
    expect((await create('Three')).status).toBe(409);
    expect(
      (await app.call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { as, params })).status,
    ).toBe(204);
    expect((await create('Three')).body.detail).toContain('1 schedules');
  });
});
