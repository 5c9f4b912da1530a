import { createHash } from 'node:crypto';
import { badBody } from './elements.ts';
import type { CoreRequest, CoreResponse } from './http.ts';
import { drop, put, type IdempotencyRecord, type XeroState } from './state.ts';

const REMEMBERED_MS = 6 * 60_000;
const MAX_LENGTH = 128;

/** The key of a write; reads have none. */
export function idempotencyKeyOf(request: CoreRequest): string | null {
  if (request.method === 'GET') return null;
  return request.headers['idempotency-key'] ?? null;
}

/** What a key is bound to: address, method, organisation and body of its first call. */
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

/**
 * What a key answers without the call being made: its first answer, from the instant that was there, or a refusal.
 * Null: the key is new, six minutes old, or absent.
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
  const first = state.records.idempotency.get(key);
  if (first === undefined || isForgotten(first, now)) return null;
  if (first.fingerprint === fingerprint(request)) return first;
  const message = `Idempotency Key: ${key} is used with a different request.`;
  return { response: badBody(10, 'ValidationException', message), readyAt: now };
}

/** Remembers what a key's first call is answered, and from when on. */
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
    if (isForgotten(record, now)) drop(state, 'idempotency', old);
  }
  put(state, 'idempotency', key, { fingerprint: fingerprint(request), response, firstAt: now, readyAt });
}

function isForgotten(record: IdempotencyRecord, now: number): boolean {
  return now >= record.firstAt + REMEMBERED_MS;
}
