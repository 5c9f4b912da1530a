/**
 * What every route does besides its own work, in this order: who is calling (401), whether what the path
 * names is theirs (404), whether their role may (403), whether the input is well formed (400); then the
 * handler runs, and its answer leaves through the row's `response`.
 */
import middy, { type MiddlewareObj } from '@middy/core';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context as Lambda,
} from 'aws-lambda';
import type * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import type { Actor, SignedIn } from './actor.ts';
import { authenticate } from './authenticate.ts';
import type { Base, Context, ServicesFor } from '../lib/context.ts';
import { ownPath, type OwnedBy } from './ownership.ts';
import { permitFrom, permitMembers } from './roles.ts';
import { invalidInput, problemOf } from '../lib/problem.ts';
import type {
  CookieReply,
  FileReply,
  ListReply,
  NegotiatedReply,
  ParamsOf,
  Parsed,
  Reply,
  RouteRow,
  Use,
} from '../lib/route.ts';

type ActorFor<Row extends RouteRow> = Row['allow'] extends 'anyone'
  ? null
  : Row['allow'] extends 'user'
    ? SignedIn
    : Actor;

/** What a handler is told of one request. */
export type Request<Key extends string, Row extends RouteRow> = OwnedBy<ParamsOf<Key>> & {
  readonly params: ParamsOf<Key>;
  readonly query: Parsed<Row, 'query'>;
  readonly body: Parsed<Row, 'body'>;
  readonly actor: ActorFor<Row>;
  readonly requestId: string;
  /** The caller's address, for throttles. */
  readonly source: string;
  /** When the answer must be under way, milliseconds since the epoch. */
  readonly deadline: number;
  /** The body's bytes as text and the headers, for who must check a signature or negotiate a format. */
  readonly raw: { readonly body: string; readonly headers: Readonly<Record<string, string | undefined>> };
};

type Event = APIGatewayProxyEventV2;
type Answer = APIGatewayProxyStructuredResultV2;
export type LambdaHandler = (event: Event, lambda: Lambda) => Promise<Answer>;

/** A handler that waits for its services: the entry composes them once a process. */
export type Endpoint<Used extends Use> = (services: ServicesFor<Used>) => LambdaHandler;

export function endpoint<Rows extends Readonly<Record<string, RouteRow>>, Key extends keyof Rows & string>(
  rows: Rows,
  key: Key,
  run: (
    request: Request<Key, Rows[Key]>,
    services: ServicesFor<Rows[Key]['uses'][number]>,
  ) => Promise<Reply<Rows[Key]>>,
): Endpoint<Rows[Key]['uses'][number]> {
  const row: RouteRow = rows[key] as Rows[Key];
  return (services) => {
    const base: Base = services;
    const handler = middy<Event, Answer>()
      .use(reportOutcome(key, base))
      .use(closeSideDoor(base))
      .handler(async (event: Event, lambda: Lambda) => {
        const request = await read(row, event, lambda, services as unknown as Context);
        const reply = await run(request as Request<Key, Rows[Key]>, services);
        return answer(row, reply);
      });
    return handler;
  };
}

async function read(row: RouteRow, event: Event, lambda: Lambda, services: Context): Promise<unknown> {
  const params = event.pathParameters ?? {};
  const caller = row.allow === 'anyone' ? null : await authenticate(event.headers, services);
  const { actor, ...owned } = caller ? await ownPath(params, caller, services) : { actor: null };
  if (actor !== null && row.allow !== 'anyone' && row.allow !== 'user') {
    permitMembers(actor);
    permitFrom(row.allow, actor);
  }
  const body = event.isBase64Encoded
    ? Buffer.from(event.body ?? '', 'base64').toString('utf8')
    : (event.body ?? '');
  return {
    ...owned,
    params,
    query: row.query && parse(row.query, event.queryStringParameters ?? {}),
    body: row.body && parse(row.body, parseJson(body)),
    actor,
    requestId: event.requestContext.requestId,
    source: sourceOf(event),
    deadline: services.clock.now() + lambda.getRemainingTimeInMillis(),
    raw: { body, headers: { ...event.headers, cookie: event.cookies?.join('; ') } },
  };
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}

/** An absent body reads as one without fields, so that the refusal names the missing ones. */
function parseJson(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    const message = 'The body must be JSON.';
    throw new Refusal('invalid', 'request/not-json', message, { body: [message] });
  }
}

/** The site's distribution writes down who called it, whatever the caller said; without one, the socket knows. */
function sourceOf(event: Event): string {
  return event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp;
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

function answer(row: RouteRow, reply: unknown): Answer {
  if (row.kind === 'file') return download(reply as FileReply);
  if (row.kind === 'page') return page(reply as string);
  if (row.kind === 'negotiated') return negotiated(row, reply as NegotiatedReply<unknown, unknown>);
  if (!row.response) return { statusCode: 204, headers: { 'cache-control': 'no-store' } };
  const { value, headers } = unwrap(row, reply);
  return json(row.status ?? 200, row.response, value, headers);
}

function json(
  statusCode: number,
  schema: z.ZodType | undefined,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = JSON.stringify(schema?.parse(value));
  return { statusCode, headers: { ...JSON_HEADERS, ...headers }, body };
}

/** The same address answers in several formats, so caches must tell them apart. */
function negotiated(row: RouteRow, reply: NegotiatedReply<unknown, unknown>): Answer {
  const answered =
    'file' in reply
      ? download(reply.file)
      : 'accepted' in reply
        ? json(202, row.accepted, reply.accepted)
        : json(200, row.response, reply.json);
  return { ...answered, headers: { ...answered.headers, vary: 'accept' } };
}

/** What goes into the body, and the header that the row's kind adds to it. */
function unwrap(row: RouteRow, reply: unknown): { value: unknown; headers: Record<string, string> } {
  if (row.kind === 'list') {
    const { items, next } = reply as ListReply<unknown>;
    return { value: items, headers: next === null ? {} : { 'x-next-cursor': next } };
  }
  if (row.kind === 'cookie') {
    const { value, cookie } = reply as CookieReply<unknown>;
    return { value, headers: cookie === null ? {} : { 'set-cookie': cookie } };
  }
  return { value: reply, headers: {} };
}

function page(html: string): Answer {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  return { statusCode: 200, headers, body: html };
}

/** RFC 6266: a plain name for old clients, the real one percent-encoded, also where encodeURIComponent wouldn't. */
function download({ name, contentType, bytes }: FileReply): Answer {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      'cache-control': 'no-store',
    },
    body: Buffer.from(bytes).toString('base64'),
    isBase64Encoded: true,
  };
}

/** In the cloud only the site's own distribution knows the header that opens this door. */
function closeSideDoor({ originSecret }: Base): MiddlewareObj<Event, Answer> {
  return {
    before: ({ event }) => {
      if (originSecret !== null && event.headers['x-origin-secret'] !== originSecret) {
        throw new Refusal('forbidden', 'request/side-door', 'Please use the site.');
      }
    },
  };
}

/** Turns what was thrown into a problem, gives every answer its request id, logs each request once. */
function reportOutcome(key: string, { log, clock }: Base): MiddlewareObj<Event, Answer> {
  const started = new WeakMap<Event, number>();
  const finish = (event: Event, response: Answer, error?: unknown): Answer => {
    const requestId = event.requestContext.requestId;
    const status = response.statusCode ?? 200;
    const fields = {
      requestId,
      route: key,
      status,
      milliseconds: clock.now() - (started.get(event) ?? clock.now()),
      ...(error === undefined ? {} : { error }),
    };
    if (status >= 500) log.error('request failed', fields);
    else log.info('request', fields);
    return { ...response, headers: { ...response.headers, 'x-request-id': requestId } };
  };
  return {
    before: ({ event }) => void started.set(event, clock.now()),
    after: (request) => {
      request.response = finish(request.event, request.response ?? {});
    },
    onError: (request) => {
      const problem = problemOf(request.error, request.event.requestContext.requestId);
      request.response = finish(
        request.event,
        {
          statusCode: problem.status,
          headers: { ...JSON_HEADERS, 'content-type': 'application/problem+json' },
          body: JSON.stringify(problem),
        },
        problem.status >= 500 ? request.error : undefined,
      );
    },
  };
}
