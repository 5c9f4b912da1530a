import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { attentionWrite, entityCause } from '../../functions/records/entities/attention.ts';
import { messageWrite } from '../../functions/records/tenants/messages.ts';
import { commit } from '../../functions/store/table.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { signUp, signUpInto } from '../support/people.ts';

const app = withTestApp();
const owner = withOwner(app);

const read = async (as: string) => (await app.call('GET /v1/messages', { as })).body;

const ids = (messages: readonly { readonly id: string }[]): string[] => messages.map(({ id }) => id);

describe('messages', () => {
  it('delivers a message to the roles that it concerns', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const guest = await signUpInto(app, owner, 'Guest');
    expect(await read(owner.token)).toHaveLength(2);
    expect(await read(admin.token)).toHaveLength(1);
    expect(await read(guest.token)).toEqual([]);
  });

  it('shows a new member neither earlier messages nor the news of their own joining', async () => {
    await signUpInto(app, owner, 'Member');
    app.clock.advance(1000);
    const admin = await signUpInto(app, owner, 'Admin');
    expect(await read(admin.token)).toEqual([]);
    await signUpInto(app, owner, 'Guest');
    expect(await read(admin.token)).toMatchObject([
      { subject: 'Invitation accepted', message: 'Ada Byron has joined Byron Pty Ltd as Guest.' },
    ]);
  });

  it('acknowledges and deletes a message for one reader alone', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    await signUpInto(app, owner, 'Guest');
    const messages = ids(await read(admin.token));
    const body = { messages };
    const acknowledged = await app.call('POST /v1/messages/Acknowledge', { as: admin.token, body });
    expect(acknowledged.status).toBe(204);
    expect(await read(admin.token)).toMatchObject([{ acknowledged: true }]);
    expect((await app.call('DELETE /v1/messages', { as: admin.token, body })).status).toBe(204);
    expect(await read(admin.token)).toEqual([]);
    const owners = await read(owner.token);
    expect(ids(owners)).toEqual(expect.arrayContaining(messages));
    expect(owners).not.toContainEqual(expect.objectContaining({ acknowledged: true }));
  });

  it('answers 404 for a message of another organisation or role and marks nothing', async () => {
    await signUpInto(app, owner, 'Admin');
    const guest = await signUpInto(app, owner, 'Guest');
    const stranger = await signUp(app);
    const [owners, strangers] = [await read(owner.token), await read(stranger.token)];
    const body = { messages: [...ids(strangers), ...ids(owners)] };
    for (const as of [stranger.token, guest.token]) {
      expect((await app.call('DELETE /v1/messages', { as, body })).status).toBe(404);
    }
    expect(await read(stranger.token)).toEqual(strangers);
  });

  it('lists messages from the newest, in pages on request', async () => {
    for (let count = 0; count < 3; count++) {
      app.clock.advance(1000);
      await signUpInto(app, owner, 'Member');
    }
    const all = await app.call('GET /v1/messages', { as: owner.token });
    const created = all.body.map((message: { created: string }) => message.created);
    expect(created).toEqual(created.toSorted().toReversed());
    const first = await app.call('GET /v1/messages', { as: owner.token, query: { limit: '1' } });
    const cursor = first.headers['x-next-cursor'] ?? '';
    const rest = await app.call('GET /v1/messages', { as: owner.token, query: { cursor } });
    expect([...first.body, ...rest.body]).toEqual(all.body);
  });

  it('reads at most seven times for a poll with twenty open messages', async () => {
    const { table, clock } = app;
    for (let entity = 1; entity <= 20; entity++) {
      const place = { tenantId: owner.tenantId, entityId: `entity-${entity}` };
      const item = { since: calendarDate('2026-07-01'), amount: null, text: 'Reconnect.' };
      const message = messageWrite({
        ...place,
        now: clock.now(),
        id: randomUUID(),
        about: `xero-link#${place.entityId}`,
        minimumRole: 'Member',
        subject: 'Reconnect',
        message: 'Reconnect.',
        actionRequired: true,
        cause: entityCause(place, 'reconnect'),
      });
      await commit(table, [message, attentionWrite(place, [['reconnect', item]])]);
    }
    const reads = { count: 0 };
    for (const name of ['get', 'getMany', 'query'] as const) {
      const call = table[name].bind(table) as (...args: unknown[]) => never;
      Object.assign(table, { [name]: (...args: unknown[]) => (reads.count++, call(...args)) });
    }
    const open = (await read(owner.token)).filter(({ actionRequired }) => actionRequired);
    expect(open.filter(({ subject }) => subject === 'Reconnect')).toHaveLength(20);
    expect(reads.count).toBeLessThanOrEqual(7);
  });
});
