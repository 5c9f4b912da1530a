/** Members who are limited to some entities: what they are given, what they read, and how limits change. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { MAX_ENTITY_IDS } from '../../domain/roles.ts';
import { scheduleAttentionWrite } from '../../functions/records/entities/attention.ts';
import { messageWrite } from '../../functions/records/tenants/messages.ts';
import { newReportWrite } from '../../functions/records/tenants/requested-reports.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { IMPORT_ROW } from '../support/contracts.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { invite, type Person, signUp, signUpInto, verify } from '../support/people.ts';

const app = withTestApp();
const owner = withOwner(app);
let farm: string;
let shop: string;

beforeEach(async () => {
  await verify(app, owner.email);
  [farm, shop] = [await addEntity(app, owner, 'Farm'), await addEntity(app, owner, 'Shop')];
});

const limit = async (userId: string, entityIds: string[] | null, by = owner) =>
  app.call('PATCH /v1/tenants/users/{userId}/entities', {
    as: by.token,
    params: { userId },
    body: { entityIds },
  });

const reRole = async (userId: string, role: 'Guest' | 'Member' | 'Admin') =>
  app.call('PATCH /v1/tenants/users/{userId}/role', { as: owner.token, params: { userId }, body: { role } });

const namesSeenBy = async ({ token }: Pick<Person, 'token'>): Promise<string[]> =>
  (await app.call('GET /v1/entities', { as: token })).body.map(({ name }) => name);

async function limitsOf(email: string): Promise<readonly string[] | null | undefined> {
  const { tenantUsers, invitedUsers } = (await app.call('GET /v1/tenants/users', { as: owner.token })).body;
  return [...tenantUsers, ...invitedUsers].find((user) => user.email === email)?.entityIds;
}

const calendarOf = async (person: Person): Promise<string> =>
  new URL((await app.call('POST /v1/calendar', { as: person.token, body: {} })).body.url).searchParams.get(
    'key',
  ) ?? '';

const feed = async (key: string): Promise<string> =>
  String((await app.call('GET /v1/calendar/feed.ics', { query: { key } })).body);

describe('a Guest limited to one entity', () => {
  // Evidence for ASVS 8.2.2
  it('finds that entity only in lists, search, attention, forecast, messages and calendar', async () => {
    const guest = await signUpInto(app, owner, 'Guest', { entityIds: [farm] });
    for (const [entityId, name] of [
      [farm, 'Farm loan'],
      [shop, 'Shop loan'],
    ] as const) {
      app.clock.advance(1000);
      const { id: scheduleId } = await addSchedule(app, owner, entityId, { description: name });
      const text = 'Payment 4 is not in Xero.';
      const overdue = { since: calendarDate('2025-05-15'), amount: null, text };
      await app.table.write(
        scheduleAttentionWrite({ tenantId: owner.tenantId, entityId, chunkKey: '' }, scheduleId, [
          ['overdue', overdue],
        ]),
      );
      const message = {
        now: app.clock.now(),
        id: randomUUID(),
        about: `due#${entityId}`,
        minimumRole: 'Guest',
        subject: `${name} is due`,
        message: '',
      } as const;
      await app.table.write(messageWrite({ ...message, tenantId: owner.tenantId, entityId }));
    }
    const as = guest.token;
    const key = await calendarOf(guest);
    const read = async () => ({
      entities: await namesSeenBy(guest),
      search: (await app.call('GET /v1/search', { as, query: { query: 'loan' } })).body.map(
        ({ name }) => name,
      ),
      attention: (await app.call('GET /v1/attention', { as })).body
        .filter(({ kind }) => kind === 'overdue')
        .map(({ entityName }) => entityName),
      forecast: (await app.send('GET /v1/forecast', { as, query: { groupBy: 'entity', months: '1' } })).body,
      messages: (await app.call('GET /v1/messages', { as })).body.map(({ subject }) => subject),
      calendar: /SUMMARY:.*Shop/.test(await feed(key)),
    });
    const one = await read();
    expect(one).toMatchObject({
      entities: ['Farm'],
      search: ['Farm loan'],
      attention: ['Farm'],
      messages: ['Farm loan is due'],
      forecast: { rows: [{ name: 'Farm' }], totals: { total: 1000 } },
      calendar: false,
    });
    // The next call of the same session goes by new limits; the calendar's address stays as it was given out.
    expect((await limit(guest.userId, null)).body.entityIds).toBeNull();
    expect(await read()).toMatchObject({
      entities: ['Farm', 'Shop'],
      search: ['Farm loan', 'Shop loan'],
      attention: ['Farm', 'Shop'],
      messages: ['Shop loan is due', 'Farm loan is due'],
      forecast: { totals: { total: 2000 } },
      calendar: false,
    });
    await limit(guest.userId, []);
    expect(await read()).toMatchObject({
      entities: [],
      search: [],
      attention: [],
      messages: [],
      calendar: false,
    });
    expect(await feed(key)).not.toContain('SUMMARY:');
  });

  // Evidence for ASVS 8.2.2
  it('reads a large report only within the limits', async () => {
    const guest = await signUpInto(app, owner, 'Guest', { entityIds: [farm] });
    const request = {
      userId: owner.userId,
      format: 'pdf',
      date: calendarDate('2025-06-30'),
      includeArchived: true,
      allCurrent: [],
    } as const;
    const readable = async (given: { entityId: string | null; entityIds: ReadonlySet<string> | null }) => {
      const reportId = randomUUID();
      await app.table.write(
        newReportWrite(owner.tenantId, { ...request, ...given, reportId }, app.clock.now()),
      );
      const statusOf = async ({ token }: Person) =>
        (await app.call('GET /v1/reports/{reportId}', { as: token, params: { reportId } })).status;
      return [await statusOf(owner), await statusOf(guest)];
    };
    expect(await readable({ entityId: null, entityIds: null })).toEqual([200, 404]);
    expect(await readable({ entityId: null, entityIds: new Set([farm, shop]) })).toEqual([200, 404]);
    expect(await readable({ entityId: null, entityIds: new Set([farm]) })).toEqual([200, 200]);
    expect(await readable({ entityId: shop, entityIds: null })).toEqual([200, 404]);
    expect(await readable({ entityId: farm, entityIds: null })).toEqual([200, 200]);
  });
});

describe('the limits of members and invitations', () => {
  it('go with an invitation, also when a removed member joins again', async () => {
    const email = 'guest@example.com';
    const guest = await signUp(app, {
      email,
      inviteToken: await invite(app, owner, { email, role: 'Guest', entityIds: [farm, farm] }),
    });
    expect(await limitsOf(email)).toEqual([farm]);
    await app.call('DELETE /v1/tenants/users/{userId}', {
      as: owner.token,
      params: { userId: guest.userId },
    });
    const inviteToken = await invite(app, owner, { email, role: 'Member', entityIds: [shop] });
    expect(await limitsOf(email)).toEqual([shop]);
    await app.call('POST /v1/users/invite/accept', { as: guest.token, body: { inviteToken } });
    expect(await limitsOf(email)).toEqual([shop]);
  });

  it('end with a promotion to Admin, and stay with another role', async () => {
    const { userId, email } = await signUpInto(app, owner, 'Guest', { entityIds: [farm] });
    expect((await reRole(userId, 'Member')).body.entityIds).toEqual([farm]);
    expect((await reRole(userId, 'Admin')).body.entityIds).toBeNull();
    await reRole(userId, 'Guest');
    expect(await limitsOf(email)).toBeNull();
  });

  it('are refused for Admins and Owners, for unknown entities and above 500', async () => {
    const stranger = await signUp(app);
    const foreign = await addEntity(app, stranger, 'Elsewhere');
    const { userId } = await signUpInto(app, owner, 'Guest');
    const many = Array.from({ length: MAX_ENTITY_IDS + 1 }, () => randomUUID());
    for (const entityIds of [[foreign], [farm, randomUUID()], many]) {
      const refused = await limit(userId, entityIds);
      expect(refused).toMatchObject({ status: 400, body: { errors: { entityIds: [expect.any(String)] } } });
      const body = { email: 'new@example.com', role: 'Guest', entityIds } as const;
      const { status } = await app.call('POST /v1/tenants/users/invite', { as: owner.token, body });
      expect(status).toBe(400);
    }
    const admin = await signUpInto(app, owner, 'Admin');
    expect((await limit(admin.userId, [farm])).status).toBe(400);
    expect((await limit(admin.userId, null)).status).toBe(200);
    expect((await limit(admin.userId, [], admin)).status).toBe(409);
    expect((await limit(owner.userId, [farm], admin)).status).toBe(409);
    const body = { email: 'new@example.com', role: 'Admin', entityIds: [farm] } as const;
    expect((await app.call('POST /v1/tenants/users/invite', { as: owner.token, body })).status).toBe(400);
  });

  it('lose an entity that is deleted or moves away, and do not regain it when it returns', async () => {
    const { email, token } = await signUpInto(app, owner, 'Guest', { entityIds: [farm, shop] });
    await invite(app, owner, { email: 'open@example.com', role: 'Guest', entityIds: [farm] });
    await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params: { entityId: farm } });
    expect([await limitsOf(email), await limitsOf('open@example.com')]).toEqual([[shop], []]);
    const away = await app.call('POST /v1/tenants', { as: owner.token, body: { name: 'Away' } });
    const move = async (as: string, targetTenantId: string) =>
      app.call('POST /v1/entities/migrate', { as, body: { entities: [shop], targetTenantId } });
    expect((await move(owner.token, away.body.id)).status).toBe(200);
    expect(await limitsOf(email)).toEqual([]);
    const body = { tenant: away.body.id };
    const switched = await app.call('POST /v1/users/authenticate/tenant', { as: owner.token, body });
    expect((await move(switched.body.token, owner.tenantId)).status).toBe(200);
    expect(await namesSeenBy({ token })).toEqual([]);
  });
});

describe('a limited Member', () => {
  let member: Person;

  beforeEach(async () => {
    member = await signUpInto(app, owner, 'Member', { entityIds: [farm] });
  });

  const importAs = async (
    { token: as }: Person,
    entities: readonly string[],
    importId: string = randomUUID(),
  ) => {
    const rows = entities.map((entity, index) => ({
      ...IMPORT_ROW,
      line: index + 2,
      name: `Loan ${index}`,
      entity,
    }));
    const body = { importId, rows, createEntities: true, skipErrors: true };
    return { importId, ...(await app.call('POST /v1/imports', { as, body })) };
  };

  it('sees an entity that the member creates or imports', async () => {
    await addEntity(app, member, 'Own');
    const { importId, body } = await importAs(member, ['Imported', 'Farm', 'imported']);
    expect([body.created.length, body.failed]).toEqual([3, []]);
    expect(await namesSeenBy(member)).toEqual(['Farm', 'Imported', 'Own']);
    const undo = { as: member.token, params: { importId } };
    expect((await app.call('DELETE /v1/imports/{importId}', undo)).status).toBe(204);
    expect(await namesSeenBy(member)).toEqual(['Farm', 'Own']);
    expect((await app.call('DELETE /v1/imports/{importId}', undo)).status).toBe(204);
  });

  it('creates no more than 500 entities', async () => {
    for (const pk of [
      { pk: `T#${owner.tenantId}`, sk: `M#${member.userId}` },
      { pk: `U#${member.userId}`, sk: `T#${owner.tenantId}` },
    ]) {
      const ids = Array.from({ length: MAX_ENTITY_IDS }, () => [randomUUID(), true]);
      await app.table.write({ update: pk, set: { entityIds: Object.fromEntries(ids) } });
    }
    const { status, body } = await app.call('POST /v1/entities', {
      as: member.token,
      body: { name: 'One more' },
    });
    expect({ status, body }).toMatchObject({ status: 409, body: { detail: expect.stringContaining('500') } });
  });

  // Evidence for ASVS 8.2.2
  it('neither imports into an entity past the limits nor sees or undoes an import of another', async () => {
    const { importId } = await importAs(owner, ['Shop']);
    const refused = await importAs(member, ['Shop']);
    expect(refused.body).toMatchObject({
      created: [],
      failed: [{ errors: { line: ['There is already an entity named "Shop".'] } }],
    });
    expect((await importAs(member, ['Shop'], importId)).status).toBe(404);
    const undo = { as: member.token, params: { importId } };
    expect((await app.call('DELETE /v1/imports/{importId}', undo)).status).toBe(404);
  });
});
