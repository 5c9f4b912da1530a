/** The client of the service: the route client over fetch, with the session's tokens and SWR's cache. */
import useSWR, { mutate, type SWRConfiguration, type SWRResponse } from 'swr';
import {
  type Answer,
  type Input,
  type InputArgument,
  type RouteClient,
  routeClient,
  type RouteName,
  routeRequest,
  type RouteRequest,
} from '../functions/route-client.ts';
import { ApiError, Unreachable, type Problem } from './problem.ts';
import { createStore } from './ui/store.ts';
import { readSession, renewSession, tenantOf, type Tokens, useSession } from './session.ts';

/** Whether the service answered the last call, with any status. */
export const isReachable = createStore(true);

export type { Answer, Body } from '../functions/route-client.ts';

/**
 * Calls a route.
 * @throws ApiError when the service refuses or fails, Unreachable when no answer comes.
 */
export const call: RouteClient = routeClient(send);

export type ReadRoute = RouteName & `GET ${string}`;

/**
 * Returns the answer of a read and keeps it up to date; a null input sends no request. The cache is separate for each
 * organisation.
 */
export function useApi<Name extends ReadRoute>(
  name: Name,
  input: Input<Name> | null,
  options: SWRConfiguration<Answer<Name>, Error> = {},
): SWRResponse<Answer<Name>, Error> {
  const tenant = tenantOf(useSession());
  const key = input === null ? null : ([tenant, name, input] as const);
  const read = ([, route, wanted]: readonly [unknown, Name, Input<Name>]): Promise<Answer<Name>> =>
    call(route, ...([wanted] as InputArgument<Name>));
  return useSWR<Answer<Name>, Error>(key, read as never, options);
}

/** Marks the cached answers of these routes as stale and repeats the reads that are on the screen. */
export async function refresh(...routes: readonly ReadRoute[]): Promise<void> {
  await mutate((key) => Array.isArray(key) && routes.some((route) => route === key[1]));
}

/** Stores an answer in the cache without a request. */
export async function store<Name extends ReadRoute>(
  name: Name,
  input: Input<Name>,
  answer: Answer<Name>,
): Promise<void> {
  await mutate([tenantOf(readSession()), name, input], answer, { revalidate: false });
}

/** Sends a request as the user; renews a refused token once. */
export async function send(request: RouteRequest): Promise<Response> {
  const token = readSession()?.token;
  const response = await transmit(request, token);
  if (response.status !== 401 || token === undefined) return requireSuccess(response);
  const renewed = await renewSession(token, exchange);
  return requireSuccess(renewed === null ? response : await transmit(request, renewed));
}

/** Exchanges the refresh token; null when the service refuses it. */
async function exchange({ token, refreshToken }: Tokens): Promise<Tokens | null> {
  const request = routeRequest('POST /v1/users/token/refresh', { body: { token, refreshToken } });
  const response = await transmit(request);
  if (response.status === 400 || response.status === 401) {
    // A body that is never read keeps its connection occupied.
    await response.body?.cancel();
    return null;
  }
  return (await (await requireSuccess(response)).json()) as Tokens;
}

async function transmit({ url, headers, ...request }: RouteRequest, token?: string): Promise<Response> {
  try {
    const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    const response = await fetch(url, { ...request, headers: { ...headers, ...authorization } });
    if (!isReachable.read()) isReachable.write(true);
    return response;
  } catch (error) {
    isReachable.write(false);
    throw new Unreachable('No answer', { cause: error });
  }
}

async function requireSuccess(response: Response): Promise<Response> {
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as Problem;
  if (isDown(response.status, problem)) {
    isReachable.write(false);
    throw new Unreachable(`Status ${response.status}`);
  }
  // The user's role may have changed, so the page reads it again.
  if (response.status === 403) void refresh('GET /v1/users');
  throw new ApiError(response.status, problem);
}

/** Whether a proxy in front of the service answered: the service's own failures have a title. */
function isDown(status: number, { title }: Problem): boolean {
  return status >= 502 && status <= 504 && title === undefined;
}
