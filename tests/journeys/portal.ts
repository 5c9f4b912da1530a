/** People of the journeys and what they have already: made through the portal's API, since another journey shows how. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { GivableRole } from '../../domain/roles.ts';
import type { ParamsOf, Received, Sent } from '../../functions/lib/route.ts';
import type { Routes } from '../../functions/routes.ts';
import { send } from '../../scripts/capacity/client.ts';
import type { Product } from '../support/local-product.ts';
import { linkIn, mailTo } from './surroundings.ts';

export const PASSWORD = 'Correct-Horse-9';

type RouteName = keyof Routes;

interface Input<Name extends RouteName> {
  readonly params?: ParamsOf<Name>;
  readonly query?: Sent<Routes[Name], 'query'>;
  readonly body?: Sent<Routes[Name], 'body'>;
}

type Call = <Name extends RouteName>(name: Name, input?: Input<Name>) => Promise<Received<Routes[Name]>>;

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
  readonly call: Call;
}

/** Registers somebody new: with an organisation of their own, or into the one that invites. */
export async function newcomer(
  product: Product,
  invitation?: { readonly email: string; readonly inviteToken: string },
): Promise<Person> {
  const id = randomUUID().slice(0, 8);
  const person = { email: `ada-${id}@example.com`, tenantName: `Byron Bookkeeping ${id}`, ...invitation };
  const anyone = callerOf(product);
  await anyone('POST /v1/users', {
    body: { ...person, givenName: 'Ada', surname: 'Byron', password: PASSWORD },
  });
  return { ...person, ...(await signedIn(product, person.email)) };
}

/** Signs in by the API, with another session than any page has. */
export async function signedIn(product: Product, email: string): Promise<Pick<Person, 'tokens' | 'call'>> {
  const body = { email, password: PASSWORD };
  const tokens = await callerOf(product)('POST /v1/users/authenticate', { body });
  return { tokens, call: callerOf(product, tokens.token) };
}

/** The same person in one more organisation of theirs. */
export async function newOrganisation(product: Product, person: Person, tenantName: string): Promise<Person> {
  const { id } = await person.call('POST /v1/tenants', { body: { name: tenantName } });
  // A switch ends the session that it is made with, and the person goes on with theirs.
  const own = await signedIn(product, person.email);
  const tokens = await own.call('POST /v1/users/authenticate/tenant', { body: { tenant: id } });
  return { ...person, tenantName, tokens, call: callerOf(product, tokens.token) };
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

function callerOf(product: Product, token?: string): Call {
  return async (name, { params, query, body } = {}) => {
    const [method = '', path = ''] = name.split(' ');
    const search = new URLSearchParams(query as Record<string, string> | undefined).toString();
    const address = `${product.origin}${filled(path, params)}${search && `?${search}`}`;
    return (await send(method, address, body, token)) as Received<Routes[typeof name]>;
  };
}

function filled(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
