/** Raw calls to Xero, because the SDK hides headers: tokens, connections, and the accounting API. */
import { randomBytes } from 'node:crypto';
import { type Answer, at, type Evidence, listAt, shown, textAt } from '../evidence.ts';
import type { XeroCredentials } from '../credentials.ts';
import { SmokeRefusal } from '../refusal.ts';

/** The addresses of Xero, or of a simulator. */
export interface XeroAddresses {
  readonly authorise: string;
  readonly identity: string;
  readonly api: string;
  readonly web: string;
}

export const realXero: XeroAddresses = {
  authorise: 'https://login.xero.com/identity/connect/authorize',
  identity: 'https://identity.xero.com',
  api: 'https://api.xero.com',
  web: 'https://go.xero.com',
};

export const SCOPES =
  'openid profile email offline_access accounting.banktransactions accounting.manualjournals accounting.settings accounting.contacts accounting.reports.trialbalance.read';

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

export interface Connection {
  readonly id: string;
  readonly tenantId: string;
}

interface CallOptions {
  readonly body?: unknown;
  readonly key?: string;
  /** The session's access token if absent. */
  readonly token?: string;
  /** False returns a 429 instead of waiting. */
  readonly isPatient?: boolean;
}

export interface XeroSession {
  readonly addresses: XeroAddresses;
  tokens(): Tokens;
  use(tokens: Tokens): void;
  connection(): Connection;
  connect(connection: Connection): void;
  /** The address of the consent page, with a fresh state. */
  consentPage(): { readonly url: string; readonly state: string };
  /** Calls the token endpoint; tokens in the answer become secrets of the report. */
  askToken(form: Readonly<Record<string, string>>): Promise<Answer>;
  /** Calls the accounting API for the connected organisation. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Calls `/connections`. */
  connections(method: 'GET' | 'DELETE', id?: string, token?: string): Promise<Answer>;
}

const MOST_WAITS = 3;

/** Waits longer than this are for the day's limit. */
const LONGEST_WAIT_SECONDS = 90;

export interface SessionOptions {
  readonly credentials: XeroCredentials;
  readonly addresses: XeroAddresses;
  readonly redirectUri: string;
  readonly evidence: Evidence;
  readonly wait: (seconds: number) => Promise<void>;
}

export function openXeroSession(options: SessionOptions): XeroSession {
  const { credentials, addresses, redirectUri, evidence, wait } = options;
  const { clientId, clientSecret } = credentials;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  for (const secret of [clientSecret, basic]) evidence.redactor.learn(secret);
  let tokens: Tokens | null = null;
  let connected: Connection | null = null;

  const session: XeroSession = {
    addresses,
    tokens: () => tokens ?? missing('consent'),
    use: (granted) => void (tokens = granted),
    connection: () => connected ?? missing('a connection'),
    connect: (connection) => void (connected = connection),

    consentPage() {
      const state = randomBytes(16).toString('base64url');
      evidence.redactor.learn(state);
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES,
        state,
      });
      return { url: `${addresses.authorise}?${query.toString()}`, state };
    },

    async askToken(form) {
      for (const name of ['code', 'refresh_token']) evidence.redactor.learn(form[name] ?? '');
      return evidence.send({
        method: 'POST',
        url: `${addresses.identity}/connect/token`,
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form }).toString(),
      });
    },

    async call(method, path, { body, key, token, isPatient = true } = {}) {
      for (let attempt = 1; ; attempt++) {
        const answer = await evidence.send({
          method,
          url: `${addresses.api}/api.xro/2.0/${path}`,
          headers: {
            authorization: `Bearer ${token ?? session.tokens().access}`,
            'xero-tenant-id': session.connection().tenantId,
            accept: 'application/json',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (answer.status !== 429 || !isPatient || attempt > MOST_WAITS) return answer;
        const seconds = Number(answer.headers['retry-after'] ?? 1);
        if (seconds > LONGEST_WAIT_SECONDS) {
          throw new SmokeRefusal(`The day’s limit of calls is used up. Try again in ${seconds} seconds.`);
        }
        await wait(seconds + 1);
      }
    },

    connections: (method, id, token) =>
      evidence.send({
        method,
        url: `${addresses.api}/connections${id === undefined ? '' : `/${id}`}`,
        headers: { authorization: `Bearer ${token ?? session.tokens().access}` },
      }),
  };
  return session;
}

function missing(what: string): never {
  throw new Error(`This needs ${what}, which an earlier check did not reach.`);
}

/** Returns the tokens of an answer of the token endpoint. */
export function tokensOf({ status, body }: Answer, evidence: Evidence): Tokens {
  if (status !== 200) throw new Error(`The token endpoint answered ${status}: ${shown(body, 'error')}`);
  const tokens = { access: textAt(body, 'access_token'), refresh: textAt(body, 'refresh_token') };
  for (const secret of [tokens.access, tokens.refresh]) evidence.redactor.learn(secret);
  return tokens;
}

/** Returns Xero's messages of a refused document or call. */
export function messagesOf({ status, body }: Answer): string {
  const errors = listAt(body, 'Elements', 0, 'ValidationErrors').map((error) => at(error, 'Message'));
  const detail = [at(body, 'Message'), at(body, 'Detail'), ...errors];
  return [status, ...detail.filter((text) => typeof text === 'string')].join(' ');
}
