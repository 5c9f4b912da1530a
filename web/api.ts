/** The one way to the service: typed by the route table, without a byte of it in the browser. */
import useSWR, { mutate, type SWRConfiguration, type SWRResponse } from 'swr';
import type { AcceptedOf, ParamsOf, Received, Sent } from '../functions/lib/route.ts';
import type { Routes } from '../functions/routes.ts';
import { ApiError, Unreachable, type Problem } from './problem.ts';
import { createStore } from './ui/store.ts';
import { readSession, renewSession, tenantOf, useSession } from './session.ts';

/** Whether the last call got an answer, whatever answer. */
export const isReachable = createStore(true);

export type RouteName = keyof Routes;

/** What a route answers with. */
export type Answer<Name extends RouteName> = Received<Routes[Name]>;

/** What a route takes as its body. */
export type Body<Name extends RouteName> = Sent<Routes[Name], 'body'>;

type Part<Field extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [name in Field]?: Value }
    : { readonly [name in Field]: Value };

/** Path parameters, query and body of a route, as far as it has them. */
export type Input<Name extends RouteName> = Part<'params', ParamsOf<Name>> &
  Part<'query', Sent<Routes[Name], 'query'>> &
  Part<'body', Sent<Routes[Name], 'body'>>;

type Arguments<Name extends RouteName> =
  Record<never, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly accept?: string;
}

/**
 * Calls a route.
 * @throws ApiError when the service refuses or fails, Unreachable when no answer comes.
 */
export async function call<Name extends RouteName>(
  name: Name,
  ...[input]: Arguments<Name>
): Promise<Answer<Name>> {
  const response = await send(name, input as AnyInput);
  if (response.status === 204) return undefined as Answer<Name>;
  return (await response.json()) as Answer<Name>;
}

/** A downloaded file, with the name it is to be saved by. */
export interface DownloadedFile {
  readonly name: string;
  readonly blob: Blob;
}

type RouteOfKind<Kind extends string> = {
  [Name in RouteName]: Routes[Name] extends { kind: Kind } ? Name : never;
}[RouteName];

/** A file of the service, of the media type that is wanted. */
export async function download<Name extends RouteOfKind<'file'>>(
  name: Name,
  input: Input<Name>,
  mediaType: string,
): Promise<DownloadedFile> {
  return fileIn(await send(name, { ...(input as AnyInput), accept: mediaType }));
}

/** The same where the file may not be ready with the answer, which then says how to ask for it. */
export async function downloadWhenReady<Name extends RouteOfKind<'negotiated'>>(
  name: Name,
  input: Input<Name>,
  mediaType: string,
): Promise<DownloadedFile | AcceptedOf<Routes[Name]>> {
  const response = await send(name, { ...(input as AnyInput), accept: mediaType });
  return response.status === 202 ? ((await response.json()) as AcceptedOf<Routes[Name]>) : fileIn(response);
}

async function fileIn(response: Response): Promise<DownloadedFile> {
  const disposition = response.headers.get('content-disposition') ?? '';
  return { name: fileNameOf(disposition), blob: await response.blob() };
}

type ReadRoute = RouteName & `GET ${string}`;

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
    call(route, ...([wanted] as Arguments<Name>));
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

/**
 * Shows what an answer will be while the work that makes it so is under way, and takes it back if that fails.
 * Afterwards the answer is read again.
 */
export async function optimistically<Name extends ReadRoute>(
  name: Name,
  input: Input<Name>,
  change: (answer: Answer<Name>) => Answer<Name>,
  work: () => Promise<unknown>,
): Promise<void> {
  const done = work().then(() => undefined);
  await mutate<Answer<Name> | undefined>([tenantOf(readSession()), name, input], done, {
    optimisticData: (shown) => shown && change(shown),
    populateCache: false,
    rollbackOnError: true,
  });
}

async function send(name: RouteName, input: AnyInput = {}): Promise<Response> {
  const token = readSession()?.token;
  const response = await request(name, input, token);
  if (response.status !== 401 || token === undefined) return accepted(response);
  const renewed = await renewSession(token, exchange);
  return accepted(renewed === null ? response : await request(name, input, renewed));
}

async function exchange(tokens: {
  token: string;
  refreshToken: string;
}): Promise<{ token: string; refreshToken: string } | null> {
  const body = { token: tokens.token, refreshToken: tokens.refreshToken };
  const response = await request('POST /v1/users/token/refresh', { body }, undefined);
  if (response.status === 400 || response.status === 401) {
    // Unread, it would hold its connection.
    await response.body?.cancel();
    return null;
  }
  return (await (await accepted(response)).json()) as { token: string; refreshToken: string };
}

async function request(
  name: RouteName,
  { params = {}, query = {}, body, accept = 'application/json' }: AnyInput,
  token: string | undefined,
): Promise<Response> {
  const [method = 'GET', path = ''] = name.split(' ');
  const headers = new Headers({ accept });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const address = fill(path, params) + searchOf(query);
  try {
    const options = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(address, options);
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

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? '' : `?${search}`;
}

/** RFC 6266: the encoded name if there is one, else the plain one. */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'schedule.xlsx';
}
