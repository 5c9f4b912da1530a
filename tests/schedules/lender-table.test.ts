import { beforeEach, describe, expect, it } from 'vitest';
import type { Body } from '../../functions/client/route-client.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { addEntity } from '../support/entities.ts';

const CREATE = 'POST /v1/entities/{entityId}/schedules';
const LIST = 'GET /v1/entities/{entityId}/schedules';
const ONE = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';
const PUT = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}';
const EXPORT = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export';

const { schedulePaymentPlans, ...CONTRACT } = WORKED_EXAMPLE;
const TABLE = [
  { paymentDate: '2025-03-01', payments: 30_000, interest: 1_000 },
  { paymentDate: '2025-09-17', payments: 12_000, endingBalance: 10_500 },
  { paymentDate: '2026-02-27', payments: 11_000, interest: 500, endingBalance: 0 },
];
const BODY = { ...CONTRACT, schedulePayments: TABLE };

const app = withTestApp();
const owner = withOwner(app);
let entityId: string;

beforeEach(async () => {
  entityId = await addEntity(app, owner);
});

const create = (body: object) =>
  app.call(CREATE, { as: owner.token, params: { entityId }, body: body as Body<typeof CREATE> });

describe('a schedule from the lender’s table', () => {
  it('is kept as the lender wrote it, at an implied rate', async () => {
    const { status, body } = await create(BODY);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      schedulePaymentPlans: [],
      interestRateImplied: true,
      totalInterest: 3_000,
      endDate: '2026-02-27',
      nextPayment: { number: 2, paymentDate: '2025-09-17', payments: 12_000 },
      outstanding: 21_000,
    });
    expect(
      body.schedulePayments.map((row) => [row.paymentDate, row.payments, row.interest, row.endingBalance]),
    ).toEqual([
      ['2025-03-01', 30_000, 1_000, 21_000],
      ['2025-09-17', 12_000, 1_500, 10_500],
      ['2026-02-27', 11_000, 500, 0],
    ]);
    const read = await app.call(ONE, { as: owner.token, params: { entityId, scheduleId: body.id } });
    expect(read.body).toEqual(body);
  });

  it('counts in the entity’s figures', async () => {
    await create(BODY);
    const { body } = await app.call('GET /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    expect(body).toMatchObject({ totalBorrowing: 50_000, totalOutstanding: 21_000, schedulesCount: 1 });
  });

  it('is listed and exported, its rate marked as implied', async () => {
    const { id } = (await create(BODY)).body;
    const { body } = await app.call(LIST, { as: owner.token, params: { entityId } });
    expect(body[0]).toMatchObject({ interestRateImplied: true, schedulePaymentPlans: [] });
    const file = await app.call(EXPORT, {
      as: owner.token,
      params: { entityId, scheduleId: id },
      headers: { accept: 'text/csv' },
    });
    expect(file.body.toString()).toContain('"Interest rate (implied, nominal p.a.)"');
    expect(file.body.toString()).toContain('2,2025-09-17,12000.00,0.00,1500.00,10500.00,10500.00,No');
  });

  it('replaces payment plans and is replaced by them with a PUT', async () => {
    const made = (await create(WORKED_EXAMPLE)).body;
    const params = { entityId, scheduleId: made.id };
    const put = (body: object) => app.call(PUT, { as: owner.token, params, body: body as Body<typeof PUT> });
    expect((await put(BODY)).body.interestRateImplied).toBe(true);
    const back = (await put(WORKED_EXAMPLE)).body;
    expect(back.interestRateImplied).toBe(false);
    expect(back.schedulePayments).toHaveLength(60);
  });

  it('takes an answer back as it came, of a table and of payment plans', async () => {
    for (const sent of [BODY, WORKED_EXAMPLE]) {
      const made = (await create(sent)).body;
      const params = { entityId, scheduleId: made.id };
      const { status, body } = await app.call(PUT, { as: owner.token, params, body: made });
      expect(status).toBe(200);
      expect(body).toEqual(made);
    }
  });

  it.each([
    ['both kinds of payments', { schedulePaymentPlans }, 'schedulePaymentPlans'],
    ['neither', { schedulePayments: undefined }, 'schedulePaymentPlans'],
    [
      'a row that doesn’t add up',
      {
        schedulePayments: TABLE.with(2, {
          paymentDate: '2026-02-27',
          payments: 11_000,
          interest: 400,
          endingBalance: 0,
        }),
      },
      'schedulePayments.2.endingBalance',
    ],
    ['a balloon left over', { schedulePayments: TABLE.slice(0, 2) }, 'schedulePayments'],
    [
      'a date that is none',
      { schedulePayments: [{ ...TABLE[0], paymentDate: '1/3/2025' }] },
      'schedulePayments.0.paymentDate',
    ],
    [
      'three decimals',
      { schedulePayments: [{ ...TABLE[0], interest: 1.005 }] },
      'schedulePayments.0.interest',
    ],
  ])('refuses %s', async (_name, changes, field) => {
    const { status, body } = await create({ ...BODY, ...changes });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });
});
