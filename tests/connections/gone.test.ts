import { describe, expect, it } from 'vitest';
import { prepareSchedule, type Prepared } from '../support/xero.ts';

const schedulePath = '/v1/entities/{entityId}/schedules/{scheduleId}';

const secrets = ({ app }: Prepared) => app.stored().filter(({ pk }) => pk.startsWith('XA#'));
const disconnections = ({ app }: Prepared) => app.requests().filter(({ method }) => method === 'DELETE');

/** Leaves a payment whose outcome is unknown, while look-ups in Xero fail. */
async function leavePosting(prepared: Prepared): Promise<void> {
  const { app, owner, params } = prepared;
  const { body } = await app.call(`GET ${schedulePath}`, { as: owner.token, params });
  app.control('POST', 'faults', {
    rules: [
      { method: 'PUT', path: '/api.xro/2.0/BankTransactions', kind: 'drop-after' },
      { method: 'GET', path: '/api.xro/2.0/BankTransactions', kind: 'status', status: 503 },
    ],
  });
  const paymentId = body.schedulePayments[0]?.id ?? '';
  await app.call(`PUT ${schedulePath}/sync/xero/payments`, {
    as: owner.token,
    params,
    // The search for coded payments fails like every other one.
    body: { SyncSchedulePayments: [paymentId], decisions: [{ paymentId, decision: 'post' }] },
  });
}

describe('deleting a linked entity', () => {
  it('deletes its authorisation and removes the connection at Xero', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, entityId } = prepared;
    const { status } = await app.call('DELETE /v1/entities/{entityId}', {
      as: owner.token,
      params: { entityId },
    });
    expect([status, secrets(prepared), disconnections(prepared).length]).toEqual([204, [], 1]);
  });
});

describe('a payment of unknown outcome', () => {
  it.each([
    ['deleting the schedule', `DELETE ${schedulePath}`, {}, 204],
    ['deleting the entity', 'DELETE /v1/entities/{entityId}', {}, 204],
    ['archiving', `POST ${schedulePath}/archive`, { archive: true }, 200],
    ['unlinking', 'DELETE /v1/entities/{entityId}/xero/connection', {}, 204],
  ] as const)('blocks %s until the outcome is known', async (_what, route, body, done) => {
    const prepared = await prepareSchedule();
    const { app, owner, params } = prepared;
    await leavePosting(prepared);
    const attempt = () => app.send(route, { as: owner.token, params, body });
    const early = await attempt();
    expect([early.status, early.body.code]).toEqual([409, 'schedule/posting']);
    app.control('DELETE', 'faults');
    expect((await attempt()).status).toBe(done);
    expect(app.books().bankTransactions).toHaveLength(1);
  });

  it('blocks an edit, which is then refused because of the posted payment', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, params } = prepared;
    const { body } = await app.call(`GET ${schedulePath}`, { as: owner.token, params });
    await leavePosting(prepared);
    const edit = () =>
      app.call(`PUT ${schedulePath}`, {
        as: owner.token,
        params,
        body: { ...body, administrationFee: 5 },
      });
    expect((await edit()).body.code).toBe('schedule/posting');
    app.control('DELETE', 'faults');
    expect((await edit()).body.code).toBe('schedule/payments-posted');
  });
});
