/**
 * The simulated Xero without I/O: a request goes in, its effect comes out. The time is the parameter `now` and random
 * numbers come from the state's seed, so the same history gives the same answers over HTTP and on a virtual clock.
 */
import { GARBAGE } from '../../faults.ts';
import { accessOf, unauthorised } from './access.ts';
import { API_ROOT, targetOf, type Target } from './accounting.ts';
import { behaviourOf } from './behaviour.ts';
import { changesOf, openBooks } from './books.ts';
import { connectionOf, type RegisteredApp } from './consent.ts';
import { countElements, notFound } from './elements.ts';
import { takeFault } from './faults.ts';
import { empty, json, type CoreRequest, type CoreResponse } from './http.ts';
import { idempotencyKeyOf, remember, remembered } from './idempotency.ts';
import { answerIdentity, revokeAuthorisationOf } from './identity.ts';
import { countCall, limitHeaders, overLimit } from './limits.ts';
import { allows } from './scopes.ts';
import type { StartingBooks } from './ordinary-life.ts';
import type { FaultRule } from './records.ts';
import { apply, drop, nextKey, put, type XeroState } from './state.ts';
import { NEEDS_REPORTING_ROLE } from './user-roles.ts';

/** The simulator's state and configuration. */
export interface XeroCore {
  readonly state: XeroState;
  readonly app: RegisteredApp;
  /** The duration of every call in milliseconds. Overlapping calls count as concurrent. */
  readonly latencyMs: number;
  /** The books of new organisations: the months of ordinary life, or none. */
  readonly books: StartingBooks;
}

/** The result for the caller: at an instant, an answer or a cut connection. */
export type Effect =
  | { readonly kind: 'answer'; readonly at: number; readonly response: CoreResponse }
  | { readonly kind: 'cut'; readonly at: number };

/** Xero's detail of a call outside the token's scopes. */
const WITHOUT_SCOPE = 'AuthorizationUnsuccessful';

const MAX_BODY = 3_500_000;
const STALE_MS = 60_000;
const LATE_MS = 5_000;
const DELAY_MS = 1_000;

/** Handles a request that arrives now. All its changes are in the state when this returns. */
export function handle(core: XeroCore, request: CoreRequest, now: number): Effect {
  settle(core.state, now);
  const fault = takeFault(core.state, request);
  const effect = effectOf(core, request, now, fault);
  logRequest(core.state, request, now, effect, fault);
  return effect;
}

/** Applies the late writes that are due by now. */
export function settle(state: XeroState, now: number): void {
  for (const [key, { dueAt, writes }] of state.records.late) {
    if (dueAt > now) continue;
    apply(state, writes);
    drop(state, 'late', key);
  }
}

function effectOf(core: XeroCore, request: CoreRequest, now: number, fault: FaultRule | null): Effect {
  const at = now + core.latencyMs;
  if (fault === null) return proceed(core, request, now, { answerAt: at });
  switch (fault.kind) {
    case 'stale-search':
      return proceed(core, request, now, { answerAt: at, staleMs: fault.delayMs ?? STALE_MS });
    case 'drop-before':
      return { kind: 'cut', at };
    case 'drop-after':
      proceed(core, request, now, { answerAt: at });
      return { kind: 'cut', at };
    case 'commit-late':
      proceed(core, request, now, { answerAt: at, commitAt: now + (fault.delayMs ?? LATE_MS) });
      return { kind: 'cut', at };
    case 'delay':
      return proceed(core, request, now, { answerAt: at + (fault.delayMs ?? DELAY_MS) });
    case 'garbage':
      return { kind: 'answer', at, response: GARBAGE };
    case 'refuse-last':
      return proceed(core, request, now, { answerAt: at, refusesLast: true });
    case 'revoke':
      revokeAuthorisationOf(core.state, request);
      return proceed(core, request, now, { answerAt: at });
    case 'status':
      return { kind: 'answer', at, response: failure(core.state, request, now, fault) };
    default:
      return fault.kind satisfies never;
  }
}

function failure(state: XeroState, request: CoreRequest, now: number, fault: FaultRule): CoreResponse {
  const status = fault.status ?? 503;
  const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
  if (status === 429) return empty(status, { 'x-rate-limit-problem': 'minute', ...headers });
  if (status === 401 || status === 403) return unauthorised(state, status, 'AuthenticationUnsuccessful');
  const response =
    status === 503
      ? { status, headers: { 'content-type': 'text/plain', ...headers }, body: 'The service is unavailable' }
      : json(
          status,
          { Type: null, Title: 'An error occurred', Status: status, Detail: 'Xero did not do it' },
          headers,
        );
  if (fault.cached === true) remember(state, request, response, now, now);
  return response;
}

/** `commitAt`: the instant at which the call's writes become visible; at once if absent. */
interface Timing {
  readonly answerAt: number;
  readonly commitAt?: number | undefined;
  readonly staleMs?: number;
  readonly refusesLast?: boolean;
}

function proceed(core: XeroCore, request: CoreRequest, now: number, timing: Timing): Effect {
  if (request.path.startsWith(API_ROOT)) return callApi(core.state, request, now, timing);
  const response = answerIdentity(core.state, core.app, request, now) ?? notFound();
  return { kind: 'answer', at: timing.answerAt, response };
}

/** An accounting call: checks rights, limits and idempotency, then performs it. */
function callApi(state: XeroState, request: CoreRequest, now: number, timing: Timing): Effect {
  const tenantId = request.headers['xero-tenant-id'] ?? '';
  const answer = (response: CoreResponse, at = timing.answerAt): Effect => {
    const headers = { ...response.headers, ...limitHeaders(state, tenantId, now) };
    return { kind: 'answer', at, response: { ...response, headers } };
  };
  const target = targetOf(request.path);
  if (target === null) return answer(notFound());
  const refused = authorise(state, request, target, tenantId, now) ?? overLimit(state, tenantId, now);
  if (refused !== null) return answer(refused);
  const repeat = remembered(state, request, now);
  const batchMs = repeat === null ? batchDuration(state, request, target) : 0;
  const at = Math.max(timing.answerAt + batchMs, repeat?.readyAt ?? 0);
  countCall(state, tenantId, now, at);
  if (repeat !== null) return answer(repeat.response, at);
  const commitAt = batchMs > 0 ? Math.max(at, timing.commitAt ?? 0) : timing.commitAt;
  const response = perform(state, request, target, now, { ...timing, commitAt });
  remember(state, request, response, now, commitAt ?? at);
  return answer(response, at);
}

/** The time that a batch of new documents takes beyond the latency of a call, in milliseconds. */
function batchDuration(state: XeroState, request: CoreRequest, { resource, id }: Target): number {
  const { documents } = resource;
  if (documents === undefined || request.method === 'GET' || id !== undefined) return 0;
  return countElements(request, documents) * behaviourOf(state).batchMs;
}

function authorise(
  state: XeroState,
  request: CoreRequest,
  { resource }: Target,
  tenantId: string,
  now: number,
): CoreResponse | null {
  const access = accessOf(state, request, now);
  if ('status' in access) return access;
  if (connectionOf(state, access.userId, tenantId) === undefined) {
    return unauthorised(state, 403, 'AuthenticationUnsuccessful');
  }
  const isAllowed = resource.scopes.some((scope) => allows(access.scopes, scope, request.method));
  if (!isAllowed) return unauthorised(state, 401, WITHOUT_SCOPE);
  const organisation = state.records.organisations.get(tenantId);
  const refusal = organisation === undefined ? null : (resource.forbids?.(organisation) ?? null);
  if (refusal === 'scope') return unauthorised(state, 401, WITHOUT_SCOPE);
  return refusal === null ? null : forbidden(state);
}

/** The answer to a role that may not use a resource, whose words differ from one report to the next. */
function forbidden(state: XeroState): CoreResponse {
  const words = behaviourOf(state).forbidden;
  if (words === 'empty') return empty(403);
  return unauthorised(
    state,
    403,
    words === 'reporting' ? NEEDS_REPORTING_ROLE : 'AuthenticationUnsuccessful',
  );
}

/** Performs a call; its writes take effect now or at `commitAt`. */
function perform(
  state: XeroState,
  request: CoreRequest,
  target: Target,
  now: number,
  { staleMs = 0, commitAt, refusesLast = false }: Timing,
): CoreResponse {
  const organisation = state.records.organisations.get(request.headers['xero-tenant-id'] ?? '');
  if (organisation === undefined) return notFound();
  if (request.body.length > MAX_BODY) return empty(413);
  const searchHorizon = staleMs > 0 ? now - staleMs : Infinity;
  const books = openBooks(state, organisation, now, { searchHorizon, refusesLast });
  const response = target.resource.answer(books, request, target.id);
  const writes = changesOf(books);
  if (writes.length === 0) return response;
  if (commitAt === undefined) apply(state, writes);
  else put(state, 'late', nextKey(state), { dueAt: commitAt, writes });
  return response;
}

function logRequest(
  state: XeroState,
  request: CoreRequest,
  now: number,
  effect: Effect,
  fault: FaultRule | null,
): void {
  const response = effect.kind === 'answer' ? effect.response : null;
  put(state, 'requests', nextKey(state), {
    at: new Date(now).toISOString(),
    method: request.method,
    path: request.query === '' ? request.path : `${request.path}?${request.query}`,
    tenantId: request.headers['xero-tenant-id'] ?? null,
    status: response?.status ?? null,
    idempotencyKey: idempotencyKeyOf(request),
    requestBody: request.body,
    responseBody: response?.body ?? null,
    fault: fault?.kind ?? null,
  });
}
