/** Payments of several schedules, posted by one request. */
import { beforeEach, expect, it } from 'vitest';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { createSchedule } from '../../functions/records/schedules/creation.ts';
import { paymentId } from '../../functions/records/schedules/payments.ts';
import { ownSchedule, saveSchedule } from '../../functions/records/schedules/schedule.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';
import { code } from '../support/coding.ts';
import { archive, inXero, paymentIds } from '../support/syncing.ts';
import { allowConnections, prepareAnother, type Prepared, startLinked } from '../support/xero.ts';

const ROUTE = 'PUT /v1/entities/{entityId}/sync/xero/payments';

let all: Prepared[];

beforeEach(async () => {
  const work = await startLinked();
  const truck = await prepareAnother(work);
  await allowConnections(truck.app, truck.owner, 10);
  const crane = await prepareAnother(truck, { description: 'Crane', loanAmount: 30_000 });
  const digger = await prepareAnother(truck, { description: 'Digger', loanAmount: 20_000 });
  all = [truck, crane, digger];
});

const askedOf = async (prepared: Prepared, numbers: readonly number[]) => ({
  scheduleId: prepared.scheduleId,
  SyncSchedulePayments: await paymentIds(prepared, numbers),
});

const truckOf = (): Prepared => all[0] as Prepared;
const craneOf = (): Prepared => all[1] as Prepared;

async function post(body: Awaited<ReturnType<typeof askedOf>>[]) {
  const { app, owner, params } = truckOf();
  const before = app.requests().length;
  const answer = await app.call(ROUTE, { as: owner.token, params, body });
  return { ...answer, calls: app.requests().slice(before) };
}

it('takes one read of each kind and a call for fifty documents', async () => {
  await post(await Promise.all(all.map((one) => askedOf(one, [1]))));
  const asked = await Promise.all(all.map((one) => askedOf(one, [2])));
  const { status, body, calls } = await post(asked);
  expect(status).toBe(200);
  expect(calls.map(({ method, path }) => `${method} ${path.split('?')[0]?.split('/').at(-1)}`)).toEqual([
    'GET Organisation',
    'GET BankTransactions',
    'GET Payments',
    'GET Accounts',
    'GET Contacts',
    'PUT BankTransactions',
  ]);
  expect(inXero(truckOf())).toHaveLength(6);
  expect(body.schedules.map(({ schedulePayments }) => schedulePayments.length)).toEqual([1, 1, 1]);
  expect(body.schedules.flatMap(({ errors }) => errors)).toEqual([]);
});

it('posts a thousand payments by five requests in 46 calls, all within a minute', async () => {
  const scheduleIds = await addLoans(1_000);
  const calls = [];
  for (let from = 0; from < scheduleIds.length; from += 200) {
    const some = scheduleIds.slice(from, from + 200);
    const posted = await post(
      some.map((scheduleId) => ({ scheduleId, SyncSchedulePayments: [paymentId(scheduleId, 1)] })),
    );
    expect(posted.body.schedules.flatMap(({ errors }) => errors)).toEqual([]);
    calls.push(...posted.calls);
  }
  expect(inXero(truckOf())).toHaveLength(1_000);
  expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 46 }, () => 200));
});

/** Adds loans like the truck's to its entity, each with a contact of its own in Xero. */
async function addLoans(count: number): Promise<string[]> {
  const { app, owner, entityId, scheduleId } = truckOf();
  await allowConnections(app, owner, count + 3);
  const { tenantId } = app.books();
  const own = await ownEntity(app.table, allEntities(owner.tenantId), entityId);
  const { terms, accounts, createdAt } = await ownSchedule(app.table, own, scheduleId);
  const ids = Array.from({ length: count }, () => app.ids.uuid());
  for (const id of ids) {
    const lender = { id: app.ids.uuid(), tenantId, name: `Lender of ${id}`, createdAt: 0, updatedAt: 0 };
    app.core.state.records.contacts.set(lender.id, { ...lender, status: 'ACTIVE' });
    const entity = await ownEntity(app.table, allEntities(owner.tenantId), entityId);
    const loan = { scheduleId: id, name: 'Loan', terms, autoSyncSince: null, createdAt };
    const schedule = await createSchedule(app.table, entity, loan);
    const contact = { xeroTenantId: tenantId, contactId: lender.id };
    await saveSchedule(app.table, entity, schedule, { xeroConnected: true, accounts, contact });
  }
  return ids;
}

it('says why a schedule is not posted, and posts the others', async () => {
  await archive(craneOf());
  const asked = await Promise.all(all.map((one) => askedOf(one, [1])));
  const { status, body } = await post(asked);
  expect(status).toBe(200);
  expect(body.schedules.map(({ errors }) => errors.map((error) => error.code))).toEqual([
    [],
    ['sync/not-ready'],
    [],
  ]);
  expect(inXero(truckOf())).toHaveLength(2);
});

it('gives a transaction that a bank rule has coded to one of equal loans', async () => {
  code(truckOf(), '2025-02-14');
  code(truckOf(), '2025-03-14');
  const { body } = await post(await Promise.all(all.map((one) => askedOf(one, [1]))));
  const errors = body.schedules.map((one) => one.errors.map((error) => error.code));
  expect(errors).toEqual([['payment/already-coded'], [], []]);
  const asked = await Promise.all(all.map((one) => askedOf(one, [2])));
  const decided = asked.map((one, index) => ({
    ...one,
    decisions:
      index > 0 ? [] : one.SyncSchedulePayments.map((id) => ({ paymentId: id, decision: 'post' as const })),
  }));
  expect((await post(decided)).body.schedules.flatMap((one) => one.errors)).toEqual([]);
  expect(inXero(truckOf())).toHaveLength(2 + 5);
});

it('refuses a schedule that is named twice', async () => {
  const asked = await askedOf(truckOf(), [1]);
  expect((await post([asked, asked])).status).toBe(400);
  expect(inXero(truckOf())).toEqual([]);
});
