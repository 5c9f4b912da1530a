/** Users of the tests, who register, sign in and invite each other by the API. */
import { randomUUID } from 'node:crypto';
import type { GivableRole } from '../../domain/roles.ts';
import type { SentMail, TestApp } from './app.ts';

export const PASSWORD = 'Correct-Horse-9';

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly tenantId: string;
  readonly token: string;
  readonly refreshToken: string;
}

interface SignUp {
  readonly email?: string;
  readonly givenName?: string;
  readonly tenantName?: string;
  readonly inviteToken?: string;
}

/** Registers a user and signs them in. */
export async function signUp(app: TestApp, given: SignUp = {}): Promise<Person> {
  const email = given.email ?? `${randomUUID()}@example.com`;
  const registration = {
    givenName: 'Ada',
    surname: 'Byron',
    tenantName: 'Byron Pty Ltd',
    password: PASSWORD,
    ...given,
    email,
  };
  const { status, body } = await app.call('POST /v1/users', { body: registration });
  if (!('id' in body)) throw new Error(`Registering ${email}: ${status} ${JSON.stringify(body)}`);
  const tokens = await signIn(app, email);
  return { userId: body.id, email, tenantId: tenantOf(tokens.token) ?? '', ...tokens };
}

export async function signIn(
  app: TestApp,
  email: string,
  password = PASSWORD,
): Promise<{ token: string; refreshToken: string }> {
  const { status, body } = await app.call('POST /v1/users/authenticate', { body: { email, password } });
  if (!('token' in body)) throw new Error(`Signing in ${email}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Signs the person in again, in a new organisation. */
export async function inNewOrganisation(app: TestApp, person: Person, name: string): Promise<Person> {
  const { token: as } = await signIn(app, person.email);
  const { body } = await app.call('POST /v1/tenants', { as, body: { name } });
  const tenantId = body.id;
  const switched = await app.call('POST /v1/users/authenticate/tenant', { as, body: { tenant: tenantId } });
  return { ...person, ...switched.body, tenantId };
}

/** Invites an address, after the sender's own is confirmed; returns the token in the mail. */
export async function invite(
  app: TestApp,
  by: Person,
  given: { email: string; role: GivableRole; entityIds?: string[] },
): Promise<string> {
  const { email } = given;
  await confirmOwn(app, by);
  const { status, body } = await app.call('POST /v1/tenants/users/invite', {
    as: by.token,
    body: given,
  });
  if (status !== 201) throw new Error(`Inviting ${email}: ${status} ${JSON.stringify(body)}`);
  return tokenIn(lastMail(app, email));
}

/** Invites and registers a new member of the owner's organisation. */
export async function signUpInto(
  app: TestApp,
  owner: Person,
  role: GivableRole,
  more: { entityIds?: string[] } = {},
): Promise<Person> {
  const email = `${role.toLowerCase()}-${randomUUID()}@example.com`;
  return signUp(app, { email, inviteToken: await invite(app, owner, { email, role, ...more }) });
}

/** Confirms the person's address by the link that its registration mailed, unless it is confirmed. */
async function confirmOwn(app: TestApp, { email, token: as }: Person): Promise<void> {
  const { body } = await app.call('GET /v1/users/verify/status', { as });
  if (body.isVerified) return;
  const mail = app.mails.findLast(({ to, text }) => to === email && text.includes('/verify?token='));
  if (!mail) throw new Error(`No link to confirm ${email} was mailed`);
  const { status } = await app.call('GET /v1/users/verify', { query: { token: tokenIn(mail) } });
  if (status !== 204) throw new Error(`Confirming ${email}: ${status}`);
}

/** Confirms the address by the link mailed to it last. */
export const verify = (app: TestApp, email: string) =>
  app.call('GET /v1/users/verify', { query: { token: tokenIn(lastMail(app, email)) } });

/** Registers a user and confirms the address. */
export async function signUpVerified(app: TestApp): Promise<Person> {
  const person = await signUp(app);
  await verify(app, person.email);
  return person;
}

/** Confirms a new address by the link mailed to it last, with the session of the account that asked. */
export const confirmAddress = (app: TestApp, email: string, as?: string, password?: string) =>
  app.call('POST /v1/users/email/confirm', {
    ...(as !== undefined && { as }),
    body: { token: tokenIn(lastMail(app, email)), ...(password !== undefined && { password }) },
  });

/** Asks for a new address and confirms it by the link in its mailbox. */
export async function moveTo(app: TestApp, as: string, email: string, password = PASSWORD): Promise<void> {
  const { status, body } = await app.call('PATCH /v1/users', { as, body: { email, password } });
  if (status !== 200) throw new Error(`Asking for ${email}: ${status} ${JSON.stringify(body)}`);
  const confirmed = await confirmAddress(app, email, as);
  if (confirmed.status !== 204) throw new Error(`Confirming ${email}: ${JSON.stringify(confirmed.body)}`);
}

/** Sets a new password by the mailed link. */
export async function resetPassword(app: TestApp, email: string, password = PASSWORD): Promise<void> {
  await app.call('POST /v1/users/recover', { body: { email } });
  const query = { token: tokenIn(lastMail(app, email)) };
  const { status } = await app.call('POST /v1/users/recover', { query, body: { Password: password } });
  if (status !== 204) throw new Error(`Setting a new password of ${email}: ${status}`);
}

export function lastMail(app: TestApp, to: string): SentMail {
  const mail = app.mails.findLast((sent) => sent.to === to);
  if (!mail) throw new Error(`No mail was sent to ${to}`);
  return mail;
}

/** Returns the token of a mail's only link, which is alone on its line. */
export function tokenIn({ text }: SentMail): string {
  const link = text.split('\n').find((line) => line.startsWith('http'));
  const token = new URL(link ?? 'http://none').searchParams.get('token');
  if (token === null) throw new Error('There is no link in the mail');
  return token;
}

/** Returns the unverified claims of an access token. */
export function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return claims;
}

function tenantOf(token: string): string | null {
  const { tid } = claimsOf(token);
  return typeof tid === 'string' ? tid : null;
}
