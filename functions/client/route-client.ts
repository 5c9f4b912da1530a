/**
 * The client of the route table. The caller provides the transport: fetch in the browser and in scripts, the gateway in
 * tests. All imports are types, so the browser loads no schema.
 */
import type { AcceptedOf, ParamsOf, Received, RouteKey, Sent } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';

export type RouteName = keyof Routes;

export type ReadRoute = RouteName & `GET ${string}`;

/** The routes whose rows have these properties. */
export type RoutesWith<Properties> = {
  [Name in RouteName]: Routes[Name] extends Properties ? Name : never;
}[RouteName];

export type Answer<Name extends RouteName> = Received<Routes[Name]>;

export type Accepted<Name extends RouteName> = AcceptedOf<Routes[Name]>;

export type Body<Name extends RouteName> = Sent<Routes[Name], 'body'>;

/** A part of the input: absent if the route has none, optional if all of its fields are. */
type Part<Field extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [name in Field]?: Value }
    : { readonly [name in Field]: Value };

type Immutable<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : { readonly [Key in keyof Value]: Immutable<Value[Key]> };

export type Input<Name extends RouteName> = Part<'params', ParamsOf<Name>> &
  Part<'query', Sent<Routes[Name], 'query'>> &
  Part<'body', Immutable<Body<Name>>>;

/** The input as an argument, optional when the route requires none. */
export type InputArgument<Name extends RouteName> =
  Record<never, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/** The input of any route, unchecked: for code that loops over the table or sends malformed input. */
export interface UncheckedInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The media type asked for; JSON by default. */
  readonly accept?: string;
}

export interface RouteRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type RouteClient = <Name extends RouteName>(
  name: Name,
  ...[input]: InputArgument<Name>
) => Promise<Answer<Name>>;

/** Returns the typed call over a transport, which resolves with a success and throws for any other response. */
export function routeClient(send: (request: RouteRequest) => Promise<Response>): RouteClient {
  return async <Name extends RouteName>(name: Name, ...[input]: InputArgument<Name>) =>
    (await bodyOf(await send(routeRequest(name, input as UncheckedInput | undefined)))) as Answer<Name>;
}

/** Fills a route's path and query, leaving out query fields that are empty, and encodes the body as JSON. */
export function routeRequest(
  key: RouteKey,
  { params = {}, query = {}, body, accept = 'application/json' }: UncheckedInput = {},
): RouteRequest {
  const [method = '', template = ''] = key.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const fields = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return {
    method,
    url: search === '' ? path : `${path}?${search}`,
    headers: { accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return response.json();
  return type.startsWith('text/html') ? response.text() : response.blob();
}
