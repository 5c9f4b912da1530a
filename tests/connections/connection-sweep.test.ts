import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAuthorisation } from '../../functions/records/connections/authorisations.ts';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { unlinkEntity } from '../../functions/records/entities/links.ts';
import { linkOf } from '../../functions/xero/session.ts';
import { addEntity } from '../support/entities.ts';
import { jobsOf, type Run } from '../support/jobs.ts';
import { signIn } from '../support/people.ts';
import { authorise, BAKERY, DEMO, KAURI, linkTo, startWork, type Work } from '../support/xero.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

const DAY = 86_400_000;
const FINISH = 'GET /v1/connections/xero';
const LINK = 'POST /v1/entities/{entityId}/xero/tenant';
const UNLINK = 'DELETE /v1/entities/{entityId}/xero/connection';

let work: Work;

beforeEach(async () => {
  work = await startWork();
});

const TAYLOR = { givenName: 'Taylor', surname: 'Reid', email: 'taylor.reid@example.com' };

/** Names of the organisations that the app is connected to, one for each connection. */
async function connected(): Promise<string[]> {
  const { xero } = work.app;
  const listed = await xero.connections(await xero.appToken());
  return listed.map(({ name }) => name).toSorted();
}

const removals = () =>
  work.app.requests().filter(({ method, path }) => method === 'DELETE' && path.startsWith('/connections/'));

const sweep = async (): Promise<Run['result']> => (await jobsOf(work.app).run('connection-sweep')).result;

/** The log lines that raise an alarm. */
const alarming = () => work.app.logged.filter(({ level }) => level === 'ERROR').map(({ message }) => message);

/** Xero gives the app no token of its own. */
const refuseApp = (): void => void work.app.control('POST', 'behaviour', { appToken: 'refused' });

/** Xero answers every removal of a connection with a status. */
const refuseRemovals = (status: number): void =>
  void work.app.control('POST', 'faults', {
    rules: [{ method: 'DELETE', path: '/connections', kind: 'status', status }],
  });

/** Names of the organisations that Xero holds connections to. */
function held(): string[] {
  const { connections, organisations } = work.app.control('GET', 'state') as {
    connections: { tenantId: string }[];
    organisations: { tenantId: string; name: string }[];
  };
  return connections.map(
    ({ tenantId }) => organisations.find((one) => one.tenantId === tenantId)?.name ?? '',
  );
}

const planned = () => work.app.stored().filter(({ pk }) => pk.startsWith('XC#'));

const authorisations = () => work.app.stored().filter(({ pk }) => pk.startsWith('XA#'));

async function consent(organisations: readonly string[], entityId = work.entityId): Promise<void> {
  const { app, owner } = work;
  const query = await authorise(app, owner, entityId, organisations);
  const { status } = await app.call(FINISH, { as: owner.token, query });
  expect(status).toBe(200);
}

const choose = (organisation: string, entityId = work.entityId) =>
  work.app.call(LINK, {
    as: work.owner.token,
    params: { entityId },
    body: { id: work.app.books(organisation).tenantId },
  });

const unlink = (entityId = work.entityId, as = work.owner.token) =>
  work.app.call(UNLINK, { as, params: { entityId } });

/** Links the entity by the consent of another Xero user. */
async function linkAsTaylor(): Promise<void> {
  const { app, owner, entityId } = work;
  const { body } = await app.call('POST /v1/connections/xero', {
    as: owner.token,
    body: { connectionType: 'entity', redirectPath: '/', entityId },
  });
  const { location } = app.control('POST', 'consent', {
    authoriseUrl: body.url,
    decision: 'allow',
    organisations: [DEMO],
    person: TAYLOR,
  }) as { location: string };
  const query = Object.fromEntries(new URL(location).searchParams) as { code: string; state: string };
  await app.call(FINISH, { as: owner.token, query });
  const params = { entityId };
  const { status } = await app.call(LINK, {
    as: owner.token,
    params,
    body: { id: app.books().tenantId },
  });
  expect(status).toBe(200);
}

describe('a connection at Xero', () => {
  it('is removed with the authorisation that another Xero user replaces', async () => {
    await linkTo(work.app, work.owner, work.entityId);
    await linkAsTaylor();
    expect(await connected()).toEqual([DEMO]);
    const accounts = await work.app.call('GET /v1/entities/{entityId}/accounts', {
      as: work.owner.token,
      params: { entityId: work.entityId },
    });
    expect(accounts.status).toBe(200);
  });

  it('stays when the same Xero user connects again', async () => {
    await linkTo(work.app, work.owner, work.entityId);
    await linkTo(work.app, work.owner, work.entityId);
    expect(await connected()).toEqual([DEMO]);
    expect(removals()).toEqual([]);
  });

  it('is removed at once when its organisation is not in AUD', async () => {
    await consent([KAURI, DEMO]);
    expect((await choose(KAURI)).body.code).toBe('connection/not-aud');
    expect(await connected()).toEqual([DEMO]);
    expect((await choose(DEMO)).status).toBe(200);
  });

  // Evidence for Xero disconnect
  it('is removed when the user disconnects instead of choosing an organisation', async () => {
    await consent([DEMO, BAKERY]);
    expect((await unlink()).status).toBe(204);
    expect(await connected()).toEqual([]);
    expect((await choose(DEMO)).body.code).toBe('connection/not-authorised');
  });

  it('takes the user’s grant with it when it is the last', async () => {
    const revoked = () => work.app.requests().filter(({ path }) => path === '/connect/revocation').length;
    const other = await addEntity(work.app, work.owner, 'Second');
    await linkTo(work.app, work.owner, work.entityId);
    await linkTo(work.app, work.owner, other, BAKERY);
    await unlink();
    expect(revoked()).toBe(0);
    work.app.clock.advance(31 * 60_000);
    const { token } = await signIn(work.app, work.owner.email);
    expect((await unlink(other, token)).status).toBe(204);
    expect(revoked()).toBe(1);
  });

  it('stays while another entity is linked by it', async () => {
    const { app, owner, entityId } = work;
    const other = await addEntity(work.app, work.owner, 'Second');
    await linkTo(app, owner, entityId);
    await linkTo(app, owner, other);
    await unlink();
    expect(await connected()).toEqual([DEMO]);
    app.clock.advance(2 * DAY);
    expect(await sweep()).toMatchObject({ removed: 0, xeroConnections: 1 });
  });

  it('stays while another entity’s consent to it is under way', async () => {
    const { app, owner, entityId } = work;
    const other = await addEntity(work.app, work.owner, 'Second');
    await linkTo(app, owner, entityId);
    await consent([DEMO], other);
    await unlink();
    expect((await choose(DEMO, other)).status).toBe(200);
  });

  it('is removed by the app’s own access when the user’s is lost', async () => {
    const { app, owner, entityId } = work;
    await linkTo(app, owner, entityId);
    const [authorisation] = authorisations();
    await app.table.write({ update: { pk: authorisation?.pk ?? '', sk: '@' }, set: { lost: true } });
    const { status } = await unlink();
    expect([status, await connected(), authorisations()]).toEqual([204, [], []]);
  });

  it('is removed by the user’s own access where Xero gives the app none', async () => {
    await linkTo(work.app, work.owner, work.entityId);
    refuseApp();
    expect((await unlink()).status).toBe(204);
    expect([held(), planned(), alarming()]).toEqual([[], [], []]);
  });

  it('stays planned with an alarm when Xero removes it by neither access', async () => {
    await linkTo(work.app, work.owner, work.entityId);
    refuseApp();
    refuseRemovals(403);
    expect((await unlink()).status).toBe(204);
    expect([held(), planned().length, alarming()]).toEqual([[DEMO], 1, ['connection not removed']]);
    expect(await sweep()).toMatchObject({ removed: 0, failed: 1, refused: 1 });
    work.app.control('DELETE', 'faults');
    expect(await sweep()).toMatchObject({ removed: 1, failed: 0, refused: 0 });
    expect([held(), planned()]).toEqual([[], []]);
  });
});

describe('the nightly sweep', () => {
  // Evidence for Xero unused
  it('withdraws a consent that has linked nothing for a day', async () => {
    await consent([DEMO]);
    expect(await sweep()).toMatchObject({ removed: 0, xeroConnections: 1 });
    work.app.clock.advance(DAY + 1);
    expect(await sweep()).toMatchObject({ removed: 1, xeroConnections: 0, failed: 0, left: 0 });
    expect(await connected()).toEqual([]);
    expect([...authorisations(), ...planned()]).toEqual([]);
  });

  // Evidence for Xero unused
  it('repeats a removal that failed, and then does nothing more', async () => {
    await linkTo(work.app, work.owner, work.entityId);
    work.app.control('POST', 'faults', { rules: [{ path: '/connections', kind: 'drop-before' }] });
    expect((await unlink()).status).toBe(204);
    expect(alarming()).toEqual([]);
    work.app.control('DELETE', 'faults');
    expect(await connected()).toEqual([DEMO]);
    expect(await sweep()).toMatchObject({ removed: 1 });
    expect(await sweep()).toMatchObject({ removed: 0, xeroConnections: 0 });
    expect(await connected()).toEqual([]);
  });

  it('accepts that a removal whose answer was lost has happened', async () => {
    await linkTo(work.app, work.owner, work.entityId);
    work.app.control('POST', 'faults', { rules: [{ path: '/connections', kind: 'drop-after', times: 1 }] });
    await unlink();
    expect(planned()).toHaveLength(1);
    expect(await sweep()).toMatchObject({ removed: 0, failed: 0, xeroConnections: 0 });
    expect(planned()).toEqual([]);
  });

  it('keeps and reports a connection that this installation has not recorded', async () => {
    await authorise(work.app, work.owner, work.entityId, [BAKERY]);
    expect(await sweep()).toMatchObject({ removed: 0, unrecorded: 0 });
    work.app.clock.advance(DAY);
    expect(await sweep()).toMatchObject({ removed: 0, unrecorded: 1, xeroConnections: 1 });
    expect(removals()).toEqual([]);
    expect(alarming()).toEqual(['connections of another installation']);
  });

  it('removes a connection whose unlinking ended before its removal', async () => {
    await linkTo(work.app, work.owner, work.entityId);
    work.app.clock.advance(2 * DAY);
    expect(await sweep()).toMatchObject({ removed: 0, unrecorded: 0, xeroConnections: 1 });
    const { table } = work.app;
    const entity = await ownEntity(table, allEntities(work.owner.tenantId), work.entityId);
    await unlinkEntity(table, entity, linkOf(entity), []);
    await deleteAuthorisation(table, linkOf(entity).authorisationId);
    expect(await sweep()).toMatchObject({ removed: 1, xeroConnections: 0 });
  });

  it('stops at three a night, or a tenth of all', async () => {
    const names = [DEMO, BAKERY, ...Array.from({ length: 3 }, (_, index) => `Client ${index}`)];
    for (const name of names.slice(2)) work.app.control('POST', 'organisations', { name });
    await consent(names);
    work.app.clock.advance(DAY + 1);
    expect(await sweep()).toMatchObject({ removed: 3, stopped: 2, xeroConnections: 2 });
    expect(await connected()).toHaveLength(2);
    expect(alarming()).toEqual(['sweep of connections stopped']);
  });

  it('never removes the connection of a linked entity, even if its stored id is outdated', async () => {
    const { app, owner, entityId } = work;
    await linkTo(app, owner, entityId);
    const [authorisation] = authorisations();
    await app.table.write({
      update: { pk: authorisation?.pk ?? '', sk: '@' },
      set: { connections: [{ connectionId: 'gone', tenantId: app.books().tenantId, name: DEMO }] },
    });
    app.clock.advance(2 * DAY);
    expect(await sweep()).toMatchObject({ removed: 0, xeroConnections: 1 });
  });

  it('counts a removal that fails and repeats it the next night', async () => {
    await consent([DEMO]);
    work.app.clock.advance(DAY + 1);
    work.app.control('POST', 'faults', {
      rules: [{ method: 'DELETE', path: '/connections', kind: 'status', status: 503 }],
    });
    expect(await sweep()).toMatchObject({ removed: 0, failed: 1, xeroConnections: 1 });
    work.app.control('DELETE', 'faults');
    expect(await sweep()).toMatchObject({ removed: 1, failed: 0 });
  });

  it('fails when Xero doesn’t list the connections, and removes none', async () => {
    await consent([DEMO]);
    work.app.clock.advance(DAY + 1);
    work.app.control('POST', 'faults', { rules: [{ path: '/connections', kind: 'status', status: 503 }] });
    await expect(sweep()).rejects.toMatchObject({ kind: 'unavailable' });
    work.app.control('DELETE', 'faults');
    expect(await connected()).toEqual([DEMO]);
  });

  it('goes on by the users’ own tokens where Xero gives the app none, and says that it knows no others', async () => {
    const other = await addEntity(work.app, work.owner, 'Second');
    await linkTo(work.app, work.owner, work.entityId);
    await linkTo(work.app, work.owner, other, BAKERY);
    refuseRemovals(503);
    await unlink();
    expect(planned().filter(({ tokens }) => tokens !== null)).toHaveLength(1);
    work.app.control('DELETE', 'faults');
    refuseApp();
    work.app.clock.advance(2 * DAY);
    expect(await sweep()).toMatchObject({ removed: 1, failed: 0, xeroConnections: null, unrecorded: null });
    expect([held(), alarming()]).toEqual([[BAKERY], ['no token of the app to list connections']]);
    expect(await sweep()).toMatchObject({ removed: 0 });
  });

  it('keeps the tokens of an ended consent for the nights to come', async () => {
    const names = [DEMO, BAKERY, ...Array.from({ length: 3 }, (_, index) => `Client ${index}`)];
    for (const name of names.slice(2)) work.app.control('POST', 'organisations', { name });
    await consent(names);
    refuseApp();
    work.app.clock.advance(DAY + 1);
    expect(await sweep()).toMatchObject({ removed: 3, stopped: 2 });
    work.app.clock.advance(DAY);
    expect(await sweep()).toMatchObject({ removed: 2, stopped: 0 });
    expect([held(), planned(), authorisations()]).toEqual([[], [], []]);
  });

  it('forgets the tokens of a removal after sixty days, and then needs the app’s own', async () => {
    await linkTo(work.app, work.owner, work.entityId);
    refuseRemovals(503);
    await unlink();
    refuseApp();
    work.app.clock.advance(59 * DAY);
    expect(await sweep()).toMatchObject({ failed: 1, refused: 0 });
    work.app.clock.advance(2 * DAY);
    work.app.control('DELETE', 'faults');
    expect(await sweep()).toMatchObject({ removed: 0, refused: 1 });
    expect(planned()).toMatchObject([{ tokens: null }]);
    work.app.control('POST', 'behaviour', { appToken: 'granted' });
    expect(await sweep()).toMatchObject({ removed: 1 });
  });

  it('removes the organisation that a kept consent left, after a failure', async () => {
    await consent([DEMO, BAKERY]);
    await choose(DEMO);
    refuseRemovals(503);
    expect((await choose(BAKERY)).status).toBe(200);
    work.app.control('DELETE', 'faults');
    refuseApp();
    expect(await sweep()).toMatchObject({ removed: 1 });
    expect(held()).toEqual([BAKERY]);
    expect(authorisations()).toMatchObject([{ connections: [{ name: BAKERY }] }]);
  });
});
