/** The authorise endpoint: the app's request and the user's decision. */
import { hex, uuid } from './ids.ts';
import { includesAccounting, unknownScopes } from './scopes.ts';
import { put, type ConnectionRecord, type UserRecord, type XeroState } from './state.ts';

/** The registered app. */
export interface RegisteredApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

export interface ConsentRequest {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly nonce: string | null;
}

/** An error that Xero shows on its own page, without a redirect. */
interface ConsentError {
  readonly error: string;
  readonly description: string;
}

export interface Person {
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
}

/** The signed-in Xero user unless another one is named. */
export const defaultPerson: Person = {
  givenName: 'Robin',
  surname: 'Hughes',
  email: 'robin.hughes@example.com',
};

/** Validates the query of an authorise request. */
export function readConsentRequest(
  app: RegisteredApp,
  query: URLSearchParams,
): ConsentRequest | ConsentError {
  const redirectUri = query.get('redirect_uri') ?? '';
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  const unknown = unknownScopes(scopes);
  if (query.get('client_id') !== app.clientId) {
    return { error: 'unauthorized_client', description: 'Unknown client or client not enabled' };
  }
  if (!app.redirectUris.includes(redirectUri) || !isAllowedRedirect(redirectUri)) {
    return { error: 'unauthorized_client', description: 'Invalid redirect_uri' };
  }
  if (query.get('response_type') !== 'code') {
    return {
      error: 'unsupported_response_type',
      description: 'Only the authorisation code flow is supported',
    };
  }
  if (scopes.length === 0) return { error: 'invalid_scope', description: 'No scope was asked for' };
  if (unknown.length > 0) {
    return { error: 'invalid_scope', description: `Invalid scope for client: ${unknown.join(' ')}` };
  }
  return { redirectUri, scopes, state: query.get('state'), nonce: query.get('nonce') };
}

/** https, or http on the host name `localhost`. */
function isAllowedRedirect(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}

/** Returns the redirect after a refused consent. */
export function denied(request: ConsentRequest): string {
  const description = 'TenantConsent status DENIED';
  return redirection(request, { error: 'access_denied', error_description: description });
}

/** Connects the chosen organisations and returns the redirect with the code. */
export function allowed(
  state: XeroState,
  request: ConsentRequest,
  person: Person,
  tenantIds: readonly string[],
  now: number,
): string {
  const user = userOf(state, person);
  const authEventId = uuid(state);
  const code = hex(state, 24);
  if (includesAccounting(request.scopes)) {
    for (const tenantId of tenantIds) connect(state, user.userId, tenantId, authEventId, now);
  }
  put(state, 'codes', code, {
    userId: user.userId,
    scopes: request.scopes,
    authEventId,
    redirectUri: request.redirectUri,
    issuedAt: now,
    nonce: request.nonce,
    redeemed: false,
  });
  return redirection(request, { code, scope: request.scopes.join(' ') });
}

function redirection(request: ConsentRequest, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (request.state !== null) url.searchParams.set('state', request.state);
  return url.href;
}

function userOf(state: XeroState, person: Person): UserRecord {
  const email = person.email.toLowerCase();
  const userId = state.records.users.get(email)?.userId ?? uuid(state);
  const user = { ...person, email, userId };
  put(state, 'users', email, user);
  return user;
}

function connect(state: XeroState, userId: string, tenantId: string, authEventId: string, now: number): void {
  const existing = connectionOf(state, userId, tenantId);
  const connection: ConnectionRecord = existing
    ? { ...existing, authEventId, updatedAt: now }
    : { id: uuid(state), userId, tenantId, authEventId, createdAt: now, updatedAt: now };
  put(state, 'connections', connection.id, connection);
}

/** Returns a user's connection to an organisation. */
export function connectionOf(
  state: XeroState,
  userId: string,
  tenantId: string,
): ConnectionRecord | undefined {
  return [...state.records.connections.values()].find(
    (connection) => connection.userId === userId && connection.tenantId === tenantId,
  );
}
