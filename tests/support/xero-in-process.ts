/** The simulator without sockets: the port over the same requests, for tests and simulations on a virtual clock. */
import type { Clock } from '../../functions/lib/clock.ts';
import type { Timers } from '../../functions/lib/timers.ts';
import { xeroBooks } from '../../functions/vendors/xero/books.ts';
import type { XeroResponse } from '../../functions/vendors/xero/operations.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import type { Xero } from '../../functions/services/xero/port.ts';
import type { Effect, XeroCore } from '../../scripts/simulators/xero/core/core.ts';
import type { CoreRequest } from '../../scripts/simulators/xero/core/http.ts';
import type { StartingBooks } from '../../scripts/simulators/xero/core/ordinary-life.ts';
import { seed } from '../../scripts/simulators/xero/core/seed.ts';
import { emptyState, meta, put, type XeroState } from '../../scripts/simulators/xero/core/state.ts';
import { identityInProcess, type Send } from './xero-in-process-identity.ts';
import { localApp } from '../../scripts/simulators/xero/local-app.ts';
import { requestOf } from './xero-operation-request.ts';
import { BOOKS } from './xero-books.ts';
import { respond } from '../../scripts/simulators/xero/respond.ts';

const HOST = 'localhost:4001';
const TIMEOUT_MS = 20_000;

/** Returns a fresh simulator with the seeded organisations. The same seed gives the same ids and tokens. */
export function createXeroCore({
  now,
  seed: random = 1,
  portalOrigin = 'http://localhost:4000',
  latencyMs = 0,
  books = BOOKS,
}: {
  readonly now: number;
  readonly seed?: number;
  readonly portalOrigin?: string;
  readonly latencyMs?: number;
  readonly books?: StartingBooks;
}): XeroCore {
  return { state: seededState(now, random, books), app: localApp(portalOrigin), latencyMs, books };
}

const livedIn = new Map<number, XeroState>();

/** Two years of life take a tenth of a second, so they are lived once, and copied for each test. */
function seededState(now: number, random: number, books: StartingBooks): XeroState {
  const known = books === 'ordinary' ? livedIn.get(now) : undefined;
  const state = known ?? emptyState(books === 'ordinary' ? 2 ** 31 : random, null);
  if (known === undefined) seed(state, now, books);
  if (books === 'empty') return state;
  livedIn.set(now, state);
  const copy = copyOf(state);
  put(copy, 'meta', '@', { ...meta(copy), random });
  return copy;
}

/** Returns a copy that shares the records, which are never changed in place. */
function copyOf({ records, changed }: XeroState): XeroState {
  const copies = Object.entries(records).map(([name, some]) => [name, new Map<string, unknown>(some)]);
  return { records: Object.fromEntries(copies) as XeroState['records'], changed: new Map(changed) };
}

/** Calls the control interface, for instance `('POST', 'faults', {rules})`. Returns the status and the parsed answer. */
export function controlXero(
  core: XeroCore,
  clock: Clock,
  method: string,
  path: string,
  input: unknown = {},
): { readonly status: number; readonly body: unknown } {
  const request = coreRequest(method, `/_control/${path}`, {}, JSON.stringify(input));
  const effect = respond(core, request, clock.now());
  if (effect.kind === 'cut') throw new Error('A control call is never cut');
  const { status, body } = effect.response;
  return { status, body: body === '' ? null : JSON.parse(body) };
}

type Ask = (request: CoreRequest) => Effect;

/** Stands between the port and the simulator. */
export type Through = (request: CoreRequest, ask: Ask) => Effect;

/** Returns the port that `createXero` (client.ts) returns, answered in process at the clock's time. */
export function xeroInProcess(
  core: XeroCore,
  time: { readonly clock: Clock; readonly timers: Timers },
  through: Through = (request, ask) => ask(request),
): Xero {
  const ask: Ask = (request) => respond(core, request, time.clock.now());
  const send: Send = ({ method, address, headers = {}, body = '' }, signal) =>
    exchange((request) => through(request, ask), time, coreRequest(method, address, headers, body), signal);
  const books = xeroBooks((access, operation) => {
    const { method, path, body = '{}', idempotencyKey, modifiedSince } = requestOf(operation);
    const headers = {
      authorization: `Bearer ${access.accessToken}`,
      'xero-tenant-id': access.tenantId,
      'idempotency-key': idempotencyKey,
      'if-modified-since': modifiedSince?.toISOString(),
      'content-type': 'application/json',
    };
    return send({ method, address: `/api.xro/2.0${path}`, headers, body }, access.signal);
  });
  return { ...identityInProcess(core.app, `http://${HOST}`, send), ...books };
}

/** Sends a request and waits as a client would: until the answer, the cut connection or the time-out. */
async function exchange(
  ask: Ask,
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
  request: CoreRequest,
  signal?: AbortSignal,
): Promise<XeroResponse> {
  if (signal?.aborted === true) throw new XeroError('unavailable', { cause: 'aborted' });
  const effect = ask(request);
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

function coreRequest(
  method: string,
  address: string,
  headers: CoreRequest['headers'],
  body: string,
): CoreRequest {
  const [path = '', query = ''] = address.split(/\?(.*)/s, 2);
  return { method, path, query, headers: { host: HOST, ...headers }, body };
}
