/** The client of the service: the route client over fetch, with the session's tokens and SWR's cache. */
import useSWR, { mutate, type SWRConfiguration, type SWRResponse, unstable_serialize } from 'swr';
import {
  type Answer,
  type Input,
  type InputArgument,
  type RouteClient,
  routeClient,
  routeRequest,
  type RouteRequest,
} from '../../functions/client/route-client.ts';
import type { CachedRead, Target } from './stale.ts';
import { ApiError, Unreachable, type Problem } from './problem.ts';
import { createStore } from './store.ts';
import { renewSession, startOverIfReplaced, useSession } from './session.ts';
import { identityOf, readSession, type Session, type Tokens } from './stored-session.ts';

/** Whether the service answered the last call, with any status. */
export const isReachable = createStore(true);

export type { Answer, Body } from '../../functions/client/route-client.ts';

/**
 * Calls a route.
 * @throws ApiError when the service refuses or fails, Unreachable when no answer comes.
 */
export const call: RouteClient = routeClient(send);

/**
 * Returns the answer of a read and keeps it up to date; a null input sends no request. The cache is separate for each
 * user and organisation.
 */
export function useApi<Name extends CachedRead>(
  name: Name,
  input: Input<Name> | null,
  options: SWRConfiguration<Answer<Name>, Error> = {},
): SWRResponse<Answer<Name>, Error> {
  const owner = answersOwner(useSession());
  const key = input === null ? null : ([owner, name, input] as const);
  return useSWR<Answer<Name>, Error>(key, fetchAnswer as never, options);
}

/** Whether nothing is known of a read yet. SWR's `isLoading` is also true while an answer that was stored is read again. */
export const isComing = ({ data, isLoading }: Pick<SWRResponse, 'data' | 'isLoading'>): boolean =>
  isLoading && data === undefined;

/** Reads that were begun and not taken yet. */
const begun = new Map<string, Promise<unknown>>();

/** The code of a page is there by then, or the person is elsewhere: a later answer would be old. */
const UNTAKEN_MS = 30_000;

/** Begins a read before the first component asks for it, which then takes its answer or failure. One not taken is dropped. */
export function beginRead<Name extends CachedRead>(name: Name, input: Input<Name>): void {
  const key: Key<Name> = [answersOwner(readSession()), name, input];
  const id = unstable_serialize(key);
  if (begun.has(id)) return;
  const answer = readNow(key);
  begun.set(id, answer);
  // Whoever takes it handles its failure.
  answer.catch(() => undefined);
  setTimeout(() => {
    if (begun.get(id) === answer) begun.delete(id);
  }, UNTAKEN_MS);
}

/** Takes a read that was begun, else reads. */
export function fetchAnswer<Name extends CachedRead>(key: Key<Name>): Promise<Answer<Name>> {
  const id = unstable_serialize(key);
  const early = begun.get(id);
  begun.delete(id);
  return early ? (early as Promise<Answer<Name>>) : readNow(key);
}

function readNow<Name extends CachedRead>([, name, input]: Key<Name>): Promise<Answer<Name>> {
  return call(name, ...([input] as InputArgument<Name>));
}

type Key<Name extends CachedRead> = readonly [owner: string, name: Name, input: Input<Name>];

/** Marks the cached answers of these routes as stale and repeats the reads that are on the screen. */
export async function refresh(...routes: readonly CachedRead[]): Promise<void> {
  await refreshWhere((read) => routes.includes(read));
}

/** Marks the cached answers as stale of which `isStale` says so, and repeats the reads that are on the screen. */
export async function refreshWhere(isStale: (read: CachedRead, input: Target) => boolean): Promise<void> {
  // What was begun before a change does not know of it.
  begun.clear();
  await mutate((key) => isCacheKey(key) && isStale(key[1], key[2]));
}

/** Whether `useApi` made the key. */
const isCacheKey = (key: unknown): key is readonly [owner: string, read: CachedRead, input: Target] =>
  Array.isArray(key) && typeof key[1] === 'string' && key[1].startsWith('GET ');

/** Stores an answer in the cache without a request. */
export async function store<Name extends CachedRead>(
  name: Name,
  input: Input<Name>,
  answer: Answer<Name>,
): Promise<void> {
  await mutate([answersOwner(readSession()), name, input], answer, { revalidate: false });
}

/** The number of sessions that have ended in this tab. */
let generation = 0;

/** Returns the first part of a cache key: user, organisation and generation. */
export const answersOwner = (session: Session | null): string =>
  `${identityOf(session) ?? 'none'} ${generation}`;

/** Drops every cached answer when the session has ended; an answer that arrives later is never shown. */
export async function forgetAnswers(): Promise<void> {
  generation += 1;
  await mutate(() => true, undefined, { revalidate: false });
}

/**
 * Sends a request as the user; renews a refused token once. A session of another user or organisation, stored by another
 * tab, starts this tab over instead: the request was meant for the session that the tab shows.
 */
export async function send(request: RouteRequest): Promise<Response> {
  if (startOverIfReplaced()) throw new ApiError(401, {});
  const session = readSession();
  const response = await transmitInTime(request, session?.token);
  if (response.status !== 401 || session === null) return requireSuccess(response);
  const renewed = await renewSession(session.token, exchange);
  if (renewed !== null && identityOf(readSession()) === identityOf(session)) {
    return requireSuccess(await transmitInTime(request, renewed));
  }
  startOverIfReplaced();
  return requireSuccess(response);
}

/** Exchanges the refresh token; null when the service refuses it. */
export async function exchange({ token, refreshToken }: Tokens): Promise<Tokens | null> {
  const request = routeRequest('POST /v1/users/token/refresh', { body: { token, refreshToken } });
  const response = await transmit(request);
  if (response.status === 400 || response.status === 401) {
    // A body that is never read keeps its connection occupied.
    await response.body?.cancel();
    return null;
  }
  return (await (await requireSuccess(response)).json()) as Tokens;
}

/** How many calls wait because the session has made too many, or others of its organisation are under way. */
export const waitingCalls = createStore(0);

/** Each is a minute at most, so a longer row of refusals is no accident. */
const MOST_SECONDS = 300;

/** The refusals after which a call goes on by itself: nothing was done. */
const WAITING = new Set(['session/too-many-calls', 'account/busy']);

/** Sends a request. One that comes too early was not carried out: it waits for its turn and is sent again. */
async function transmitInTime(request: RouteRequest, token?: string): Promise<Response> {
  for (let waited = 0; ;) {
    const response = await transmit(request, token);
    const seconds = waited < MOST_SECONDS ? await secondsToWait(response) : null;
    if (seconds === null) return response;
    waited += seconds;
    waitingCalls.write(waitingCalls.read() + 1);
    await new Promise((done) => setTimeout(done, seconds * 1000));
    waitingCalls.write(waitingCalls.read() - 1);
  }
}

/** Returns the seconds that the service asks a session to wait; null for any other answer. */
async function secondsToWait(response: Response): Promise<number | null> {
  if (response.status !== 429) return null;
  const { code } = await problemOf(response.clone());
  const seconds = Number(response.headers.get('retry-after'));
  return code !== undefined && WAITING.has(code) && seconds > 0 && seconds <= 60 ? seconds : null;
}

async function transmit({ url, headers, ...request }: RouteRequest, token?: string): Promise<Response> {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const order = (sent += 1);
  let response: Response;
  try {
    response = await fetch(url, { ...request, headers: { ...headers, ...authorization } });
  } catch (error) {
    noteReachable(order, false);
    throw new Unreachable('No answer', { cause: error });
  }
  const isUp = !(await isDown(response));
  noteReachable(order, isUp);
  if (!isUp) throw new Unreachable(`Status ${response.status}`);
  return response;
}

/** The number of calls that were sent, and the last one of them that told whether the service can be reached. */
let sent = 0;
let told = 0;

/** A late answer to an earlier call says nothing about the service now. */
function noteReachable(order: number, reachable: boolean): void {
  if (order < told) return;
  told = order;
  if (isReachable.read() !== reachable) isReachable.write(reachable);
}

/** Whether a proxy in front of the service answered: the service's own failures have a title. */
async function isDown(response: Response): Promise<boolean> {
  if (response.status < 502 || response.status > 504) return false;
  return (await problemOf(response.clone())).title === undefined;
}

/** The body of a refusal or failure; empty if it is none of the service. */
async function problemOf(response: Response): Promise<Problem> {
  return (await response.json().catch(() => ({}))) as Problem;
}

async function requireSuccess(response: Response): Promise<Response> {
  if (response.ok) return response;
  const problem = await problemOf(response);
  // The user's role may have changed, so the page reads it again.
  if (response.status === 403) void refresh('GET /v1/users');
  throw new ApiError(response.status, problem);
}
