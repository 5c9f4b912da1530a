/**
 * The whole API in one process: real events, real handlers, the in-memory table, a clock that stands still
 * until it is moved, and mails kept for reading. Vendors are given where a test needs them.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { createLog } from '../../functions/lib/log.ts';
import type { Context } from '../../functions/lib/context.ts';
import type { LambdaHandler } from '../../functions/access/endpoint.ts';
import type { RouteKey, RouteRow } from '../../functions/lib/route.ts';
import { createSigner, createVerifier } from '../../functions/lib/tokens.ts';
import { routes } from '../../functions/routes.ts';
import type { Mail } from '../../functions/services/mail/port.ts';
import { localVault } from '../../functions/services/vault/local.ts';
import { createGateway } from '../../scripts/local/gateway.ts';
import { createMemoryTable } from './memory-table.ts';

export type SentMail = Parameters<Mail['send']>[0];

export interface Call {
  /** An access token. */
  readonly as?: string | undefined;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or a string sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly source?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined for an empty answer; bytes for a download. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests reach into answers of every shape
  readonly body: any;
}

export interface TestApp extends Omit<Context, 'clock'> {
  readonly clock: { now(): number; advance(milliseconds: number): void };
  readonly mails: readonly SentMail[];
  /** Log lines, parsed. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  call(key: RouteKey, call?: Call): Promise<Answer>;
}

/** 1 June 2025, 10:00 in Sydney. */
export const START = Date.UTC(2025, 5, 1, 0, 0, 0);

let keyPair: Promise<{ publicKey: string; privateKey: string }> | undefined;

async function tokenKeys(): Promise<{ publicKey: string; privateKey: string }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    publicKey: JSON.stringify(await exportJWK(publicKey)),
    privateKey: JSON.stringify(await exportJWK(privateKey)),
  };
}

/** A vendor nobody prepared: a test that reaches it fails with its name. */
function unprepared<Port extends object>(name: string): Port {
  return new Proxy({} as Port, {
    get: (_target, method) => {
      throw new Error(`${name}.${String(method)} was called, but the test prepared no ${name}.`);
    },
  });
}

interface Given extends Partial<Pick<Context, 'billing' | 'table' | 'mail' | 'queue' | 'files'>> {
  /** Made with the app's own clock, so that both agree what time it is. */
  readonly xero?: (time: Pick<Context, 'clock' | 'timers'>) => Context['xero'];
  readonly startAt?: number;
}

export async function createTestApp(given: Given = {}): Promise<TestApp> {
  const keys = await (keyPair ??= tokenKeys());
  const vaultKey = randomBytes(32).toString('base64');
  let now = given.startAt ?? START;
  const clock = { now: () => now, advance: (milliseconds: number) => void (now += milliseconds) };
  const timers = {
    sleep: async (milliseconds: number) => clock.advance(milliseconds),
    abortAfter: () => new AbortController().signal,
  };
  const mails: SentMail[] = [];
  const logged: Record<string, unknown>[] = [];
  const secrets = {
    read: async (name: string) => (name === 'vault-key' ? vaultKey : keys.privateKey),
  };
  const context: Context = {
    clock,
    ids: { uuid: () => randomUUID(), secret: () => randomBytes(32).toString('base64url') },
    log: createLog((line) => void logged.push(JSON.parse(line) as Record<string, unknown>)),
    origin: 'http://localhost:4000',
    originSecret: null,
    xeroWeb: 'https://xero.example',
    verifier: createVerifier(keys.publicKey, clock),
    signer: createSigner(secrets, clock),
    vault: localVault(secrets),
    timers,
    table: given.table ?? createMemoryTable({ now: clock.now }),
    mail: given.mail ?? { send: async (mail) => void mails.push(mail) },
    xero: given.xero?.({ clock, timers }) ?? unprepared('xero'),
    billing: given.billing ?? unprepared('billing'),
    queue: given.queue ?? unprepared('queue'),
    files: given.files ?? unprepared('files'),
  };
  const rows: Readonly<Record<string, RouteRow>> = routes;
  const gateway = createGateway(rows, async (_key, row) => {
    // In a variable, else the test runner's bundler takes the template for a pattern one folder deep.
    const file = new URL(`../../functions/${row.handler}.ts`, import.meta.url).href;
    const module = (await import(file)) as {
      handler: (services: Context) => LambdaHandler;
    };
    return module.handler(context);
  });

  const call = async (
    key: RouteKey,
    { as, params, query, body, headers, source }: Call = {},
  ): Promise<Answer> => {
    const [method = '', template = ''] = key.split(' ');
    const path = template.replace(/\{(.+?)\}/g, (_all, name: string) =>
      encodeURIComponent(params?.[name] ?? ''),
    );
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await gateway({
      method,
      url: path + search,
      headers: {
        host: 'localhost',
        'content-type': 'application/json',
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...headers,
      },
      body: Buffer.from(text),
      source: source ?? '203.0.113.7',
    });
    const isJson = /json/.test(answer.headers['content-type'] ?? '');
    const bytes = Buffer.from(answer.body);
    return {
      status: answer.status,
      headers: answer.headers,
      body: bytes.length === 0 ? undefined : isJson ? JSON.parse(bytes.toString('utf8')) : bytes,
    };
  };
  return { ...context, clock, mails, logged, call };
}
