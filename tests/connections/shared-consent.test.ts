import { describe, expect, it } from 'vitest';
import { signUp } from '../support/people.ts';
import { authorise, BAKERY, DEMO, KAURI, linkTo, startWork, type Work } from '../support/xero.ts';

const LINK = 'POST /v1/connections/xero/link';
const UNLINK = 'DELETE /v1/entities/{entityId}/xero/connection';
const QUARRY = 'Bluestone Quarry';

interface Sitting extends Work {
  readonly entityIds: readonly [string, string, string];
  readonly organisationIds: readonly [string, string, string];
}

/** Gives one consent to three organisations, begun on the first of three entities. */
async function consentToThree(third = QUARRY): Promise<Sitting> {
  const names = [DEMO, BAKERY, third] as const;
  const work = await startWork(20);
  const { app, owner, entityId } = work;
  if (third === QUARRY) app.control('POST', 'organisations', { name: QUARRY });
  const create = async (name: string): Promise<string> =>
    (await app.call('POST /v1/entities', { as: owner.token, body: { name } })).body.id;
  const entityIds = [entityId, await create('Second'), await create('Third')] as const;
  const query = await authorise(app, owner, entityId, names);
  await app.call('GET /v1/connections/xero', { as: owner.token, query });
  const idOf = (name: string): string => app.books(name).tenantId;
  return { ...work, entityIds, organisationIds: [idOf(names[0]), idOf(names[1]), idOf(names[2])] };
}

const linksOf = ({ entityIds, organisationIds }: Sitting) =>
  entityIds.map((entityId, index) => ({ entityId, id: organisationIds[index] ?? '' }));

async function linkThree(sitting: Sitting) {
  const { app, owner } = sitting;
  const answer = await app.call(LINK, { as: owner.token, body: { links: linksOf(sitting) } });
  expect(answer.body.results.map(({ status }) => status)).toEqual(['linked', 'linked', 'linked']);
  return answer;
}

const accountsStatus = async ({ app, owner }: Work, entityId: string): Promise<number> =>
  (await app.call('GET /v1/entities/{entityId}/accounts', { as: owner.token, params: { entityId } })).status;

const atXero = async ({ app }: Work): Promise<string[]> =>
  (await app.xero.connections(await app.xero.appToken())).map(({ tenantId }) => tenantId);

describe('three entities linked by one consent', () => {
  it('answers one result each, and each entity reads its own books', async () => {
    const sitting = await consentToThree();
    const { app, owner, entityIds, organisationIds } = sitting;
    const { status, body } = await linkThree(sitting);
    expect(status).toBe(200);
    expect(body.results).toEqual(
      [DEMO, BAKERY, QUARRY].map((name, index) => ({
        entityId: entityIds[index],
        id: organisationIds[index],
        status: 'linked',
        name,
      })),
    );
    for (const entityId of entityIds) expect(await accountsStatus(sitting, entityId)).toBe(200);
    const { body: plan } = await app.call('GET /v1/tenants/subscription', { as: owner.token });
    expect(plan.usageCountConnections).toBe(0);
  });

  it.each([0, 1, 2])('keep their access when entity %i is unlinked', async (gone) => {
    const sitting = await consentToThree();
    const { app, owner, entityIds, organisationIds } = sitting;
    await linkThree(sitting);
    const entityId = entityIds[gone] ?? '';
    expect((await app.call(UNLINK, { as: owner.token, params: { entityId } })).status).toBe(204);
    for (const other of entityIds.filter((id) => id !== entityId)) {
      expect(await accountsStatus(sitting, other)).toBe(200);
    }
    expect(await atXero(sitting)).toEqual(organisationIds.filter((_, index) => index !== gone));
  });

  it('keep their access when one is deleted', async () => {
    const sitting = await consentToThree();
    const { app, owner, entityIds, organisationIds } = sitting;
    await linkThree(sitting);
    const [first, ...others] = entityIds;
    await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params: { entityId: first } });
    for (const other of others) expect(await accountsStatus(sitting, other)).toBe(200);
    expect(await atXero(sitting)).toEqual(organisationIds.slice(1));
  });

  it('keep their access when one is linked by a consent of its own', async () => {
    const sitting = await consentToThree();
    const { app, owner, entityIds, organisationIds } = sitting;
    await linkThree(sitting);
    await linkTo(app, owner, entityIds[0], DEMO);
    for (const entityId of entityIds) expect(await accountsStatus(sitting, entityId)).toBe(200);
    expect((await atXero(sitting)).toSorted()).toEqual(organisationIds.toSorted());
  });

  it('keep their access when one moves to other books', async () => {
    const sitting = await consentToThree();
    const { app, owner, entityIds } = sitting;
    await linkThree(sitting);
    await linkTo(app, owner, entityIds[0], BAKERY);
    for (const entityId of entityIds) expect(await accountsStatus(sitting, entityId)).toBe(200);
  });

  it('give everything back to Xero with the last one', async () => {
    const sitting = await consentToThree();
    const { app, owner, entityIds } = sitting;
    await linkThree(sitting);
    for (const entityId of entityIds) await app.call(UNLINK, { as: owner.token, params: { entityId } });
    expect(await atXero(sitting)).toEqual([]);
    expect(app.stored().filter(({ pk }) => pk.startsWith('XA#'))).toEqual([]);
  });
});

describe('linking several entities', () => {
  it('links the others when one organisation keeps its books in another currency', async () => {
    const sitting = await consentToThree(KAURI);
    const { app, owner, organisationIds } = sitting;
    const body = { links: linksOf(sitting).toReversed() };
    const { body: answer } = await app.call(LINK, { as: owner.token, body });
    expect(answer.results.map(({ status, code }) => [status, code])).toEqual([
      ['failed', 'connection/not-aud'],
      ['linked', undefined],
      ['linked', undefined],
    ]);
    expect((await atXero(sitting)).toSorted()).toEqual(organisationIds.slice(0, 2).toSorted());
  });

  it('can be repeated', async () => {
    const sitting = await consentToThree();
    await linkThree(sitting);
    await linkThree(sitting);
    expect(await atXero(sitting)).toHaveLength(3);
  });

  it('links an entity that the consent was not begun on alone', async () => {
    const sitting = await consentToThree();
    const { app, owner, entityIds } = sitting;
    const body = { links: linksOf(sitting).slice(2) };
    const { body: answer } = await app.call(LINK, { as: owner.token, body });
    expect(answer.results.map(({ status }) => status)).toEqual(['linked']);
    expect(await accountsStatus(sitting, entityIds[2])).toBe(200);
  });

  it('refuses a session without a consent, and one of another person', async () => {
    const sitting = await consentToThree();
    const { app, entityIds, organisationIds } = sitting;
    const stranger = await signUp(app);
    const { body: own } = await app.call('POST /v1/entities', { as: stranger.token, body: { name: 'Own' } });
    const ask = (entityId: string) =>
      app.call(LINK, { as: stranger.token, body: { links: [{ entityId, id: organisationIds[0] }] } });
    const without = await ask(own.id);
    expect([without.status, without.body.code]).toEqual([409, 'connection/not-authorised']);
    const foreign = await ask(entityIds[0]);
    expect([foreign.status, Object.keys(foreign.body.errors ?? {})]).toEqual([400, ['links.0.entityId']]);
  });

  it('refuses an entity named twice, an organisation outside the consent, and more than 20 links', async () => {
    const sitting = await consentToThree();
    const { app, owner } = sitting;
    const [first = { entityId: '', id: '' }, second = first] = linksOf(sitting);
    const fieldsOf = async (links: readonly { entityId: string; id: string }[]) => {
      const { status, body } = await app.call(LINK, { as: owner.token, body: { links: [...links] } });
      return [status, ...Object.keys(body.errors ?? {})];
    };
    expect(await fieldsOf([])).toEqual([400, 'links']);
    expect(await fieldsOf([first, { ...second, entityId: first.entityId }])).toEqual([
      400,
      'links.1.entityId',
    ]);
    expect(await fieldsOf([first, { ...second, id: 'elsewhere' }])).toEqual([400, 'links.1.id']);
    const many = Array.from({ length: 21 }, (_, index) => ({ ...first, entityId: `e${index}` }));
    expect(await fieldsOf(many)).toEqual([400, 'links']);
  });
});
