/** One proof is not accepted for another: the password alone moves no account that lacks a required factor. */
import { describe, expect, it } from 'vitest';
import { withTestApp } from '../support/each-test.ts';
import { codeAt } from '../support/authenticator/app.ts';
import { addTotp, signInByBoth } from '../support/factors.ts';
import {
  confirmAddress,
  lastMail,
  moveTo,
  PASSWORD,
  type Person,
  resetPassword,
  signIn,
  signUp,
  signUpInto,
  signUpVerified,
  tokenIn,
} from '../support/people.ts';

const app = withTestApp();

const DAY = 86_400_000;
const NEXT = 'Another-Horse-8';

/** An organisation that has refused sessions without a second factor for a day, and its dormant member. */
async function dormant(): Promise<{
  readonly owner: Person;
  readonly member: Person;
  /** Of the owner's authenticator app. */
  readonly secret: string;
}> {
  const owner = await signUpVerified(app);
  const member = await signUpInto(app, owner, 'Member');
  const { tenantId, token } = owner;
  const params = { tenantId };
  const { secret } = await addTotp(app, token);
  const body = { requireMfa: true };
  const set = await app.call('PATCH /v1/tenants/{tenantId}/security', { as: token, params, body });
  expect(set.status).toBe(200);
  app.clock.advance(8 * DAY);
  return { owner, member, secret };
}

const ask = (as: string, email: string) =>
  app.call('PATCH /v1/users', { as, body: { email, password: PASSWORD } });

const addFactor = (as: string) =>
  app.call('POST /v1/users/factors', { as, body: { kind: 'totp', name: 'Phone' } });

const release = (token: string) => app.call('POST /v1/users/email/release', { body: { token } });

const entitiesOf = async (email: string, password?: string) => {
  const { token } = await signIn(app, email, password);
  return (await app.call('GET /v1/entities', { as: token })).status;
};

describe('A member without a required factor', () => {
  // Evidence for ASVS 6.3.3
  it('keeps the address against a thief of the password, who can neither confirm nor reset', async () => {
    const { member } = await dormant();
    const thief = await signIn(app, member.email);
    const before = app.mails.length;
    const asked = await ask(thief.token, 'thief@example.com');
    expect(asked).toMatchObject({
      status: 202,
      body: { email: member.email, pendingEmail: 'thief@example.com' },
    });
    expect(app.mails.slice(before).map(({ to }) => to)).toEqual([member.email]);
    await app.call('GET /v1/users/verify/resend', { as: thief.token });
    expect(app.mails.slice(before).map(({ to }) => to)).toEqual([member.email, member.email]);
    await app.call('POST /v1/users/recover', { body: { email: 'thief@example.com' } });
    expect(app.mails.some(({ to }) => to === 'thief@example.com')).toBe(false);
    expect((await addFactor(thief.token)).status).toBe(403);
  });

  it('moves with an answer from the old mailbox, and then adds a factor', async () => {
    const { member } = await dormant();
    const { token } = await signIn(app, member.email);
    await ask(token, 'wrong@example.com');
    const replaced = tokenIn(lastMail(app, member.email));
    app.clock.advance(1000);
    await ask(token, 'new@example.com');
    expect((await release(replaced)).status, 'of a request that was replaced').toBe(400);
    const link = tokenIn(lastMail(app, member.email));
    expect((await release(link)).status).toBe(204);
    expect((await release(link)).status, 'again').toBe(400);
    expect((await confirmAddress(app, 'new@example.com', token)).status).toBe(204);
    await resetPassword(app, 'new@example.com', NEXT);
    const again = await signIn(app, 'new@example.com', NEXT);
    await expect(addTotp(app, again.token)).resolves.toBeDefined();
  });

  it('who moved in the seven days adds a factor after them', async () => {
    const owner = await signUpVerified(app);
    const member = await signUpInto(app, owner, 'Member');
    const params = { tenantId: owner.tenantId };
    const body = { requireMfa: true };
    await app.call('PATCH /v1/tenants/{tenantId}/security', { as: owner.token, params, body });
    await moveTo(app, member.token, 'new@example.com');
    app.clock.advance(8 * DAY);
    await resetPassword(app, 'new@example.com', NEXT);
    await expect(addTotp(app, (await signIn(app, 'new@example.com', NEXT)).token)).resolves.toBeDefined();
  });

  it('who was invited after the requirement adds a factor, at once or weeks later', async () => {
    const { owner, secret } = await dormant();
    const code = codeAt(secret, app.clock.now());
    const admin = { ...owner, ...(await signInByBoth(app, owner.email, { code })).body };
    const [early, late] = [await signUpInto(app, admin, 'Member'), await signUpInto(app, admin, 'Member')];
    await expect(addTotp(app, (await signIn(app, early.email)).token)).resolves.toBeDefined();
    app.clock.advance(30 * DAY);
    await resetPassword(app, late.email, NEXT);
    await expect(addTotp(app, (await signIn(app, late.email, NEXT)).token)).resolves.toBeDefined();
  });

  // Evidence for ASVS 6.3.3
  it('has no proof by an address that was asked for before the deadline and confirmed after it', async () => {
    const owner = await signUpVerified(app);
    const member = await signUpInto(app, owner, 'Member');
    const params = { tenantId: owner.tenantId };
    const body = { requireMfa: true };
    await app.call('PATCH /v1/tenants/{tenantId}/security', { as: owner.token, params, body });
    app.clock.advance(6 * DAY);
    const { token } = await signIn(app, member.email);
    await ask(token, 'thief@example.com');
    app.clock.advance(2 * DAY);
    const link = tokenIn(lastMail(app, 'thief@example.com'));
    const confirmed = await app.call('POST /v1/users/email/confirm', {
      body: { token: link, password: PASSWORD },
    });
    expect(confirmed.status).toBe(204);
    await resetPassword(app, 'thief@example.com', NEXT);
    const thief = await signIn(app, 'thief@example.com', NEXT);
    expect(await addFactor(thief.token)).toMatchObject({
      status: 403,
      body: { code: 'factor/mailbox-unknown' },
    });
  });
});

describe('A new address', () => {
  it('changes nothing when its link is opened without the account that asked', async () => {
    const stranger = await signUpVerified(app);
    await ask(stranger.token, 'victim@example.com');
    const mail = lastMail(app, 'victim@example.com');
    const masked = `${stranger.email[0]}…@${stranger.email.split('@')[1]}`;
    expect(mail.text).toContain(masked);
    const token = tokenIn(mail);
    const opened = await app.call('GET /v1/users/verify', { query: { token } });
    expect(opened).toMatchObject({ status: 409, body: { code: 'user/confirm-on-page' } });
    expect((await app.call('GET /v1/users/email/confirm', { query: { token } })).body).toEqual({
      account: masked,
    });
    expect((await confirmAddress(app, 'victim@example.com')).status).toBe(400);
    const other = await signUp(app);
    expect((await confirmAddress(app, 'victim@example.com', other.token)).status).toBe(400);
    expect((await confirmAddress(app, 'victim@example.com', undefined, 'Wrong-Horse-9')).status).toBe(400);
    expect((await app.call('GET /v1/users', { as: stranger.token })).body.email).toBe(stranger.email);
    // The address stays free for its owner.
    expect((await signUp(app, { email: 'victim@example.com' })).userId).toBeDefined();
  });

  it('is confirmed by the password where no session of the account is open', async () => {
    const person = await signUpVerified(app);
    await ask(person.token, 'new@example.com');
    expect((await confirmAddress(app, 'new@example.com', undefined, PASSWORD)).status).toBe(204);
    expect(await entitiesOf('new@example.com')).toBe(200);
  });

  it('is restored by the old one’s link with the password alone, once its own mailbox is proven', async () => {
    const person = await signUpVerified(app);
    await moveTo(app, person.token, 'new@example.com');
    const link = tokenIn(lastMail(app, person.email));
    app.clock.advance(1000);
    await resetPassword(app, 'new@example.com', NEXT);
    const restore = (currentPassword?: string) =>
      app.call('POST /v1/users/email/restore', {
        query: { token: link },
        body: { Password: 'Third-Horse-10', ...(currentPassword !== undefined && { currentPassword }) },
      });
    expect(await restore()).toMatchObject({
      status: 400,
      body: { errors: { currentPassword: [expect.any(String)] } },
    });
    expect((await restore(PASSWORD)).status).toBe(400);
    expect((await restore(NEXT)).status).toBe(204);
    expect(await entitiesOf(person.email, 'Third-Horse-10')).toBe(200);
  });
});
