/** Clients of a running product: its API by the route table, and the controls of its simulators. */
import { routeClient, type RouteClient, type RouteRequest } from '../../functions/client/route-client.ts';

export interface Places {
  readonly origin: string;
  readonly xero: string;
  readonly stripe: string;
}

/** Returns a client of the API, signed in by a token; its calls throw for every answer but a success. */
export function productClient(origin: string, token?: string): RouteClient {
  return routeClient(({ url, ...request }) => succeed(origin + url, request, token));
}

/** Signs in a user without a second factor. */
export async function signInTo(origin: string, body: Credentials): Promise<Tokens> {
  const answer = await productClient(origin)('POST /v1/users/authenticate', { body });
  if ('token' in answer) return answer;
  throw new Error(`${body.email} needs a second factor`);
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/**
 * Sends JSON to a control of a simulator or of the local console.
 * @throws Error for every answer but a success.
 */
export async function control<Reply = unknown>(url: string, method = 'GET', body?: object): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  const response = await succeed(url, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Reply;
}

/** Pays at a checkout page without opening it; returns the session's id. */
export async function payAtStripe(stripe: string, checkoutUrl: string): Promise<string> {
  const sessionId = /cs_\w+/.exec(checkoutUrl)?.[0] ?? '';
  await control(`${stripe}/_control/checkout`, 'POST', { sessionId, outcome: 'pay' });
  return sessionId;
}

/** Consents at Xero for one organisation without opening the page; returns the query of the redirect back. */
export async function consentAtXero(
  xero: string,
  authoriseUrl: string,
  organisation: string,
): Promise<{ readonly code: string; readonly state: string }> {
  const consent = { authoriseUrl, decision: 'allow', organisations: [organisation] };
  const { location } = await control<{ location: string }>(`${xero}/_control/consent`, 'POST', consent);
  const { searchParams } = new URL(location);
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

async function succeed(
  url: string,
  { headers, ...request }: Omit<RouteRequest, 'url'>,
  token?: string,
): Promise<Response> {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { ...request, headers: { ...headers, ...authorization } });
  if (response.ok) return response;
  throw new Error(`${request.method} ${url}: ${response.status} ${await response.text()}`);
}
