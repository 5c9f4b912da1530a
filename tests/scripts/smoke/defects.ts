/** A server between the smoke test and the simulated Xero, which makes the product's calls as a defective product would. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen, stop } from '../../../scripts/simulators/serve.ts';

export interface Passing {
  readonly method: string;
  /** With its query. */
  readonly url: URL;
  /** Parsed; null for a call without one. */
  readonly body: unknown;
}

export interface Defect {
  /** Changes a call. */
  readonly call?: (passing: Passing) => Partial<Passing>;
  /** Changes an answer of Xero's. */
  readonly answer?: (passing: Passing, answer: Answered) => Answered;
}

export interface Answered {
  readonly status: number;
  /** Parsed. */
  readonly body: unknown;
}

export async function openProxy(origin: string, { call, answer }: Defect) {
  const server = createServer((request, response) => {
    void (async () => {
      const sent = await text(request);
      const asked: Passing = {
        method: request.method ?? 'GET',
        url: new URL(request.url ?? '/', origin),
        body: sent === '' ? null : parsed(sent),
      };
      const passing = { ...asked, ...call?.(asked) };
      const { host: _host, 'content-length': _length, connection: _connection, ...headers } = request.headers;
      const answered = await fetch(passing.url, {
        method: passing.method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(passing.body !== null && { body: JSON.stringify(passing.body) }),
      });
      const body = await answered.text();
      const found: Answered = { status: answered.status, body: parsed(body) };
      const given = answer?.(passing, found) ?? found;
      const kept = ['content-type', 'retry-after', 'x-rate-limit-problem'].flatMap((name) => {
        const value = answered.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      const content = typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
      response.writeHead(given.status, Object.fromEntries(kept)).end(content);
    })().catch(() => response.destroy());
  });
  const port = await listen(server, 0);
  return { origin: `http://127.0.0.1:${port}`, close: () => stop(server) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
