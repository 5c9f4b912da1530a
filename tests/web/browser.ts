/** Fakes of the browser parts that the code under test reads: storage, and a service with scripted answers. */
import { vi } from 'vitest';

export function fakeStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
  readonly accept: string | null;
  readonly body: unknown;
}

type Rule = (call: Call) => Response | Promise<Response>;

/** Replaces fetch by a fake service; returns the list of its calls, which grows. */
export function fakeService(rule: Rule): readonly Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = {
      method: init.method ?? 'GET',
      path,
      token: headers.get('authorization'),
      accept: headers.get('accept'),
      body,
    };
    calls.push(call);
    return rule(call);
  });
  return calls;
}

export const json = (value: unknown, status = 200): Response => Response.json(value, { status });

/** Returns an unsigned token with that payload: pages only read tokens. */
export function tokenOf(payload: Readonly<Record<string, unknown>>): string {
  const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payload))));
  return `header.${encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;
}
