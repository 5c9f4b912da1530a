/** Payments of several schedules, posted by one request. */
import { beforeEach, expect, it } from 'vitest';
import { asOwner, inXero, paymentsOf } from '../support/syncing.ts';
import { allowConnections, linkTo, prepareAnother, type Prepared, startWork } from '../support/xero.ts';

const ROUTE = 'PUT /v1/entities/{entityId}/sync/xero/payments';

let all: Prepared[];

beforeEach(async () => {
  const work = await startWork();
  await linkTo(work.app, work.owner, work.entityId);
  const truck = await prepareAnother(work);
  await allowConnections(truck.app, truck.owner, 10);
  const crane = await prepareAnother(truck, { description: 'Crane', loanAmount: 30_000 });
  const digger = await prepareAnother(truck, { description: 'Digger', loanAmount: 20_000 });
  all = [truck, crane, digger];
});

const askedOf = async (prepared: Prepared, numbers: readonly number[]) => {
  const payments = await paymentsOf(prepared);
  const chosen = payments.filter(({ number }) => numbers.includes(number));
  return { scheduleId: prepared.scheduleId, SyncSchedulePayments: chosen.map(({ id }) => id) };
};

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
    'GET Accounts',
    'GET Contacts',
    'PUT BankTransactions',
  ]);
  expect(inXero(truckOf())).toHaveLength(6);
  expect(body.schedules.map(({ schedulePayments }) => schedulePayments.length)).toEqual([1, 1, 1]);
  expect(body.schedules.flatMap(({ errors }) => errors)).toEqual([]);
});

it('says why a schedule is not posted, and posts the others', async () => {
  const archive = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive';
  await truckOf().app.call(archive, { ...asOwner(craneOf()), body: { archive: true } });
  const asked = await Promise.all(all.map((one) => askedOf(one, [1])));
  const { status, body } = await post(asked);
  expect(status).toBe(200);
  expect(body.schedules.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
    [],
    ['sync/not-ready'],
    [],
  ]);
  expect(inXero(truckOf())).toHaveLength(2);
});

it('refuses a schedule that is named twice', async () => {
  const asked = await askedOf(truckOf(), [1]);
  expect((await post([asked, asked])).status).toBe(400);
  expect(inXero(truckOf())).toEqual([]);
});
