/**
 * The API in one process: real events and handlers, the in-memory table, a manual clock and recorded mails. Tests
 * provide the vendors that they need.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { LOCAL_SIZES } from '../../functions/compose/config.ts';
import { createLog } from '../../functions/lib/log.ts';
import type { Context } from '../../functions/services/context.ts';
import type { LambdaHandler } from '../../functions/access/endpoint.ts';
import type { ProblemDetails } from '../../functions/access/problem.ts';
import type { RouteKey, RouteRow } from '../../functions/api/route.ts';
import { createSigner, createVerifier } from '../../functions/services/tokens.ts';
import {
  type Answer as RouteAnswer,
  type Input,
  type RouteName,
  routeRequest,
  type UncheckedInput,
} from '../../functions/client/route-client.ts';
import { routes } from '../../functions/api/routes.ts';
import type { Mail } from '../../functions/services/mail/port.ts';
import { protocolRules } from '../../domain/posting/protocol.ts';
import { localVault } from '../../functions/vendors/local-vault.ts';
import { createGateway } from '../../scripts/local/gateway.ts';
import { memoryFiles } from './memory-files.ts';
import { createMemoryTable } from './memory-table.ts';

export type SentMail = Parameters<Mail['send']>[0];

interface Caller {
  /** An access token. */
  readonly as?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly source?: string;
}

/** Internals that no answer may show. */
export const TECHNICAL =
  /\n\s+at |Error:|E[A-Z]{5,}\b|\bundefined\b|\[object|<\w+>|https?:\/\/localhost|node_modules/;

/** Input without the compiler's check against the row; a string body is sent unchanged. */
export type UncheckedCall = Caller & UncheckedInput;

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, bytes of a download, or undefined: a success as the row declares it, or a problem. */
  readonly body: Body & Partial<Omit<ProblemDetails, 'status'>>;
}

type Bytes<Success> = Success extends Blob ? Buffer : Success;

/** The answer of a route, with the declared body. */
export type AnswerOf<Name extends RouteName> = Answer<
  [RouteAnswer<Name>] extends [undefined] ? unknown : Bytes<RouteAnswer<Name>>
>;

type CallArgument<Name extends RouteName> =
  Record<never, never> extends Input<Name> ? [call?: Caller & Input<Name>] : [call: Caller & Input<Name>];

export interface TestApp extends Omit<Context, 'clock'> {
  readonly clock: { now(): number; advance(milliseconds: number): void };
  readonly mails: readonly SentMail[];
  /** Log lines, parsed. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  call<Name extends RouteName>(key: Name, ...[call]: CallArgument<Name>): Promise<AnswerOf<Name>>;
  /** Calls a route with input that its row may refuse. */
  send(key: RouteKey, call?: UncheckedCall): Promise<Answer>;
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

/** Returns a vendor that throws with its name, since the test has not provided one. */
function unprepared<Port extends object>(name: string): Port {
  return new Proxy({} as Port, {
    get: (_target, method) => {
      throw new Error(`${name}.${String(method)} was called, but the test prepared no ${name}.`);
    },
  });
}

interface Given extends Partial<
  Pick<Context, 'billing' | 'table' | 'mail' | 'mailer' | 'queue' | 'files' | 'breaches'>
> {
  /** Created with the app's clock. */
  readonly xero?: (time: Pick<Context, 'clock' | 'timers'>) => Context['xero'];
  readonly startAt?: number;
  readonly requireMfaWhenLinked?: boolean;
  readonly metricNamespace?: string;
  readonly limits?: Partial<Context['limits']>;
  /** The lowest that there is by default, since half of the tests' time would go into it. */
  readonly passwordCost?: Context['passwordCost'];
  /** None by default. */
  readonly trialDays?: number;
  /** The time of a request; a proof beside other work needs more than the gateway's 30. */
  readonly seconds?: number;
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
    log: createLog((line) => void logged.push(JSON.parse(line) as Record<string, unknown>), clock),
    origin: 'http://localhost:4000',
    originSecretDigest: null,
    metricNamespace: given.metricNamespace ?? null,
    requireMfaWhenLinked: given.requireMfaWhenLinked ?? false,
    trialDays: given.trialDays ?? 0,
    passwordCost: given.passwordCost ?? { memory: 8, passes: 1, parallelism: 1 },
    limits: {
      calls: 600,
      changes: 60,
      reads: 1200,
      calendars: 10,
      organisations: 5,
      registrations: 200,
      registrationsInAll: 5000,
      sizes: LOCAL_SIZES,
      ...given.limits,
    },
    xeroWeb: 'https://xero.example',
    verifier: createVerifier(keys.publicKey, clock),
    signer: createSigner(secrets, clock),
    vault: localVault(secrets),
    timers,
    protocol: protocolRules,
    restores: [],
    table: given.table ?? createMemoryTable({ now: clock.now }),
    mail: given.mail ?? { send: async (mail) => void mails.push(mail) },
    mailer: given.mailer ?? unprepared('mailer'),
    xero: given.xero?.({ clock, timers }) ?? unprepared('xero'),
    billing: given.billing ?? unprepared('billing'),
    queue: given.queue ?? unprepared('queue'),
    files: given.files ?? memoryFiles(),
    breaches: given.breaches ?? { has: async () => false },
  };
  const rows: Readonly<Record<string, RouteRow>> = routes;
  const gateway = createGateway(
    rows,
    async (_key, row) => {
      // In a variable, because the test runner's bundler treats a template as a glob pattern.
      const file = new URL(`../../functions/${row.handler}.ts`, import.meta.url).href;
      const module = (await import(file)) as {
        handler: (services: Context) => LambdaHandler;
      };
      return module.handler(context);
    },
    given.seconds,
  );

  const send = async (
    key: RouteKey,
    { as, headers, source, ...input }: UncheckedCall = {},
  ): Promise<Answer> => {
    const request = routeRequest(key, input);
    const text = typeof input.body === 'string' ? input.body : (request.body ?? '');
    const answer = await gateway({
      method: request.method,
      url: request.url,
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
  const call: TestApp['call'] = async <Name extends RouteName>(key: Name, ...[how]: CallArgument<Name>) =>
    (await send(key, how)) as AnswerOf<Name>;
  return { ...context, clock, mails, logged, call, send };
}
