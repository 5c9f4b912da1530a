/** A person's calls to a running product, by route key. */
import type { RouteKey } from '../../functions/lib/route.ts';

export interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** JSON as it came; what is in it is known to who asked. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
export type Json = any;

export type Caller = (key: RouteKey, call?: Call) => Promise<Json>;

export interface Places {
  readonly origin: string;
  readonly xero: string;
  readonly stripe: string;
  /** Mailbox and timers. */
  readonly console: string;
}

/** @throws Error for any answer that is no success. */
export function callerAt(origin: string, token?: string): Caller {
  return async (key, { params = {}, query, body } = {}) => {
    const [method = '', template = ''] = key.split(' ');
    const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    return send(method, origin + path + search, body, token);
  };
}

/** @throws Error for any answer that is no success. */
export async function send(method: string, url: string, body?: unknown, token?: string): Promise<Json> {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return text === '' || !isJson ? undefined : JSON.parse(text);
}
