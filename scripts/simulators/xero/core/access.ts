/** Access tokens on requests, and the answers to requests without the right one. */
import { hex } from './ids.ts';
import { json, type CoreRequest, type CoreResponse } from './http.ts';
import type { AccessTokenRecord, XeroState } from './state.ts';

/** Returns the grant of a request's access token, or the 401 for an unknown or expired one. */
export function accessOf(
  state: XeroState,
  request: CoreRequest,
  now: number,
): AccessTokenRecord | CoreResponse {
  const record = state.records.accessTokens.get(bearerOf(request));
  if (record === undefined) return unauthorised(state, 401, 'AuthenticationUnsuccessful');
  if (now < record.expiresAt) return record;
  const expiry = new Date(record.expiresAt).toISOString();
  return unauthorised(state, 401, `TokenExpired: token expired at ${expiry}`);
}

/** Xero's answer to a call without the right to make it. */
export function unauthorised(state: XeroState, status: 401 | 403, detail: string): CoreResponse {
  const title = status === 401 ? 'Unauthorized' : 'Forbidden';
  const Instance = hex(state, 16);
  return json(status, { Type: null, Title: title, Status: status, Detail: detail, Instance, Extensions: {} });
}

/** Returns the bearer token; empty without one. */
export function bearerOf(request: CoreRequest): string {
  return /^Bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
}

/** The token endpoint's refusal. */
export function refusal(error: string): CoreResponse {
  return json(400, { error });
}
