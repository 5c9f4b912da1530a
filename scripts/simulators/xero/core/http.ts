/** Requests and answers as plain values, independent of the transport. */
import type { StoredResponse } from './state.ts';

/** `path` has no query; header names are lower case. */
export interface CoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

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
