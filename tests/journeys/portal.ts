/** Users of the journeys, created by the API. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { GivableRole } from '../../domain/roles.ts';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { productClient, signInTo, type Tokens } from '../../scripts/local/product-client.ts';
import type { Product } from '../support/local-product.ts';
import { linkIn, mailsTo, mailTo } from './simulators.ts';

export const PASSWORD = 'Correct-Horse-9';

/** A user with an account, signed in. */
export interface Person {
  readonly email: string;
  readonly tenantName: string;
  readonly tokens: Tokens;
  /** @throws Error with the answer when the service refuses. */
  readonly call: RouteClient;
}

/** Registers a new user with an organisation, or into the inviting one; `given` replaces the address. */
export async function newUser(
  product: Product,
  given?: { readonly email: string; readonly inviteToken?: string },
): Promise<Person> {
  const id = randomUUID().slice(0, 8);
  const person = { email: `ada-${id}@example.com`, tenantName: `Byron Bookkeeping ${id}`, ...given };
  const anyone = productClient(product.origin);
  await anyone('POST /v1/users', {
    body: { ...person, givenName: 'Ada', surname: 'Byron', password: PASSWORD },
  });
  return { ...person, ...(await signedIn(product, person.email)) };
}

/** Signs in by the API, with a session of its own. */
export async function signedIn(product: Product, email: string): Promise<Pick<Person, 'tokens' | 'call'>> {
  const tokens = await signInTo(product.origin, { email, password: PASSWORD });
  return { tokens, call: productClient(product.origin, tokens.token) };
}

/** Creates another organisation of the user and signs in to it. */
export async function newOrganisation(product: Product, person: Person, tenantName: string): Promise<Person> {
  const { id } = await person.call('POST /v1/tenants', { body: { name: tenantName } });
  // A switch ends its session, so it is made in a session of its own.
  const own = await signedIn(product, person.email);
  const tokens = await own.call('POST /v1/users/authenticate/tenant', { body: { tenant: id } });
  return { ...person, tenantName, tokens, call: productClient(product.origin, tokens.token) };
}

/** Invites and registers a new member of the owner's organisation. */
export async function newMember(product: Product, owner: Person, role: GivableRole): Promise<Person> {
  const email = `${role.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`;
  const inviteToken = (await invite(product, owner, email, role)).searchParams.get('token') ?? '';
  return { ...(await newUser(product, { email, inviteToken })), tenantName: owner.tenantName };
}

/** Invites an address, after the sender's own is confirmed; returns the link in the mail. */
export async function invite(
  product: Product,
  sender: Person,
  email: string,
  role: GivableRole,
): Promise<URL> {
  await verifyAddress(product, sender);
  await sender.call('POST /v1/tenants/users/invite', { body: { email, role } });
  return linkIn(await mailTo(product, email));
}

/** Confirms the email address by the link that the registration mailed, unless it is confirmed. */
export async function verifyAddress(product: Product, { email, call }: Person): Promise<void> {
  if ((await call('GET /v1/users/verify/status')).isVerified) return;
  const links = (await mailsTo(product, email)).map(linkIn);
  const token = links.findLast(({ pathname }) => pathname === '/verify')?.searchParams.get('token') ?? '';
  await call('GET /v1/users/verify', { query: { token } });
}

/** Moves the account to a new address, confirmed by the link mailed to it. */
export async function moveTo(product: Product, { call }: Person, email: string): Promise<void> {
  await call('PATCH /v1/users', { body: { email, password: PASSWORD } });
  const token = linkIn(await mailTo(product, email)).searchParams.get('token') ?? '';
  await call('POST /v1/users/email/confirm', { body: { token } });
}

/** Opens a path of the portal with the user's session. */
export async function enter(page: Page, { tokens }: Pick<Person, 'tokens'>, path = '/'): Promise<void> {
  await page.goto('/favicon.svg');
  const session = JSON.stringify({ ...tokens, since: Date.now() });
  await page.evaluate((text) => localStorage.setItem('paydown.session', text), session);
  await page.goto(path);
}
