import { describe, expect, it } from 'vitest';
import {
  authorise,
  BAKERY,
  DEMO,
  linkTo,
  prepareAnother,
  prepareSchedule,
  type Prepared,
  startWork,
} from '../support/xero.ts';

const unlink = 'DELETE /v1/entities/{entityId}/xero/connection';
const read = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';

const plan = async ({ app, owner }: Prepared): Promise<number> =>
  (await app.call('GET /v1/tenants/subscription', { as: owner.token })).body.usageCountConnections;

describe('unlinking', () => {
  it('clears every schedule and gives its connections back', async () => {
    const one = await prepareSchedule();
    const two = await prepareAnother(one);
    const { app, owner, entityId } = one;
    expect(await plan(one)).toBe(2);
    const { status } = await app.call(unlink, { as: owner.token, params: { entityId } });
    expect(status).toBe(204);
    for (const { params } of [one, two]) {
      const { body } = await app.call(read, { as: owner.token, params });
      expect(body).toMatchObject({ xeroConnected: false, xeroSyncReady: false, autoSync: false });
      expect(Object.values(body.xeroAccount)).toEqual(Array.from({ length: 7 }, () => null));
    }
    expect(await plan(one)).toBe(0);
    const entity = await app.call('GET /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    expect(entity.body).toMatchObject({ hasXeroLink: false, xeroEntityName: null });
  });

  it('can be repeated and does nothing without a link', async () => {
    const { app, owner, entityId } = await startWork();
    const { status } = await app.call(unlink, { as: owner.token, params: { entityId } });
    expect(status).toBe(204);
  });
});

describe('linking to another Xero organisation', () => {
  it('unlinks from the first', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, entityId, params } = prepared;
    await linkTo(app, owner, entityId, BAKERY);
    const entity = await app.call('GET /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    expect(entity.body.xeroEntityName).toBe(BAKERY);
    const { body } = await app.call(read, { as: owner.token, params });
    expect(body.xeroConnected).toBe(false);
  });

  it('works within one authorisation that reaches both', async () => {
    const { app, owner, entityId } = await startWork();
    const query = await authorise(app, owner, entityId, [DEMO, BAKERY]);
    await app.call('GET /v1/connections/xero', { as: owner.token, query });
    const choose = (name: string) =>
      app.call('POST /v1/entities/{entityId}/xero/tenant', {
        as: owner.token,
        params: { entityId },
        body: { id: app.books(name).tenantId, name },
      });
    await choose(DEMO);
    const { status, body } = await choose(BAKERY);
    expect([status, body.xeroEntityName]).toEqual([200, BAKERY]);
    const accounts = await app.call('GET /v1/entities/{entityId}/accounts', {
      as: owner.token,
      params: { entityId },
    });
    expect(accounts.status).toBe(200);
  });
});

describe('an authorisation revoked at Xero', () => {
  it('is reported and restored by a new consent', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, entityId, params } = prepared;
    app.control('POST', 'faults', { rules: [{ kind: 'revoke', path: '/api.xro', times: 1 }] });
    const accounts = () =>
      app.call('GET /v1/entities/{entityId}/accounts', { as: owner.token, params: { entityId } });
    const lost = await accounts();
    expect([lost.status, lost.body.detail]).toEqual([
      409,
      'Xero is disconnected. Please link to Xero again.',
    ]);
    expect((await accounts()).status).toBe(409);
    await linkTo(app, owner, entityId);
    expect((await accounts()).status).toBe(200);
    const { body } = await app.call(read, { as: owner.token, params });
    expect(body.xeroSyncReady).toBe(true);
  });
});
