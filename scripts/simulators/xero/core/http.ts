/** Requests and answers as plain values, independent of the transport. */
import type { PlainRequest } from '../../serve.ts';
import type { StoredResponse } from './state.ts';

export type CoreRequest = PlainRequest;

export type CoreResponse = StoredResponse;

export function json(status: number, value: unknown, headers: Record<string, string> = {}): CoreResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export function empty(status: number, headers: Record<string, string> = {}): CoreResponse {
  return { status, headers, body: '' };
}

/** Returns the origin that the request was sent to. */
export function originOf(request: CoreRequest): string {
  return `http://${request.headers['host'] ?? 'localhost'}`;
}

/** Returns the parsed body; undefined when it is no JSON. */
export function jsonBody(request: CoreRequest): unknown {
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}
