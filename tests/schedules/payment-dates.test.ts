/** The first payment date and month ends of a schedule: what a change keeps, and what is refused. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../functions/client/route-client.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { auditDetails, record } from '../support/events.ts';

const ONE = '/v1/entities/{entityId}/schedules/{scheduleId}';
const PUT = `PUT ${ONE}` as const;
const STUB = { firstPaymentDate: '2025-03-01' };

const app = withTestApp();
const owner = withOwner(app);

async function prepare(changes: object = {}) {
  const entityId = await addEntity(app, owner);
  const made = await addSchedule(app, owner, entityId, changes);
  const params = { entityId, scheduleId: made.id };
  const put = (body: object) => app.call(PUT, { as: owner.token, params, body: body as Body<typeof PUT> });
  return { app, owner, params, made, put };
}

describe('a change of a schedule with a first payment date', () => {
  it('keeps both fields where they are not sent, and takes null as the usual date', async () => {
    const { made, put } = await prepare({
      startDate: '2025-01-28',
      firstPaymentDate: '2025-03-31',
      paymentsAtMonthEnd: true,
    });
    expect(made).toMatchObject({ firstPaymentDate: '2025-03-31', paymentsAtMonthEnd: true });
    const moved = await put({ ...WORKED_EXAMPLE, startDate: '2025-01-27' });
    expect(moved.body).toMatchObject({ firstPaymentDate: '2025-03-31', paymentsAtMonthEnd: true });
    const usual = await put({ ...WORKED_EXAMPLE, firstPaymentDate: null, paymentsAtMonthEnd: false });
    expect(usual.body).toMatchObject({
      firstPaymentDate: null,
      paymentsAtMonthEnd: false,
      interestRate: expect.closeTo(7.420096, 6),
    });
  });

  it('forgets a date that becomes the usual one', async () => {
    const { put } = await prepare(STUB);
    const { body } = await put({ ...WORKED_EXAMPLE, startDate: '2025-02-01' });
    expect([body.firstPaymentDate, body.schedulePayments[0]?.paymentDate]).toEqual([null, '2025-03-01']);
  });

  it('takes an answer back as it came, also with a frequency in force that has no months', async () => {
    const prepared = await prepare({ startDate: '2025-01-31', paymentsAtMonthEnd: true });
    await record(prepared, {
      kind: 'frequency-change',
      date: '2025-05-10',
      paymentFrequency: 'fortnightly',
      firstPaymentDate: '2025-05-23',
      amount: 480,
    });
    const { body } = await app.call(`GET ${ONE}`, { as: owner.token, params: prepared.params });
    expect(body.paymentFrequency).toBe('fortnightly');
    const back = await prepared.put(body);
    expect(back.status).toBe(200);
    expect(back.body).toEqual(body);
  });

  it('moves the revision and is written to the audit log', async () => {
    const prepared = await prepare();
    const { body } = await prepared.put({ ...WORKED_EXAMPLE, ...STUB, revision: prepared.made.revision });
    expect(body.revision).not.toBe(prepared.made.revision);
    expect(await auditDetails(prepared, 'schedule/update')).toEqual([
      expect.objectContaining({ firstPaymentDate: expect.stringContaining('2025-03-01') }),
    ]);
    expect((await prepared.put({ ...WORKED_EXAMPLE, revision: prepared.made.revision })).status).toBe(409);
  });

  it('is named in the export', async () => {
    const { params } = await prepare({
      startDate: '2025-04-15',
      firstPaymentDate: '2025-06-30',
      paymentsAtMonthEnd: true,
    });
    const file = await app.call(`GET ${ONE}/Export`, {
      as: owner.token,
      params,
      headers: { accept: 'text/csv' },
    });
    expect(file.body.toString()).toContain('First payment,2025-06-30');
    expect(file.body.toString()).toContain('Payment dates,Last day of each month');
  });
});

const TABLE = [{ paymentDate: '2025-03-01', payments: 51_000, interest: 1_000 }];
const { schedulePaymentPlans: _plans, ...WITHOUT_ROWS } = WORKED_EXAMPLE;

it.each([
  [
    'a date beside a lender’s table',
    { ...WITHOUT_ROWS, schedulePayments: TABLE, ...STUB },
    'firstPaymentDate',
  ],
  [
    'month ends beside a lender’s table',
    { ...WITHOUT_ROWS, schedulePayments: TABLE, paymentsAtMonthEnd: true },
    'paymentsAtMonthEnd',
  ],
  ['a date that is none', { ...WORKED_EXAMPLE, firstPaymentDate: '1/3/2025' }, 'firstPaymentDate'],
  ['a date a century later', { ...WORKED_EXAMPLE, firstPaymentDate: '9999-12-31' }, 'firstPaymentDate'],
  ['a flag that is null', { ...WORKED_EXAMPLE, paymentsAtMonthEnd: null }, 'paymentsAtMonthEnd'],
])('refuses %s', async (_name, body, field) => {
  const entityId = await addEntity(app, owner);
  const answer = await app.send('POST /v1/entities/{entityId}/schedules', {
    as: owner.token,
    params: { entityId },
    body,
  });
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
});

it('takes month ends in a change of the frequency, and refuses another first date', async () => {
  const prepared = await prepare();
  const change = {
    kind: 'frequency-change',
    date: '2025-05-10',
    paymentFrequency: 'quarterly',
    amount: 3_100,
  } as const;
  const recorded = await record(prepared, {
    ...change,
    firstPaymentDate: '2025-06-30',
    paymentsAtMonthEnd: true,
  });
  expect([recorded.status, recorded.body.input]).toMatchObject([201, { paymentsAtMonthEnd: true }]);
  const { body } = await app.call(`GET ${ONE}`, { as: owner.token, params: prepared.params });
  const dates = body.schedulePayments.slice(2, 7).map(({ paymentDate }) => paymentDate);
  expect(dates).toEqual(['2025-04-15', '2025-06-30', '2025-09-30', '2025-12-31', '2026-03-31']);
  const refused = await app.send(`POST ${ONE}/events/preview`, {
    as: owner.token,
    params: prepared.params,
    body: { ...change, date: '2025-07-01', firstPaymentDate: '2025-07-30', paymentsAtMonthEnd: true },
  });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['paymentsAtMonthEnd']]);
});
