import { describe, expect, it } from 'vitest';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';
import { linkOf, openSession } from '../../functions/xero/session.ts';
import {
  accountIn,
  authorise,
  DEMO,
  linkTo,
  type Prepared,
  prepareSchedule,
  startWork,
  type Work,
} from '../support/xero.ts';

const FINISH = 'GET /v1/connections/xero';
const LINK = 'POST /v1/entities/{entityId}/xero/tenant';
const ACTIONS = '/api.xro/2.0/Organisation/Actions';
const JOURNALS = '/api.xro/2.0/ManualJournals';
const ROLE = /Adviser, or Standard with reporting permission/;

/** The words of a 403 by role, which say nothing. */
const WORDS = ['empty', 'unsuccessful', 'reporting'];

const change = ({ app }: Work, input: object): void =>
  void app.control('PATCH', `organisations/${app.books().tenantId}`, input);

async function link(work: Work) {
  const { app, owner, entityId } = work;
  const query = await authorise(app, owner, entityId);
  const { body } = await app.call(FINISH, { as: owner.token, query });
  const id = app.books().tenantId;
  const answer = await app.call(LINK, { as: owner.token, params: { entityId }, body: { id } });
  return { data: body.data, answer };
}

describe('linking', () => {
  it.each(
    ['standard', 'invoice-only', 'readonly'].flatMap((userRole) => [
      { userRole, actions: 'all', forbidden: 'empty' },
      ...WORDS.map((forbidden) => ({ userRole, actions: 'documented', forbidden })),
    ]),
  )(
    'refuses a Xero user with the role $userRole, under $actions actions and a 403 of $forbidden words, and names the role that is needed',
    async ({ userRole, actions, forbidden }) => {
      const work = await startWork();
      work.app.control('POST', 'behaviour', { actions, forbidden });
      change(work, { userRole });
      const { answer } = await link(work);
      expect([answer.status, answer.body.code]).toEqual([409, 'connection/role']);
      expect(answer.body.detail).toMatch(ROLE);
    },
  );

  it('succeeds by the same consent once the role has changed', async () => {
    const work = await startWork();
    change(work, { userRole: 'standard' });
    await link(work);
    change(work, { userRole: 'standard-reports' });
    const { app, owner, entityId } = work;
    const body = { id: app.books().tenantId };
    const answer = await app.call(LINK, { as: owner.token, params: { entityId }, body });
    expect([answer.status, answer.body.hasXeroLink]).toEqual([200, true]);
  });

  it.each([
    ['an unavailable Xero', { kind: 'status', status: 503 }],
    ['a missing permission', { kind: 'status', status: 403 }],
    ['a cut connection', { kind: 'drop-before' }],
    ['another path, which Xero does not answer', { path: JOURNALS, kind: 'status', status: 503 }],
  ])('is not blocked by a probe of the role that fails with %s', async (_what, fault) => {
    const work = await startWork();
    work.app.control('POST', 'faults', { rules: [{ path: ACTIONS, ...fault }] });
    expect((await link(work)).answer.status).toBe(200);
  });

  // Evidence for Xero editions
  it.each(['NZ', 'UK', 'US', 'GLOBAL'])('refuses the %s edition in AUD', async (version) => {
    const work = await startWork();
    change(work, { version, baseCurrency: 'AUD' });
    const { answer } = await link(work);
    expect([answer.status, answer.body.code]).toEqual([409, 'connection/not-australian']);
    expect(answer.body.detail).toContain('Australian edition');
    const listed = await work.app.xero.connections(await work.app.xero.appToken());
    expect(listed).toEqual([]);
  });

  it('marks the organisation that the entity is linked to by its id', async () => {
    const work = await startWork();
    expect((await link(work)).data).toEqual([{ id: work.app.books().tenantId, name: DEMO, currency: null }]);
    expect((await link(work)).data).toEqual([
      { id: work.app.books().tenantId, name: DEMO, currency: null, isLinked: true },
    ]);
  });
});

describe('a demo company that Xero has reset', () => {
  const reset = (work: Work): string => {
    const { tenantId } = work.app.books();
    change(work, { isDemoCompany: true });
    work.app.control('POST', `organisations/${tenantId}/reset`);
    return tenantId;
  };

  it('is explained by the calls that Xero refuses', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, entityId } = prepared;
    reset(prepared);
    const { status, body } = await app.call('GET /v1/entities/{entityId}/accounts', {
      as: owner.token,
      params: { entityId },
    });
    expect([status, body.title]).toEqual([409, 'Xero']);
    expect(body.detail).toMatch(/demo company that Xero has reset.*link to Xero again/);
  });

  it('is another organisation although it has the same name', async () => {
    const prepared = await prepareSchedule();
    const { app, owner, params } = prepared;
    const route = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';
    const before = await app.call(route, { as: owner.token, params });
    const ids = before.body.schedulePayments.slice(0, 1).map(({ id }) => id);
    await app.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments', {
      as: owner.token,
      params,
      body: { SyncSchedulePayments: ids },
    });
    const old = reset(prepared);
    const { data, answer } = await link(prepared);
    expect(data).toEqual([{ id: app.books().tenantId, name: DEMO, currency: null }]);
    expect(app.books().tenantId).not.toBe(old);
    expect(answer.status).toBe(200);
    const { body } = await app.call(route, { as: owner.token, params });
    expect(body).toMatchObject({ xeroConnected: false, xeroSyncReady: false });
    const payment = app.stored().find(({ sk }) => sk === 'P#0001');
    expect(payment).toMatchObject({ state: 'synced', xeroTenantId: old });
    await linkTo(app, owner, prepared.entityId);
  });
});

describe('a call that Xero answers with 403', () => {
  const asked = ({ app }: Work): number =>
    app.requests().filter(({ method, path }) => method === 'GET' && path === '/api.xro/2.0/Organisation')
      .length;

  /** Posts the opening journal of a schedule, which the role standard may not. */
  async function postOpening(prepared: Prepared) {
    const { app, owner, params } = prepared;
    const schedule = '/v1/entities/{entityId}/schedules/{scheduleId}';
    const template = await app.call(`GET ${schedule}/templates/openingbalancejournal`, {
      as: owner.token,
      params,
    });
    const fixed = template.body.lineItems;
    const total = fixed.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
    const accountId = accountIn({ app }, '730');
    const asset = { description: 'Truck', accountId, taxType: 'BASEXCLUDED', amount: -total } as const;
    const post = () =>
      app.call(`PUT ${schedule}/sync/xero/openingbalancejournal`, {
        as: owner.token,
        params,
        body: { ...template.body, lineItems: [...fixed, asset] },
      });
    return { post };
  }

  // Evidence for Xero errors
  it.each(WORDS)(
    'is a role in %s words where the organisation answers, asked once a minute',
    async (forbidden) => {
      const prepared = await prepareSchedule();
      const { app } = prepared;
      const { post } = await postOpening(prepared);
      change(prepared, { userRole: 'standard' });
      app.control('POST', 'behaviour', { forbidden });
      const before = asked(prepared);
      const { status, body } = await post();
      expect([status, body.title]).toEqual([409, 'Xero-Permission']);
      expect(body.detail).toMatch(ROLE);
      expect(body.detail?.includes('without the reporting role or higher privileges')).toBe(
        forbidden === 'reporting',
      );
      const once = asked(prepared) - before;
      app.clock.advance(30_000);
      expect((await post()).body.title).toBe('Xero-Permission');
      expect(asked(prepared) - before).toBe(once + (once - 1));
      app.clock.advance(60_000);
      await post();
      expect(app.books().manualJournals).toEqual([]);
    },
  );

  it.each([
    ['a role where the organisation answers', { userRole: 'standard' }, [], 'forbidden'],
    ['a lost connection where it answers 403 as well', {}, [{ status: 403 }], 'unauthorised'],
    ['no statement while the organisation does not answer', {}, [{ status: 503 }], 'throttled'],
  ] as const)('means %s', async (_what, role, faults, kind) => {
    const prepared = await prepareSchedule();
    const { app, params } = prepared;
    change(prepared, role);
    const path = '/api.xro/2.0/ManualJournals';
    const organisation = faults.map((fault) => ({
      path: '/api.xro/2.0/Organisation',
      kind: 'status',
      ...fault,
    }));
    app.control('POST', 'faults', { rules: [{ path, kind: 'status', status: 403 }, ...organisation] });
    const linked = linkOf(await ownEntity(app.table, allEntities(prepared.owner.tenantId), params.entityId));
    const end = app.clock.now() + 60_000;
    const session = openSession(
      app,
      linked,
      { priority: 'interactive', userId: null },
      { startBy: end, endBy: end },
    );
    const ask = () => session.call((access) => app.xero.tryJournals(access));
    const before = asked(prepared);
    await expect(ask()).rejects.toMatchObject({ kind });
    await expect(ask()).rejects.toMatchObject({ kind });
    expect(asked(prepared) - before).toBe(kind === 'throttled' ? 2 : 1);
  });
});
