/** The port on the simulator's core, without HTTP or the SDK: for tests and for simulations on a virtual clock. */
import type { Clock } from '../../../functions/lib/clock.ts';
import type { Timers } from '../../../functions/lib/timers.ts';
import { connectionsAnswer } from '../../../functions/services/xero/answers.ts';
import { CONTACTS_PER_SEARCH, xeroBooks } from '../../../functions/services/xero/books.ts';
import type { Answer, Operation } from '../../../functions/services/xero/call.ts';
import { failureOf, unreadable } from '../../../functions/services/xero/failures.ts';
import { grantOf, scopes, tokensOf, type TokenAnswer } from '../../../functions/services/xero/grants.ts';
import { XeroError, type Xero, type XeroIdentity } from '../../../functions/services/xero/port.ts';
import * as z from 'zod';
import { control } from './core/control.ts';
import { handle, type XeroCore } from './core/core.ts';
import type { CoreRequest } from './core/http.ts';
import { seed } from './core/seed.ts';
import { emptyState } from './core/state.ts';
import { localApp } from './local-app.ts';

const ORIGIN = 'http://localhost:4001';
const TIMEOUT_MS = 20_000;

/** A fresh simulator with the organisations it always has. The same seed makes the same history. */
export function createXeroCore(options: {
  readonly now: number;
  readonly seed?: number;
  readonly portalOrigin?: string;
  readonly latencyMs?: number;
}): XeroCore {
  const state = emptyState(options.seed ?? 1, null);
  seed(state, options.now);
  const app = localApp(options.portalOrigin ?? 'http://localhost:4000');
  return { state, app, latencyMs: options.latencyMs ?? 0 };
}

/** What HTTP's `/_control/…` does, for instance `('POST', 'faults', {rules})`: the status and the parsed answer. */
export function controlXero(
  core: XeroCore,
  clock: Clock,
  method: string,
  path: string,
  input: unknown = {},
): { readonly status: number; readonly body: unknown } {
  const request = coreRequest(method, `/_control/${path}`, { body: JSON.stringify(input) });
  const { status, body } = control(core, request, clock.now());
  return { status, body: body === '' ? null : JSON.parse(body) };
}

/** The port as `createXero` (client.ts) gives it, answered by the core at the clock's time. */
export function xeroInProcess(
  core: XeroCore,
  time: { readonly clock: Clock; readonly timers: Timers },
): Xero {
  const send = (request: CoreRequest, signal?: AbortSignal) => exchange(core, time, request, signal);
  const books = xeroBooks((access, operation) => {
    const { method, path, body = '{}', key } = wireOf(operation);
    const headers = {
      authorization: `Bearer ${access.accessToken}`,
      'xero-tenant-id': access.tenantId,
      'idempotency-key': key,
      'content-type': 'application/json',
    };
    return send(coreRequest(method, path, { headers, body }), access.signal);
  });
  return { ...identity(core, send), ...books };
}

/** Sends a request and waits as long as its caller would: for the answer, the cut, or the end of patience. */
async function exchange(
  core: XeroCore,
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
  request: CoreRequest,
  signal?: AbortSignal,
): Promise<Answer> {
  if (signal?.aborted === true) throw new XeroError('unavailable', { cause: 'aborted' });
  const effect = handle(core, request, clock.now());
  const wait = effect.at - clock.now();
  if (wait > 0) await untilAborted(timers.sleep(Math.min(wait, TIMEOUT_MS)), signal);
  if (wait > TIMEOUT_MS) throw new XeroError('unavailable', { cause: 'timeout' });
  if (effect.kind === 'cut') throw new XeroError('unavailable', { cause: 'connection cut' });
  const { status, headers, body } = effect.response;
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  return { status, headers, body: isJson ? JSON.parse(body) : body };
}

function untilAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new XeroError('unavailable', { cause: 'aborted' }));
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

interface Wire {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly key?: string;
}

/** The request that the SDK makes of each operation. */
function wireOf(operation: Operation): Wire {
  switch (operation.name) {
    case 'getOrganisations':
      return { method: 'GET', path: '/Organisation' };
    case 'getAccounts':
      return { method: 'GET', path: '/Accounts' };
    case 'getTaxRates':
      return { method: 'GET', path: '/TaxRates' };
    case 'getContacts': {
      if ('contactIds' in operation) {
        return { method: 'GET', path: `/Contacts?${query({ IDs: operation.contactIds.join(',') })}` };
      }
      const paging = { page: '1', includeArchived: 'false', pageSize: String(CONTACTS_PER_SEARCH) };
      return { method: 'GET', path: `/Contacts?${query({ ...paging, searchTerm: operation.searchTerm })}` };
    }
    case 'getContact':
      return { method: 'GET', path: `/Contacts/${operation.id}` };
    case 'getBankTransactions':
      return { method: 'GET', path: `/BankTransactions?${query({ where: operation.where, page: '1' })}` };
    case 'getManualJournals':
      return { method: 'GET', path: `/ManualJournals?${query({ where: operation.where, page: '1' })}` };
    case 'getManualJournal':
      return { method: 'GET', path: `/ManualJournals/${operation.id}` };
    case 'createAccount':
      return { method: 'PUT', path: '/Accounts', ...written(operation) };
    case 'createContacts':
      return { method: 'PUT', path: '/Contacts?summarizeErrors=false', ...written(operation) };
    case 'createBankTransactions':
      return { method: 'PUT', path: '/BankTransactions?summarizeErrors=false', ...written(operation) };
    case 'createManualJournals':
      return { method: 'PUT', path: '/ManualJournals?summarizeErrors=false', ...written(operation) };
    case 'updateManualJournal':
      return { method: 'POST', path: `/ManualJournals/${operation.id}`, ...written(operation) };
    default:
      return operation satisfies never;
  }
}

function query(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString();
}

function written(operation: { readonly body: string; readonly idempotencyKey: string }) {
  return { body: operation.body, key: operation.idempotencyKey };
}

interface RequestParts {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

function coreRequest(
  method: string,
  address: string,
  { headers = {}, body = '' }: RequestParts,
): CoreRequest {
  const [path = '', search = ''] = address.split(/\?(.*)/s, 2);
  const isApi = !path.startsWith('/_control/') && !path.startsWith('/connect');
  return {
    method,
    path: isApi ? `/api.xro/2.0${path}` : path,
    query: search,
    headers: { host: new URL(ORIGIN).host, ...headers },
    body,
  };
}

const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
  expires_in: z.number(),
});

type Send = (request: CoreRequest, signal?: AbortSignal) => Promise<Answer>;

function identity(core: XeroCore, send: Send): XeroIdentity {
  const { clientId, clientSecret, redirectUris } = core.app;
  const redirectUri = (kind: 'entity' | 'signup') => redirectUris[kind === 'entity' ? 0 : 1] ?? '';

  async function form(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const credentials = { client_id: clientId, client_secret: clientSecret };
    const answer = await send(coreRequest('POST', path, { body: query({ ...credentials, ...fields }) }));
    if (answer.status === 200) return answer;
    const refused = z.object({ error: z.string() }).safeParse(answer.body);
    if (refused.data?.error === 'invalid_grant')
      throw new XeroError('unauthorised', { answered: answer.status });
    throw failureOf(answer);
  }

  async function tokens(fields: Readonly<Record<string, string>>) {
    const parsed = Tokens.safeParse((await form('/connect/token', fields)).body);
    if (!parsed.success) throw unreadable(parsed.error);
    const { access_token, refresh_token, expires_in, id_token } = parsed.data;
    const answer: TokenAnswer = {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresInSeconds: expires_in,
    };
    const [, claims = ''] = (id_token ?? '').split('.');
    return { answer, claims: (): unknown => JSON.parse(Buffer.from(claims, 'base64url').toString()) };
  }

  async function bearer(method: string, path: string, accessToken: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await send(coreRequest(method, path, { headers }));
    if (answer.status > 299) throw failureOf(answer);
    return answer;
  }

  async function connections(accessToken: string, authEventId?: string) {
    const filter = authEventId === undefined ? '' : `?authEventId=${authEventId}`;
    return connectionsAnswer.parse((await bearer('GET', `/connections${filter}`, accessToken)).body);
  }

  return {
    authoriseUrl: (kind, proof) =>
      `${ORIGIN}/identity/connect/authorize?${query({
        client_id: clientId,
        scope: scopes[kind],
        response_type: 'code',
        redirect_uri: redirectUri(kind),
        ...proof,
      })}`,
    async exchangeCode(kind, code, nonce) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri(kind) };
      const { answer, claims } = await tokens(fields);
      const issuedFor = z.looseObject({ nonce: z.string().optional() }).parse(claims()).nonce;
      if (issuedFor !== nonce) throw new XeroError('unauthorised', { cause: 'nonce mismatch' });
      return grantOf(kind, answer, claims(), connections);
    },
    async refresh(refreshToken) {
      return tokensOf((await tokens({ grant_type: 'refresh_token', refresh_token: refreshToken })).answer);
    },
    async revoke(refreshToken) {
      await form('/connect/revocation', { token: refreshToken });
    },
    connections: (accessToken) => connections(accessToken),
    async disconnect(accessToken, connectionId) {
      try {
        await bearer('DELETE', `/connections/${connectionId}`, accessToken);
      } catch (error) {
        if (!(error instanceof XeroError && error.answered === 404)) throw error;
      }
    },
  };
}
