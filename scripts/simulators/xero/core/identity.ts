/** Tokens (redeem, refresh, revoke) and connections. */
import { bearerOf, refusal } from './access.ts';
import { hex } from './ids.ts';
import { ACCESS_SECONDS, answerConnections, issueToApp } from './connections.ts';
import type { RegisteredApp } from './consent.ts';
import { empty, json, originOf, type CoreRequest, type CoreResponse } from './http.ts';
import { jwks, signJwt } from './jwt.ts';
import { drop, meta, put, type Grant, type UserRecord, type XeroState } from './state.ts';

const CODE_MS = 5 * 60_000;
const REFRESH_MS = 60 * 86_400_000;
const GRACE_MS = 30 * 60_000;

/** Answers the identity service's calls; null for any other path. */
export function answerIdentity(
  state: XeroState,
  app: RegisteredApp,
  request: CoreRequest,
  now: number,
): CoreResponse | null {
  const { method, path } = request;
  if (method === 'GET' && path === '/.well-known/openid-configuration') return discovery(originOf(request));
  if (method === 'GET' && path === '/.well-known/openid-configuration/jwks') {
    return json(200, jwks(meta(state).signingKey));
  }
  if (method === 'POST' && path === '/connect/token') return token(state, app, request, now);
  if (method === 'POST' && path === '/connect/revocation') return revocation(state, app, request);
  if (path.toLowerCase() === '/connections' || path.toLowerCase().startsWith('/connections/')) {
    return answerConnections(state, request, now);
  }
  return null;
}

function discovery(origin: string): CoreResponse {
  return json(200, {
    issuer: origin,
    authorization_endpoint: `${origin}/identity/connect/authorize`,
    token_endpoint: `${origin}/connect/token`,
    revocation_endpoint: `${origin}/connect/revocation`,
    jwks_uri: `${origin}/.well-known/openid-configuration/jwks`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  });
}

function token(state: XeroState, app: RegisteredApp, request: CoreRequest, now: number): CoreResponse {
  const form = new URLSearchParams(request.body);
  if (!isClient(app, request, form)) return refusal('invalid_client');
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') return redeem(state, app, request, form, now);
  if (grantType === 'refresh_token')
    return refresh(state, app, request, form.get('refresh_token') ?? '', now);
  if (grantType === 'client_credentials')
    return issueToApp(state, app, request, form.get('scope') ?? '', now);
  return refusal('unsupported_grant_type');
}

function redeem(
  state: XeroState,
  app: RegisteredApp,
  request: CoreRequest,
  form: URLSearchParams,
  now: number,
): CoreResponse {
  const code = form.get('code') ?? '';
  const record = state.records.codes.get(code);
  if (record === undefined || record.redeemed || now >= record.issuedAt + CODE_MS)
    return refusal('invalid_grant');
  if (record.redirectUri !== form.get('redirect_uri')) return refusal('invalid_grant');
  put(state, 'codes', code, { ...record, redeemed: true });
  return issue(state, app, request, record, now, record.nonce);
}

/** An exchanged refresh token stays valid for 30 minutes more, in case its answer got lost. */
function refresh(
  state: XeroState,
  app: RegisteredApp,
  request: CoreRequest,
  refreshToken: string,
  now: number,
): CoreResponse {
  const record = state.records.refreshTokens.get(refreshToken);
  if (record === undefined || now >= record.issuedAt + REFRESH_MS) return refusal('invalid_grant');
  if (record.rotatedAt !== null && now >= record.rotatedAt + GRACE_MS) return refusal('invalid_grant');
  put(state, 'refreshTokens', refreshToken, { ...record, rotatedAt: record.rotatedAt ?? now });
  return issue(state, app, request, record, now);
}

function issue(
  state: XeroState,
  app: RegisteredApp,
  request: CoreRequest,
  { userId, scopes, authEventId }: Grant,
  now: number,
  nonce: string | null = null,
): CoreResponse {
  const grant: Grant = { userId, scopes, authEventId };
  const user = userById(state, userId);
  const issuer = originOf(request);
  const { signingKey, clockOffsetMs } = meta(state);
  // The machine's clock, not the simulator's: the app checks these claims against its own clock.
  const issuedAt = Math.floor((now - clockOffsetMs) / 1000);
  const common = {
    iss: issuer,
    sub: hex(state, 20),
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + ACCESS_SECONDS,
  };
  const accessToken = signJwt(signingKey, {
    ...common,
    aud: `${issuer}/resources`,
    client_id: app.clientId,
    xero_userid: userId,
    jti: hex(state, 16),
    authentication_event_id: authEventId,
    scope: scopes,
  });
  forgetExpired(state, now);
  put(state, 'accessTokens', accessToken, { ...grant, expiresAt: now + ACCESS_SECONDS * 1000 });
  return json(200, {
    id_token: scopes.includes('openid')
      ? signJwt(signingKey, {
          ...common,
          aud: app.clientId,
          xero_userid: userId,
          ...profile(user, scopes),
          nonce: nonce ?? undefined,
        })
      : undefined,
    access_token: accessToken,
    expires_in: ACCESS_SECONDS,
    token_type: 'Bearer',
    refresh_token: scopes.includes('offline_access') ? newRefreshToken(state, grant, now) : undefined,
    scope: scopes.join(' '),
  });
}

function newRefreshToken(state: XeroState, grant: Grant, now: number): string {
  const refreshToken = hex(state, 32);
  put(state, 'refreshTokens', refreshToken, { ...grant, issuedAt: now, rotatedAt: null });
  return refreshToken;
}

function profile(user: UserRecord, scopes: readonly string[]): Record<string, string> {
  const { givenName, surname, email } = user;
  const names = { given_name: givenName, family_name: surname, name: `${givenName} ${surname}` };
  return { ...(scopes.includes('profile') && names), ...(scopes.includes('email') && { email }) };
}

/** Revokes the whole authorisation of the token's user. Unknown tokens are no error (RFC 7009). */
function revocation(state: XeroState, app: RegisteredApp, request: CoreRequest): CoreResponse {
  const form = new URLSearchParams(request.body);
  if (!isClient(app, request, form)) return refusal('invalid_client');
  const record = state.records.refreshTokens.get(form.get('token') ?? '');
  if (record !== undefined) revokeUser(state, record.userId);
  return empty(200);
}

/** Removes a user's tokens, codes and connections. */
function revokeUser(state: XeroState, userId: string): void {
  for (const collection of ['accessTokens', 'refreshTokens', 'connections', 'codes'] as const) {
    for (const [key, record] of state.records[collection]) {
      if (record.userId === userId) drop(state, collection, key);
    }
  }
}

/** Revokes the authorisation of the request's access or refresh token. */
export function revokeAuthorisationOf(state: XeroState, request: CoreRequest): void {
  const refreshToken = new URLSearchParams(request.body).get('refresh_token') ?? '';
  const record =
    state.records.accessTokens.get(bearerOf(request)) ?? state.records.refreshTokens.get(refreshToken);
  if (record !== undefined) revokeUser(state, record.userId);
}

function isClient(app: RegisteredApp, request: CoreRequest, form: URLSearchParams): boolean {
  const basic = /^Basic (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
  const [id, secret] =
    basic === undefined
      ? [form.get('client_id'), form.get('client_secret')]
      : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
  return id === app.clientId && secret === app.clientSecret;
}

function userById(state: XeroState, userId: string): UserRecord {
  const user = [...state.records.users.values()].find((each) => each.userId === userId);
  if (user === undefined) throw new Error(`No user ${userId}`);
  return user;
}

/** Keeps expired tokens for a day, because Xero answers them otherwise than unknown ones. */
function forgetExpired(state: XeroState, now: number): void {
  for (const [key, record] of state.records.accessTokens) {
    if (now > record.expiresAt + 86_400_000) drop(state, 'accessTokens', key);
  }
}
