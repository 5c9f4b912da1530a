/** People of the journeys and what they have already: made through the portal's API, since another journey shows how. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { GivableRole } from '../../domain/roles.ts';
import type { RouteClient } from '../../functions/route-client.ts';
import { productClient } from '../../scripts/local/product-client.ts';
import type { Product } from '../support/local-product.ts';
import { linkIn, mailTo } from './surroundings.ts';

export const PASSWORD = 'Correct-Horse-9';

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** Somebody with an account, signed in. */
export interface Person {
  readonly email: string;
  readonly tenantName: string;
  readonly tokens: Tokens;
  /** @throws Error with the answer when the service refuses. */
  readonly call: RouteClient;
}

/** Registers somebody new: with an organisation of their own, or into the one that invites. */
export async function newcomer(
  product: Product,
  invitation?: { readonly email: string; readonly inviteToken: string },
): Promise<Person> {
  const id = randomUUID().slice(0, 8);
  const person = { email: `ada-${id}@example.com`, tenantName: `Byron Bookkeeping ${id}`, ...invitation };
  const anyone = productClient(product.origin);
  await anyone('POST /v1/users', {
    body: { ...person, givenName: 'Ada', surname: 'Byron', password: PASSWORD },
  });
  return { ...person, ...(await signedIn(product, person.email)) };
}

/** Signs in by the API, with another session than any page has. */
export async function signedIn(product: Product, email: string): Promise<Pick<Person, 'tokens' | 'call'>> {
  const body = { email, password: PASSWORD };
  const tokens = await productClient(product.origin)('POST /v1/users/authenticate', { body });
  return { tokens, call: productClient(product.origin, tokens.token) };
}

/** The same person in one more organisation of theirs. */
export async function newOrganisation(product: Product, person: Person, tenantName: string): Promise<Person> {
  const { id } = await person.call('POST /v1/tenants', { body: { name: tenantName } });
  const tokens = await person.call('POST /v1/users/authenticate/tenant', { body: { tenant: id } });
  return { ...person, tenantName, tokens, call: productClient(product.origin, tokens.token) };
}

/** Somebody new in another's organisation. */
export async function newColleague(product: Product, owner: Person, role: GivableRole): Promise<Person> {
  const email = `${role.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`;
  await owner.call('POST /v1/tenants/users/invite', { body: { email, role } });
  const inviteToken = linkIn(await mailTo(product, email)).searchParams.get('token') ?? '';
  return { ...(await newcomer(product, { email, inviteToken })), tenantName: owner.tenantName };
}

/** Confirms the address, as following the link in the mail does. */
export async function verifyAddress(product: Product, { email, call }: Person): Promise<void> {
  const token = linkIn(await mailTo(product, email)).searchParams.get('token') ?? '';
  await call('GET /v1/users/verify', { query: { token } });
}

/** Opens the portal on a page of its own session, on one of its addresses. */
export async function enter(page: Page, { tokens }: Pick<Person, 'tokens'>, path = '/'): Promise<void> {
  await page.goto('/favicon.svg');
  const session = JSON.stringify({ ...tokens, since: Date.now() });
  await page.evaluate((text) => localStorage.setItem('paydown.session', text), session);
  await page.goto(path);
}
