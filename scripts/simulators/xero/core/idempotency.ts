import { createHash } from 'node:crypto';
import { behaviourOf } from './behaviour.ts';
import { badBody } from './elements.ts';
import type { CoreRequest, CoreResponse } from './http.ts';
import { drop, put, type IdempotencyRecord, type XeroState } from './state.ts';

const REMEMBERED_MS = 6 * 60_000;
const MAX_LENGTH = 128;

/** Returns the idempotency key of a write; reads have none. */
export function idempotencyKeyOf(request: CoreRequest): string | null {
  if (request.method === 'GET') return null;
  return request.headers['idempotency-key'] ?? null;
}

/** A digest of the method, address, organisation and body that a key belongs to. */
function fingerprint(request: CoreRequest): string {
  const parts = [
    request.method,
    request.path,
    request.query,
    request.headers['xero-tenant-id'],
    request.body,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The name a key is stored under. With token scope the same key under another access token is another key. */
function storedKey(state: XeroState, request: CoreRequest, key: string): string {
  if (behaviourOf(state).idempotencyScope === 'app') return key;
  const token = request.headers['authorization'] ?? '';
  return `${createHash('sha256').update(token).digest('base64url')} ${key}`;
}

/**
 * Returns the stored answer of a key, available from `readyAt` on, or the refusal of its use with another request.
 * Null: the request has no key, the key is new or older than six minutes, or its first call is still running under
 * the reading `inFlightKey: 'runs'`.
 */
export function remembered(
  state: XeroState,
  request: CoreRequest,
  now: number,
): { readonly response: CoreResponse; readonly readyAt: number } | null {
  const key = idempotencyKeyOf(request);
  if (key === null) return null;
  if (key.length > MAX_LENGTH) {
    const message = `Idempotency Key: ${key} exceeds the maximum length of ${MAX_LENGTH} characters.`;
    return { response: badBody(10, 'ValidationException', message), readyAt: now };
  }
  const first = state.records.idempotency.get(storedKey(state, request, key));
  if (first === undefined || hasExpired(first, now)) return null;
  const runsAgain = first.readyAt > now && behaviourOf(state).inFlightKey === 'runs';
  if (first.fingerprint === fingerprint(request)) return runsAgain ? null : first;
  const message = `Idempotency Key: ${key} is used with a different request.`;
  return { response: badBody(10, 'ValidationException', message), readyAt: now };
}

/** Stores the answer of a key's first call. */
export function remember(
  state: XeroState,
  request: CoreRequest,
  response: CoreResponse,
  now: number,
  readyAt: number,
): void {
  const key = idempotencyKeyOf(request);
  if (key === null) return;
  for (const [old, record] of state.records.idempotency) {
    if (hasExpired(record, now)) drop(state, 'idempotency', old);
  }
  put(state, 'idempotency', storedKey(state, request, key), {
    fingerprint: fingerprint(request),
    response,
    firstAt: now,
    readyAt,
  });
}

function hasExpired(record: IdempotencyRecord, now: number): boolean {
  return now >= record.firstAt + REMEMBERED_MS;
}
