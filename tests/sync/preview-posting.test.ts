import { expect, it } from 'vitest';
import { signUp } from '../support/people.ts';
import { code } from '../support/coding.ts';
import {
  archive,
  asOwner,
  BANK_TRANSACTIONS,
  disturb,
  schedulePath,
  syncNumbers,
} from '../support/syncing.ts';
import {
  accountIn,
  createSchedule,
  prepareAnother,
  prepareSchedule,
  type Prepared,
} from '../support/xero.ts';

const ROUTE = 'POST /v1/posting/preview';

/** Payments 1 to 4 of `TRUCK` are dated before the app's first day. */
const THROUGH = '2025-05-31';

const preview = ({ app, owner }: Prepared, body: object) =>
  app.call(ROUTE, { as: owner.token, body: body as never });

it('lists the payments up to a date, with what leaves the bank', async () => {
  const prepared = await prepareSchedule();
  const { status, body } = await preview(prepared, { scheduleIds: [prepared.scheduleId], through: THROUGH });
  expect(status).toBe(200);
  const { body: schedule } = await prepared.app.call(`GET ${schedulePath}`, asOwner(prepared));
  const due = schedule.schedulePayments.filter(({ paymentDate }) => paymentDate <= THROUGH);
  expect(due.length).toBeGreaterThan(1);
  expect(body.schedules).toEqual([
    expect.objectContaining({
      ...prepared.params,
      name: schedule.description,
      payments: due.map(({ id, number, paymentDate: date, payments, administrationFee }) => ({
        id,
        number,
        date,
        amount: payments + administrationFee,
      })),
    }),
  ]);
  expect(body.count).toBe(due.length);
  expect(body.total).toBe(body.schedules[0]?.total);
});

it('warns that nothing opens the liability accounts, until a payment is posted', async () => {
  const prepared = await prepareSchedule();
  const asked = { entityIds: [prepared.entityId], through: THROUGH };
  const before = await preview(prepared, asked);
  expect(before.body.schedules[0]?.warnings).toContainEqual({
    code: 'opening/missing',
    message: `${before.body.count} payments would be posted before anything opens the liability accounts.`,
  });
  await syncNumbers(prepared, [1]);
  const after = await preview(prepared, asked);
  expect(after.body.count).toBe(before.body.count - 1);
  expect(after.body.schedules[0]?.payments.map(({ number }) => number)).not.toContain(1);
  expect(after.body.schedules[0]?.warnings).toEqual([]);
});

it('leaves out what is locked in Xero, and says so', async () => {
  const prepared = await prepareSchedule();
  const { app, owner, params } = prepared;
  const { tenantId } = app.books();
  app.control('PATCH', `organisations/${tenantId}`, { periodLockDate: '2025-03-31' });
  await app.call('GET /v1/entities/{entityId}/LockDate', { as: owner.token, params });
  const { body } = await preview(prepared, { scheduleIds: [prepared.scheduleId], through: THROUGH });
  const [one] = body.schedules;
  expect(one?.payments.every(({ date }) => date > '2025-03-31')).toBe(true);
  expect(one?.warnings.map((warning) => warning.code)).toContain('payments/locked');
});

it('lists a schedule that can’t post with its reason, outside the totals', async () => {
  const prepared = await prepareSchedule();
  const other = await createSchedule(prepared, { description: 'Not set up' });
  const { body } = await preview(prepared, {
    scheduleIds: [other.scheduleId, prepared.scheduleId],
    through: THROUGH,
  });
  const [first, second] = body.schedules;
  expect(first).toMatchObject({
    name: 'Not set up',
    payments: [],
    total: 0,
    warnings: [{ code: 'sync/not-ready' }],
  });
  expect(body.count).toBe(second?.payments.length);
});

it('searches Xero once for equal loans, and offers a transaction to one of them', async () => {
  const prepared = await prepareSchedule();
  const other = await prepareAnother(prepared, { description: 'Another' });
  const transactionId = code(prepared, '2025-02-14');
  const asked = { entityIds: [prepared.entityId], through: '2025-02-28' };
  expect((await preview(prepared, asked)).body.inXero).toBeNull();
  const searches = () =>
    prepared.app.requests().filter(({ path }) => path.startsWith(BANK_TRANSACTIONS)).length;
  const before = searches();
  const { body } = await preview(prepared, { ...asked, searchXero: true });
  expect(searches() - before).toBe(1);
  expect(body.count).toBe(2);
  expect(body.inXero).toMatchObject({ unsearched: [], coded: [{ number: 1, part: 0 }] });
  const [coded] = body.inXero?.coded ?? [];
  expect([prepared.scheduleId, other.scheduleId]).toContain(coded?.scheduleId);
  expect(coded?.bankAccount).toBe('090 Business Bank Account');
  expect(coded?.matches.map((match) => match.transactionId)).toEqual([transactionId]);
});

it('names the days that could not be searched', async () => {
  const prepared = await prepareSchedule();
  disturb(prepared, { kind: 'status', status: 503, method: 'GET', path: BANK_TRANSACTIONS });
  const asked = { entityIds: [prepared.entityId], through: '2025-02-28', searchXero: true };
  const { body } = await preview(prepared, asked);
  expect(body.inXero).toEqual({
    coded: [],
    unsearched: [{ from: '2025-02-10', to: '2025-02-20', why: 'unanswered' }],
  });
});

it('takes all schedules of entities but the archived ones', async () => {
  const prepared = await prepareSchedule();
  const other = await prepareAnother(prepared, { description: 'Another' });
  await archive(other);
  const { body } = await preview(prepared, { entityIds: [prepared.entityId], through: THROUGH });
  expect(body.schedules.map(({ scheduleId }) => scheduleId)).toEqual([prepared.scheduleId]);
});

it('leaves schedules out, and names the bank account of the others', async () => {
  const prepared = await prepareSchedule();
  const other = await prepareAnother(prepared);
  const asked = { entityIds: [prepared.entityId], through: THROUGH };
  const all = (await preview(prepared, asked)).body;
  expect(all.schedules).toHaveLength(2);
  const bank = accountIn(prepared, '090');
  expect(all.schedules.map(({ bankAccountId }) => bankAccountId)).toContain(bank);
  for (const chosen of [
    asked,
    { scheduleIds: all.schedules.map(({ scheduleId }) => scheduleId), through: THROUGH },
  ]) {
    const { body } = await preview(prepared, { ...chosen, exclude: [other.scheduleId] });
    expect(body.schedules.map(({ scheduleId }) => scheduleId)).toEqual([prepared.scheduleId]);
    expect(body.count).toBe(body.schedules[0]?.payments.length);
  }
  const unknown = await preview(prepared, { ...asked, exclude: ['0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11'] });
  expect([unknown.status, Object.keys(unknown.body.errors ?? {})]).toEqual([400, ['exclude']]);
});

it('refuses the whole call for a schedule or an entity of another organisation', async () => {
  const prepared = await prepareSchedule();
  const stranger = await signUp(prepared.app);
  for (const body of [{ scheduleIds: [prepared.scheduleId] }, { entityIds: [prepared.entityId] }]) {
    const { status } = await prepared.app.call(ROUTE, {
      as: stranger.token,
      body: { ...body, through: THROUGH },
    });
    expect(status).toBe(404);
  }
});

it('refuses more than 5,000 payments', async () => {
  const prepared = await prepareSchedule();
  const terms = {
    paymentFrequency: 'weekly',
    schedulePaymentPlans: [{ number: 1, qty: 3200, amount: 10 }],
    loanAmount: 20_000,
  } as const;
  const long = [await prepareAnother(prepared, { ...terms, description: 'Long 1' })];
  long.push(await prepareAnother(prepared, { ...terms, description: 'Long 2' }));
  const { status, body } = await preview(prepared, {
    scheduleIds: long.map(({ scheduleId }) => scheduleId),
    through: '2099-12-31',
  });
  expect([status, body]).toMatchObject([400, { code: 'posting/too-many' }]);
});

it.each([
  ['neither', {}],
  ['both', { scheduleIds: [], entityIds: [] }],
])('refuses %s of schedules and entities', async (_name, choice) => {
  const prepared = await prepareSchedule();
  expect((await preview(prepared, { ...choice, through: THROUGH })).status).toBe(400);
});
