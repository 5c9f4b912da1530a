import { beforeEach, describe, expect, it } from 'vitest';
import { businessDate } from '../../domain/calendar.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import { jobsOf } from '../support/jobs.ts';
import { prepareBooks, postForeign } from '../support/ledger.ts';
import { type Person, signIn, signUp, signUpInto } from '../support/people.ts';
import { schedulePath } from '../support/syncing.ts';
import { linkTo, type Prepared } from '../support/xero.ts';

const DATE = '2026-06-30';
const HALF_AN_HOUR = 30 * 60_000;

let prepared: Prepared;
let sent: QueueMessage[];

/** A truck with everything due on the date in Xero, and an entity that is not linked. */
beforeEach(async () => {
  prepared = await prepareBooks(17);
  sent = prepared.app.queued;
  const as = prepared.owner.token;
  await prepared.app.call('POST /v1/entities', { as, body: { name: 'Unlinked' } });
});

const begin = (date = DATE, as = prepared.owner.token) =>
  prepared.app.call('POST /v1/ledgerchecks', { as, body: { date } });

const read = async (checkId: string, as = prepared.owner.token) =>
  prepared.app.call('GET /v1/ledgerchecks/{checkId}', { as, params: { checkId } });

const signOff = (checkId: string, entityIds: string[], as = prepared.owner.token) =>
  prepared.app.send('PUT /v1/ledgerchecks/{checkId}/signoffs', {
    as,
    params: { checkId },
    body: { entityIds },
  });

const limit = ({ userId }: Person, entityIds: string[]) =>
  prepared.app.call('PATCH /v1/tenants/users/{userId}/entities', {
    as: prepared.owner.token,
    params: { userId },
    body: { entityIds },
  });

const work = async () => jobsOf(prepared.app).processChecks(sent.splice(0));

describe('a check of all entities', () => {
  it('checks each linked entity through the queue, and is signed off', async () => {
    const { status, body } = await begin();
    expect(status).toBe(202);
    const { entityId } = prepared;
    expect(sent).toMatchObject([{ body: { entityId, today: DATE, checkId: body.checkId } }]);
    expect((await read(body.checkId)).body).toMatchObject({
      date: DATE,
      total: 1,
      done: 0,
      entities: [{ entityId, status: 'waiting', difference: null, signedOffBy: null }],
    });
    expect((await signOff(body.checkId, [entityId])).status).toBe(409);
    await work();
    const member = await signUpInto(prepared.app, prepared.owner, 'Member');
    expect((await signOff(body.checkId, [entityId], member.token)).status).toBe(204);
    const first = (await read(body.checkId)).body;
    expect(first).toMatchObject({ done: 1, entities: [{ status: 'agrees', difference: 0 }] });
    expect(first.entities[0]?.signedOffBy).toMatch(/\w/);
    prepared.app.clock.advance(1000);
    expect((await signOff(body.checkId, [entityId])).status).toBe(204);
    expect((await read(body.checkId)).body).toEqual(first);
    const { body: runs } = await prepared.app.call('GET /v1/ledgerchecks', { as: member.token });
    expect(runs).toMatchObject([{ checkId: body.checkId, date: DATE }]);
  });

  it('adds the differences without their signs, which the list of entities shows', async () => {
    postForeign(prepared, '2026-06-20', { '874.001': -250, '875.001': 250 });
    const { body } = await begin();
    await work();
    const { entities } = (await read(body.checkId)).body;
    expect(entities).toMatchObject([{ status: 'differs', difference: 500 }]);
    const listed = await prepared.app.call('GET /v1/entities', { as: prepared.owner.token });
    expect(listed.body).toMatchObject([
      { lastCheck: { date: DATE, status: 'differs', difference: 500 }, xeroState: 'ready' },
      { lastCheck: null, xeroState: 'not-linked' },
    ]);
  });

  it('leaves the result of a later date as it is, and keeps its own', async () => {
    const { app, owner, entityId, params } = prepared;
    const as = owner.token;
    await begin();
    await work();
    postForeign(prepared, '2025-05-30', { '874.001': -250, '875.001': 250 });
    const check = (date: string) =>
      app.call('POST /v1/entities/{entityId}/ledgercheck', { as, params, body: { date } });
    const stored = async (date?: string) =>
      (await app.call('GET /v1/entities/{entityId}/ledgercheck', { as, params, query: { date } })).body;
    const listed = async () => (await app.call('GET /v1/entities', { as })).body[0]?.lastCheck;
    const today = businessDate(app.clock.now());
    await check(today);
    await begin('2025-04-30');
    await work();
    expect(await listed()).toMatchObject({ date: today, status: 'differs', difference: 500 });
    expect(await stored()).toMatchObject({ date: today, status: 'differs' });
    expect(await stored('2025-04-30')).toMatchObject({ date: '2025-04-30', status: 'agrees' });
    const { body: items } = await app.call('GET /v1/attention', { as });
    expect(items).toContainEqual(expect.objectContaining({ kind: 'out-of-balance', date: today, entityId }));
    // A date to come stands for the ledger no longer than until the next check.
    await check('2027-06-30');
    expect(await stored()).toMatchObject({ date: today, status: 'differs' });
  });

  it('says of an entity without a loan that is set up that it is not set up', async () => {
    const { app, owner, params } = prepared;
    await app.call(`DELETE ${schedulePath}`, { as: owner.token, params });
    const { checkId } = (await begin()).body;
    await work();
    expect((await read(checkId)).body.entities).toMatchObject([
      { status: 'unknown', obstacle: 'not-linked' },
    ]);
    const listed = await app.call('GET /v1/entities', { as: owner.token });
    expect(listed.body[0]?.lastCheck).toMatchObject({ status: 'unknown', obstacle: 'not-linked' });
  });

  it('runs once at a time: a repeat continues it, another date waits, half an hour ends it', async () => {
    const { body } = await begin();
    const lost = sent.splice(0);
    expect((await begin()).body).toEqual(body);
    expect(sent.map(({ id }) => id)).toEqual(lost.map(({ id }) => id));
    expect((await begin('2026-05-31')).status).toBe(409);
    prepared.app.clock.advance(HALF_AN_HOUR);
    const { token } = await signIn(prepared.app, prepared.owner.email);
    expect((await read(body.checkId, token)).body).toMatchObject({
      done: 1,
      entities: [{ status: 'unknown', obstacle: 'unavailable' }],
    });
    expect((await begin('2026-05-31', token)).status).toBe(202);
  });

  // Evidence for ASVS 2.4
  it('runs 20 times an hour for each user, so that no member uses up the checks of the others', async () => {
    const member = await signUpInto(prepared.app, prepared.owner, 'Member');
    for (let count = 1; count <= 20; count++) {
      expect((await begin(DATE, member.token)).status).toBe(202);
      await work();
    }
    expect((await begin(DATE, member.token)).status).toBe(429);
    expect((await begin()).status).toBe(202);
  });

  it('starts one run of two that are asked for together', async () => {
    const answers = await Promise.all([begin(), begin('2026-05-31')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]));
  });

  it('gives an entity its result once, and one that was unlinked or deleted the reason', async () => {
    const { app, owner, entityId, params } = prepared;
    const { body } = await begin();
    await app.call('DELETE /v1/entities/{entityId}/xero/connection', { as: owner.token, params });
    await work();
    expect((await read(body.checkId)).body.entities).toMatchObject([
      { status: 'unknown', difference: null, message: expect.stringContaining('not linked') },
    ]);
    await linkTo(app, owner, entityId);
    expect((await begin()).body.checkId).not.toBe(body.checkId);
    await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    await work();
    expect((await read(body.checkId)).body).toMatchObject({ total: 0, entities: [] });
  });

  it('is hidden from other organisations and refuses Guests and foreign entities', async () => {
    const { body } = await begin();
    await work();
    const stranger = await signUp(prepared.app);
    expect((await read(body.checkId, stranger.token)).status).toBe(404);
    const guest = await signUpInto(prepared.app, prepared.owner, 'Guest');
    expect((await read(body.checkId, guest.token)).status).toBe(200);
    expect((await begin(DATE, guest.token)).status).toBe(403);
    const runs = async () => (await prepared.app.call('GET /v1/ledgerchecks', { as: guest.token })).body;
    expect(await runs()).toHaveLength(1);
    await limit(guest, [prepared.entityId]);
    expect(await runs()).toHaveLength(1);
    await limit(guest, []);
    expect(await runs()).toEqual([]);
    const foreign = await prepared.app.call('POST /v1/entities', {
      as: stranger.token,
      body: { name: 'Elsewhere' },
    });
    expect((await signOff(body.checkId, [foreign.body.id])).status).toBe(404);
    expect((await signOff(body.checkId, [prepared.entityId], guest.token)).status).toBe(403);
  });
});
