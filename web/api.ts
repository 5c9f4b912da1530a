/** The one way to the service: typed by the route table, without a byte of it in the browser. */
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

/** Whether the last call got an answer, whatever answer. */
export const isReachable = createStore(true);

export type { Answer, Body } from '../functions/route-client.ts';

/**
 * Calls a route.
 * @throws ApiError when the service refuses or fails, Unreachable when no answer comes.
 */
export const call: RouteClient = routeClient(send);

export type ReadRoute = RouteName & `GET ${string}`;

/**
 * What a GET answers with, kept up to date; `null` as input asks for nothing yet. Answers are kept apart by
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

/** Has the answers of the routes that begin with this read again, those on the screen at once. */
export async function refresh(...routes: readonly ReadRoute[]): Promise<void> {
  await mutate((key) => Array.isArray(key) && routes.some((route) => route === key[1]));
}

/** Puts an answer in place without asking for it. */
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
  const response = await reach(request, token);
  if (response.status !== 401 || token === undefined) return accepted(response);
  const renewed = await renewSession(token, exchange);
  return accepted(renewed === null ? response : await reach(request, renewed));
}

/** Asks for new tokens; null when the service refuses the refresh token. */
async function exchange({ token, refreshToken }: Tokens): Promise<Tokens | null> {
  const request = routeRequest('POST /v1/users/token/refresh', { body: { token, refreshToken } });
  const response = await reach(request);
  if (response.status === 400 || response.status === 401) {
    // A body that is never read keeps its connection occupied.
    await response.body?.cancel();
    return null;
  }
  return (await (await accepted(response)).json()) as Tokens;
}

async function reach({ url, headers, ...request }: RouteRequest, token?: string): Promise<Response> {
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

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as Problem;
  if (isDown(response.status, problem)) {
    isReachable.write(false);
    throw new Unreachable(`Status ${response.status}`);
  }
  // The caller's role was changed, or they were removed: the page is to show what is left to them.
  if (response.status === 403) void refresh('GET /v1/users');
  throw new ApiError(response.status, problem);
}

/** Whether something in front of the service answered for it: the service's own failures have a title. */
function isDown(status: number, { title }: Problem): boolean {
  return status >= 502 && status <= 504 && title === undefined;
}
