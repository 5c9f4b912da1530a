import { beforeEach, describe, expect, it } from 'vitest';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { ownSchedule, saveSchedule } from '../../functions/records/schedules/schedule.ts';
import { keys } from '../../functions/store/keys.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { addEntity } from '../support/entities.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

const LIST = 'GET /v1/entities/{entityId}/schedules';
const CREATE = 'POST /v1/entities/{entityId}/schedules';
const ONE = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';
const PUT = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}';
const RENAME = 'PATCH /v1/entities/{entityId}/schedules/{scheduleId}';
const DELETE = 'DELETE /v1/entities/{entityId}/schedules/{scheduleId}';

const app = withTestApp();
const owner = withOwner(app);
let entityId: string;

beforeEach(async () => {
  entityId = await addEntity(app, owner);
});

const create = (changes: Readonly<Record<string, unknown>> = {}) =>
  app.call(CREATE, { as: owner.token, params: { entityId }, body: { ...WORKED_EXAMPLE, ...changes } });

describe('a schedule', () => {
  it('calculates a schedule to the cent: 50,000 over 60 × 1,000 is 7.42 % and ends at 0.00', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body.interestRate).toBeCloseTo(7.420096, 6);
    expect(body).toMatchObject({
      totalInterest: 10_000,
      endDate: '2030-01-15',
      active: true,
      archived: false,
    });
    expect(body.schedulePayments).toHaveLength(60);
    expect(body.schedulePayments[0]).toMatchObject({
      number: 1,
      paymentDate: '2025-02-15',
      payments: 1_000,
      interest: 309.17,
      principal: 690.83,
      endingBalance: 49_309.17,
      xeroSynchronized: false,
      xeroUrl: null,
      inOpeningBalances: false,
    });
    expect(body.schedulePayments.at(-1)).toMatchObject({ number: 60, endingBalance: 0 });
    expect(body.nextPayment).toMatchObject({ number: 5, paymentDate: '2025-06-15', payments: 1_000 });
  });

  it('returns a schedule as it was created, with the same payment ids', async () => {
    const made = (await create()).body;
    const read = await app.call(ONE, { as: owner.token, params: { entityId, scheduleId: made.id } });
    expect(read.body).toEqual(made);
    const ids = new Set(made.schedulePayments.map(({ id }: { id: string }) => id));
    expect(ids.size).toBe(60);
  });

  it('lists schedules without their payments', async () => {
    const {
      schedulePayments,
      financialYears,
      revision,
      notes,
      events,
      openingBalanceJournalState,
      ...summary
    } = (await create()).body;
    expect(schedulePayments).toHaveLength(60);
    expect(financialYears).toHaveLength(6);
    expect(notes).toBe('');
    expect(revision).not.toBe('');
    expect(openingBalanceJournalState.xeroStatus).toBeNull();
    expect([summary.status, events]).toEqual(['active', []]);
    const { body } = await app.call(LIST, { as: owner.token, params: { entityId } });
    expect(body).toEqual([summary]);
  });

  it('refuses a schedule above the entity’s limit', async () => {
    await app.table.write({ update: keys.entity(owner.tenantId, entityId), set: { scheduleCount: 1_999 } });
    expect((await create()).status).toBe(201);
    const { status, body } = await create();
    expect(status).toBe(400);
    expect(body.errors).toEqual({ schedules: ['An entity can have at most 2000 schedules.'] });
  });

  it('lists schedules in the order of creation, page by page', async () => {
    const names = ['Truck', 'Ute', 'Boat', 'Digger', 'Crane'];
    for (const description of names) {
      await create({ description });
      app.clock.advance(1000);
    }
    const namesIn = (body: { description: string }[]) => body.map(({ description }) => description);
    const call = (query: Record<string, string>) =>
      app.call(LIST, { as: owner.token, params: { entityId }, query });
    expect(namesIn((await call({})).body)).toEqual(names);
    const first = await call({ limit: '3' });
    expect(namesIn(first.body)).toEqual(names.slice(0, 3));
    const second = await call({ limit: '3', cursor: first.headers['x-next-cursor'] ?? '' });
    expect([namesIn(second.body), second.headers['x-next-cursor']]).toEqual([names.slice(3), undefined]);
  });

  it.each([
    ['a payment total below the loan', { loanAmount: 60_000.01 }, 'schedulePaymentPlans'],
    ['three decimals', { loanAmount: 50_000.001 }, 'loanAmount'],
    ['a loan above the limit', { loanAmount: 1_000_000_000.01 }, 'loanAmount'],
    ['no loan', { loanAmount: 0 }, 'loanAmount'],
    ['a negative fee', { administrationFee: -1 }, 'administrationFee'],
    ['an unknown frequency', { paymentFrequency: 'daily' }, 'paymentFrequency'],
    ['a day that is no day', { startDate: '2025-02-30' }, 'startDate'],
    ['a start too early', { startDate: '1969-12-31' }, 'startDate'],
    ['no name', { description: ' ' }, 'description'],
    ['no rows', { schedulePaymentPlans: [] }, 'schedulePaymentPlans'],
    [
      'half a payment',
      { schedulePaymentPlans: [{ number: 1, qty: 1.5, amount: 1 }] },
      'schedulePaymentPlans.0.qty',
    ],
    ['a flag that is a text', { firstPaymentOnStartDate: 'yes' }, 'firstPaymentOnStartDate'],
    [
      'too many payments',
      { schedulePaymentPlans: [{ number: 1, qty: 3_201, amount: 1_000 }] },
      'schedulePaymentPlans',
    ],
    [
      'an end more than 100 years after the start',
      { schedulePaymentPlans: [{ number: 1, qty: 1_201, amount: 1_000 }] },
      'schedulePaymentPlans',
    ],
    [
      'a loan repaid on the start date while interest remains',
      { firstPaymentOnStartDate: true, schedulePaymentPlans: [{ number: 1, qty: 2, amount: 50_000 }] },
      'schedulePaymentPlans',
    ],
  ])('refuses %s and names the field', async (_what, changes, field) => {
    const { status, body } = await create(changes);
    expect(status).toBe(400);
    expect(body.title).toBe('Error-Validation');
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
    expect((await app.call(LIST, { as: owner.token, params: { entityId } })).body).toEqual([]);
  });

  it('sorts the term rows by number', async () => {
    const rows = [
      { number: 2, qty: 30, amount: 1_500 },
      { number: 1, qty: 30, amount: 500 },
    ];
    const { body } = await create({ schedulePaymentPlans: rows });
    expect(body.schedulePaymentPlans.map(({ amount }) => amount)).toEqual([500, 1_500]);
    expect(body.schedulePayments[0]?.payments).toBe(500);
  });

  it('replaces a whole schedule and keeps the ids of its rows', async () => {
    const made = (await create()).body;
    const [row] = made.schedulePaymentPlans;
    if (!row) throw new Error('The plan has no rows');
    const { status, body } = await app.call(PUT, {
      as: owner.token,
      params: { entityId, scheduleId: made.id },
      body: {
        ...WORKED_EXAMPLE,
        description: 'HiLux, repriced',
        autoSync: true,
        loanAmount: 48_000,
        schedulePaymentPlans: [{ ...row, qty: 59 }],
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      description: 'HiLux, repriced',
      autoSync: true,
      loanAmount: 48_000,
      totalInterest: 11_000,
      schedulePaymentPlans: [{ id: row.id }],
    });
    const entity = await app.call('GET /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    expect(entity.body.totalBorrowing).toBe(48_000);
  });

  it('renames a schedule and changes nothing else', async () => {
    const made = (await create()).body;
    const { body } = await app.call(RENAME, {
      as: owner.token,
      params: { entityId, scheduleId: made.id },
      body: { description: 'HiLux, second loan' },
    });
    expect(body).toEqual({ ...made, description: 'HiLux, second loan', revision: body.revision });
  });

  it('refuses a save with an outdated version when the caller sends one', async () => {
    const { id, revision } = (await create()).body;
    const params = { entityId, scheduleId: id };
    const change = (changes: object) =>
      app.call(PUT, { as: owner.token, params, body: { ...WORKED_EXAMPLE, ...changes } });
    expect((await change({ revision, loanAmount: 48_000 })).status).toBe(200);
    const late = await change({ revision, administrationFee: 7 });
    expect([late.status, late.body.code]).toEqual([409, 'schedule/changed']);
    const now = (await app.call(ONE, { as: owner.token, params })).body;
    expect(now).toMatchObject({ loanAmount: 48_000, administrationFee: 0 });
    expect((await change({ revision: now.revision, administrationFee: 7 })).status).toBe(200);
    expect((await change({})).status).toBe(200);
  });

  it('counts a rename as a change and ignores an unchanged save', async () => {
    const made = (await create()).body;
    const params = { entityId, scheduleId: made.id };
    const same = await app.call(PUT, { as: owner.token, params, body: WORKED_EXAMPLE });
    expect(same.body.revision).toBe(made.revision);
    const body = { description: 'HiLux, second loan' };
    const renamed = await app.call(RENAME, { as: owner.token, params, body });
    expect(renamed.body.revision).not.toBe(made.revision);
  });

  it('deletes a schedule with its figures', async () => {
    const { id } = (await create()).body;
    const params = { entityId, scheduleId: id };
    expect((await app.call(DELETE, { as: owner.token, params })).status).toBe(204);
    expect((await app.call(ONE, { as: owner.token, params })).status).toBe(404);
    const entity = await app.call('GET /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    expect(entity.body).toMatchObject({ totalBorrowing: 0, schedulesCount: 0 });
  });

  it('keeps both changes safe: the second of two concurrent saves is refused', async () => {
    const { id } = (await create()).body;
    const entity = await ownEntity(app.table, allEntities(owner.tenantId), entityId);
    const read = await ownSchedule(app.table, entity, id);
    await saveSchedule(app.table, entity, read, { name: 'One' });
    await expect(saveSchedule(app.table, entity, read, { name: 'Two' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'schedule/changed',
    });
    expect(await ownSchedule(app.table, entity, id)).toMatchObject({ name: 'One' });
  });
});
