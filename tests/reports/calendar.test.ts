import { describe, expect, it } from 'vitest';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { addTotp } from '../support/factors.ts';
import { lastMail, PASSWORD, type Person, signIn, signUpInto, tokenIn } from '../support/people.ts';
import { archive } from '../support/syncing.ts';
import { BALLOON, createPractice, withPractice } from './practice.ts';

const DAY = 86_400_000;

const practice = withPractice();

async function addressOf(person: Person, body: { amounts?: boolean } = {}): Promise<string> {
  const answer = await practice.app.call('POST /v1/calendar', { as: person.token, body });
  expect(answer.status).toBe(201);
  return answer.body.url;
}

async function feed(url: string, query: { readonly entityId?: string; readonly only?: string } = {}) {
  const key = new URL(url).searchParams.get('key') ?? '';
  return practice.app.call('GET /v1/calendar/feed.ics', { query: { key, ...query } });
}

/** Lines that were folded are whole again. */
const linesOf = (body: unknown): string[] => String(body).replaceAll('\r\n ', '').split('\r\n');

describe('the calendar feed', () => {
  it('is read without a session and lists payments as all-day entries with ids that stay', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    const url = await addressOf(practice.owner);
    expect(url).toMatch(/^http:\/\/localhost:4000\/v1\/calendar\/feed\.ics\?key=[\w-]{43}$/);
    const first = await feed(url);
    expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const lines = linesOf(first.body);
    expect(lines[0]).toBe('BEGIN:VCALENDAR');
    expect(lines).toContain('DTSTART;VALUE=DATE:20260715');
    expect(lines).toContain(String.raw`SUMMARY:Farm – Toyota HiLux\, Payment 18 of 60: $1\,000.00`);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(13);
    const ids = lines.filter((line) => line.startsWith('UID:'));
    const { body } = await practice.app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
      as: practice.owner.token,
      params: { entityId, scheduleId },
    });
    expect(ids).toContain(`UID:${body.schedulePayments[17]?.id}@paydown`);
    practice.app.clock.advance(86_400_000);
    expect(linesOf((await feed(url)).body).filter((line) => line.startsWith('UID:'))).toEqual(ids);
  });

  it('marks balloons, and leaves amounts out when asked', async () => {
    const entityId = await practice.addEntity('Farm');
    await practice.addLoan(entityId, { ...BALLOON, startDate: '2023-01-31' });
    const lines = linesOf((await feed(await addressOf(practice.owner, { amounts: false }))).body);
    const summaries = lines.filter((line) => line.startsWith('SUMMARY:'));
    expect(summaries).toContain(String.raw`SUMMARY:Farm – Prime mover\, Balloon`);
    expect(summaries.join()).not.toContain('$');
  });

  it('lists the payments of one entity, balloons or ends alone', async () => {
    const [farm, bakery] = [await practice.addEntity('Farm'), await practice.addEntity('Bakery')];
    const ending = { schedulePaymentPlans: [{ number: 1, qty: 20, amount: 2_700 }] };
    await practice.addLoan(farm, { ...BALLOON, startDate: '2023-01-31' });
    await practice.addLoan(farm, { ...WORKED_EXAMPLE, ...ending });
    await practice.addLoan(bakery, { ...WORKED_EXAMPLE, ...ending });
    const url = await addressOf(practice.owner);
    const summaries = async (query: Parameters<typeof feed>[1]) =>
      linesOf((await feed(url, query)).body)
        .filter((line) => line.startsWith('SUMMARY:'))
        .map((line) => line.slice('SUMMARY:'.length).replace(/:.*/u, ''))
        .toSorted();
    const balloon = String.raw`Farm – Prime mover\, Balloon`;
    const last = (entity: string) => String.raw`${entity} – Toyota HiLux\, Payment 20 of 20`;
    expect(await summaries({ only: 'balloons' })).toEqual([balloon]);
    expect(await summaries({ only: 'ends' })).toEqual([last('Bakery'), last('Farm')]);
    expect(await summaries({ only: 'balloons,ends', entityId: farm })).toEqual([balloon, last('Farm')]);
    expect(new Set((await summaries({ entityId: bakery })).map((text) => text.split(' ')[0]))).toEqual(
      new Set(['Bakery']),
    );
    expect((await feed(url, { only: 'payments' })).status).toBe(400);
  });

  it('shows no entity beyond the limits of its user', async () => {
    const [farm, bakery] = [await practice.addEntity('Farm'), await practice.addEntity('Bakery')];
    await practice.addLoan(bakery, WORKED_EXAMPLE);
    const guest = await signUpInto(practice.app, practice.owner, 'Guest', { entityIds: [farm] });
    const url = await addressOf(guest);
    expect((await feed(url, { entityId: farm })).status).toBe(200);
    expect((await feed(url, { entityId: bakery })).status).toBe(404);
    const other = await createPractice();
    expect((await feed(url, { entityId: await other.addEntity('Elsewhere') })).status).toBe(404);
  });

  it('says whether the caller has an address that works', async () => {
    const { app, owner } = practice;
    const state = async () => (await app.call('GET /v1/calendar', { as: owner.token })).body;
    expect(await state()).toEqual({ isOn: false, amounts: null });
    await addressOf(owner, { amounts: false });
    expect(await state()).toEqual({ isOn: true, amounts: false });
    const guest = await signUpInto(app, owner, 'Guest');
    expect((await app.call('GET /v1/calendar', { as: guest.token })).body).toEqual({
      isOn: false,
      amounts: null,
    });
    const body = { Password: PASSWORD, NewPassword: 'Another-Horse-8' };
    expect((await app.call('PUT /v1/users/password', { as: owner.token, body })).status).toBe(204);
    expect(await state()).toEqual({ isOn: false, amounts: null });
  });

  it('keeps a long name with emojis and the signs of calendar files in one entry', async () => {
    const name = `BEGIN:VEVENT;,\\n🚜${'x'.repeat(230)}`;
    const entityId = await practice.addEntity(name);
    await practice.addLoan(entityId, WORKED_EXAMPLE);
    const { body } = await feed(await addressOf(practice.owner));
    const lines = linesOf(body);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(13);
    expect(String(body)).toContain('🚜');
    for (const line of String(body).split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('has one address a person: a new one ends the one before, and deleting ends it', async () => {
    const before = await addressOf(practice.owner);
    const after = await addressOf(practice.owner);
    expect([(await feed(before)).status, (await feed(after)).status]).toEqual([404, 200]);
    for (const _ of ['once', 'again']) {
      const ended = await practice.app.call('DELETE /v1/calendar', { as: practice.owner.token });
      expect(ended.status).toBe(204);
    }
    expect((await feed(after)).status).toBe(404);
  });

  it('ends with the membership, and a later membership does not bring it back', async () => {
    const guest = await signUpInto(practice.app, practice.owner, 'Guest');
    const url = await addressOf(guest);
    expect((await feed(url)).status).toBe(200);
    await practice.app.call('DELETE /v1/tenants/users/{userId}', {
      as: practice.owner.token,
      params: { userId: guest.userId },
    });
    expect((await feed(url)).status).toBe(404);
    practice.app.clock.advance(1000);
    await practice.app.call('POST /v1/tenants/users/invite', {
      as: practice.owner.token,
      body: { email: guest.email, role: 'Admin' },
    });
    const mail = practice.app.mails.findLast(({ to }) => to === guest.email);
    const inviteToken = /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await practice.app.call('POST /v1/users/invite/accept', { as: guest.token, body: { inviteToken } });
    expect((await feed(url)).status).toBe(404);
  });

  // Evidence for ASVS 7.4.3
  it('ends with a new password, so that a stolen session leaves no way in', async () => {
    const { app, owner } = practice;
    const changed = await addressOf(owner);
    const body = { Password: PASSWORD, NewPassword: 'Another-Horse-8' };
    expect((await app.call('PUT /v1/users/password', { as: owner.token, body })).status).toBe(204);
    expect((await feed(changed)).status).toBe(404);
    const reset = await addressOf(owner);
    expect((await feed(reset)).status).toBe(200);
    await app.call('POST /v1/users/recover', { body: { email: owner.email } });
    const token = tokenIn(lastMail(app, owner.email));
    await app.call('POST /v1/users/recover', { query: { token }, body: { Password: PASSWORD } });
    expect((await feed(reset)).status).toBe(404);
  });

  it('ends with a disabled account', async () => {
    const { app, owner } = practice;
    const url = await addressOf(owner);
    await app.table.write({ update: { pk: `U#${owner.userId}`, sk: '@' }, set: { active: false } });
    expect((await feed(url)).status).toBe(404);
  });

  it('pauses for a member without the factor that the organisation requires', async () => {
    const { app, owner } = practice;
    const guest = await signUpInto(app, owner, 'Guest');
    const url = await addressOf(guest);
    const params = { tenantId: owner.tenantId };
    const body = { requireMfa: true };
    await app.call('PATCH /v1/tenants/{tenantId}/security', { as: owner.token, params, body });
    app.clock.advance(7 * DAY - 1);
    expect((await feed(url)).status).toBe(200);
    app.clock.advance(1);
    expect((await feed(url)).status).toBe(404);
    await addTotp(app, (await signIn(app, guest.email)).token);
    expect((await feed(url)).status).toBe(200);
  });

  it('answers one link 60 times an hour', async () => {
    const url = await addressOf(practice.owner);
    for (let count = 0; count < 60; count++) expect((await feed(url)).status).toBe(200);
    expect((await feed(url)).status).toBe(429);
    const guest = await signUpInto(practice.app, practice.owner, 'Guest');
    expect((await feed(await addressOf(guest))).status, 'another link').toBe(200);
    practice.app.clock.advance(DAY / 24);
    expect((await feed(url)).status).toBe(200);
  });

  it('leaves archived schedules out', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    await archive({ ...practice, params: { entityId, scheduleId } });
    expect(String((await feed(await addressOf(practice.owner))).body)).not.toContain('BEGIN:VEVENT');
  });

  it('keeps its key out of the table and out of every log line', async () => {
    const key = new URL(await addressOf(practice.owner)).searchParams.get('key') ?? '';
    await feed(`http://localhost/?key=${key}`);
    await feed(`http://localhost/?key=${key}x`);
    const stored = await practice.app.table.query({ pk: `U#${practice.owner.userId}` });
    expect(JSON.stringify(stored)).not.toContain(key);
    expect(JSON.stringify(practice.app.logged)).not.toContain(key);
    expect(practice.app.logged.length).toBeGreaterThan(0);
  });
});
