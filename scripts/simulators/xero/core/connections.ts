/** `/connections`, and the app's own token that manages them. */
import { accessOf, bearerOf, refusal } from './access.ts';
import { behaviourOf } from './behaviour.ts';
import { hex } from './ids.ts';
import type { RegisteredApp } from './consent.ts';
import { utcStamp } from './dates.ts';
import { empty, json, originOf, type CoreRequest, type CoreResponse } from './http.ts';
import { signJwt } from './jwt.ts';
import { APP_CONNECTIONS } from './scopes.ts';
import { drop, meta, put, type XeroState } from './state.ts';

/** The lifetime of every access token. */
export const ACCESS_SECONDS = 30 * 60;

/** A user's token reaches the user's connections, an app token those of every user. */
export function answerConnections(state: XeroState, request: CoreRequest, now: number): CoreResponse {
  const every = [...state.records.connections.values()];
  const appToken = state.records.appTokens.get(bearerOf(request));
  const access = appToken !== undefined && now < appToken.expiresAt ? null : accessOf(state, request, now);
  if (access !== null && 'status' in access) return access;
  const own = access === null ? every : every.filter((each) => each.userId === access.userId);
  const [, , id] = request.path.split('/');
  if (request.method === 'DELETE' && id !== undefined) {
    const connection = own.find((each) => each.id === id.toLowerCase());
    if (connection === undefined) return empty(404);
    drop(state, 'connections', connection.id);
    return empty(204);
  }
  if (request.method !== 'GET' || id !== undefined) return empty(405);
  const wanted = new URLSearchParams(request.query).get('authEventId');
  const found = own.filter((each) => wanted === null || each.authEventId === wanted);
  return json(
    200,
    found.map((each) => ({
      id: each.id,
      authEventId: each.authEventId,
      tenantId: each.tenantId,
      tenantType: 'ORGANISATION',
      tenantName: state.records.organisations.get(each.tenantId)?.name ?? '',
      createdDateUtc: utcStamp(each.createdAt),
      updatedDateUtc: utcStamp(each.updatedAt),
    })),
  );
}

/** The client-credentials grant: a token without a user, for managing the app's connections. */
export function issueToApp(
  state: XeroState,
  app: RegisteredApp,
  request: CoreRequest,
  scope: string,
  now: number,
): CoreResponse {
  if (behaviourOf(state).appToken === 'refused') return refusal('unauthorized_client');
  const scopes = scope.split(' ').filter(Boolean);
  if (scopes.length === 0 || scopes.some((each) => each !== APP_CONNECTIONS)) return refusal('invalid_scope');
  const { signingKey, clockOffsetMs } = meta(state);
  const issuedAt = Math.floor((now - clockOffsetMs) / 1000);
  const accessToken = signJwt(signingKey, {
    iss: originOf(request),
    aud: `${originOf(request)}/resources`,
    client_id: app.clientId,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + ACCESS_SECONDS,
    jti: hex(state, 16),
    scope: scopes,
  });
  for (const [key, record] of state.records.appTokens) {
    if (now > record.expiresAt) drop(state, 'appTokens', key);
  }
  put(state, 'appTokens', accessToken, { scopes, expiresAt: now + ACCESS_SECONDS * 1000 });
  const token = { access_token: accessToken, expires_in: ACCESS_SECONDS, token_type: 'Bearer' };
  return json(200, { ...token, scope: scopes.join(' ') });
}
