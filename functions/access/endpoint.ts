/**
 * The checks of every route, in this order: the distribution's secret (403), the size of the request (413), the rate of
 * its source's calls (429), the caller (401), the rate of its session's calls (429), the ownership of the path's ids
 * (404), the role (403), a recent authentication where the row requires one (403), the input (400). Then the handler
 * runs, and the row's `response` filters its answer.
 */
import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, Context as Lambda } from 'aws-lambda';
import type * as z from 'zod';
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { type Deadlines, requestDeadlines } from '../services/deadlines.ts';
import { type HttpAnswer, answer, problemAnswer, compressAnswers } from './answer.ts';
import type { Actor, SignedIn } from './actor.ts';
import { authenticate } from './authenticate.ts';
import type { Base, ServicesFor } from '../services/context.ts';
import type { Table } from '../store/table.ts';
import { ownPath, type OwnedBy } from './ownership.ts';
import { requireRecentAuthentication } from './step-up.ts';
import { permitFrom, permitMembers } from './roles.ts';
import { sharing } from './shares.ts';
import { limitSession, ReadLimiter, readsFor, throttle, TooOften } from './throttle.ts';
import { truncated } from './network.ts';
import { digest } from '../lib/digest.ts';
import { invalidInput, type ProblemDetails, problemOf, TookTooLong } from './problem.ts';
import { requestMetric } from '../lib/request-metric.ts';
import { workOfWrite } from '../records/registers/state.ts';
import {
  BODY_LIMIT,
  sessionLimitOf,
  type ParamsOf,
  type Parsed,
  type Reply,
  type RouteRow,
  type Use,
} from '../api/route.ts';

type ActorFor<Row extends RouteRow> = Row['allow'] extends 'anyone'
  ? null
  : Row['allow'] extends 'user'
    ? SignedIn
    : Actor;

/** The validated request that a handler receives. */
export type Request<Key extends string, Row extends RouteRow> = OwnedBy<ParamsOf<Key>> & {
  readonly params: ParamsOf<Key>;
  readonly query: Parsed<Row, 'query'>;
  readonly body: Parsed<Row, 'body'>;
  readonly actor: ActorFor<Row>;
  readonly requestId: string;
  /** The caller's address, for throttles. */
  readonly source: string;
  /** The instant at which the handler begins, milliseconds since the epoch, and its business day. */
  readonly now: number;
  readonly today: CalendarDate;
  /** The latest start of the answer, milliseconds since the epoch. */
  readonly deadline: number;
  readonly deadlines: Deadlines;
  /**
   * Counts an answer as further reads of the session, by the payments that it is about to work out.
   * @throws TooOften
   */
  readonly charge: (payments: number) => Promise<void>;
  /** The body's bytes as text and the headers, for signatures and content negotiation. */
  readonly raw: { readonly body: string; readonly headers: Readonly<Record<string, string | undefined>> };
};

type Event = APIGatewayProxyEventV2;
export type LambdaHandler = (event: Event, lambda: Lambda) => Promise<HttpAnswer>;

/** A handler that waits for its services. The entry composes them once per process. */
export type Endpoint<Used extends Use> = (services: ServicesFor<Used> & Access) => LambdaHandler;

/** The table that identifies a caller. The entry composes it for every row whose `allow` isn't `anyone`. */
type Access = Base & Partial<ServicesFor<'table:read'>>;

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
    const callers: Callers = new WeakMap();
    const reads = new ReadLimiter();
    const handler = middy<Event, HttpAnswer>({ timeoutEarlyResponse: endInTime })
      .use(compressAnswers())
      .use(reportOutcome({ key, row }, base, callers))
      .use(requireOriginSecret(base))
      .handler(async (event: Event, lambda: Lambda) => {
        const request = await read(row, event, lambda, { ...services, reads }, callers);
        const execute = () => run(request as Request<Key, Rows[Key]>, services);
        const { actor, deadline } = request;
        if (row.atMost === undefined || actor === null) return answer(row, await execute());
        const account = actor.tenantId ?? actor.userId;
        const share = { account, handler: row.handler, deadline };
        return answer(row, await sharing({ ...base, table: counters(services) }, share, execute));
      });
    return handler;
  };
}

/** Ends a request right before the platform would, which answers without a sentence. */
function endInTime(): never {
  throw new TookTooLong();
}

interface Limited extends Access {
  readonly reads: ReadLimiter;
}

/** The caller of each request in progress, for its log line. */
type Callers = WeakMap<Event, Pick<SignedIn, 'userId' | 'tenantId'>>;

async function read(row: RouteRow, event: Event, lambda: Lambda, services: Limited, callers: Callers) {
  const params = event.pathParameters ?? {};
  const source = sourceOf(event);
  refuseLarge(row, event);
  if (row.throttle) {
    await throttle(counters(services), services.clock.now(), row.throttle, { who: '', source });
  }
  const { actor, ...owned } =
    row.allow === 'anyone'
      ? { actor: null, entity: undefined }
      : await identify(row, event, services, callers);
  if (actor !== null && row.allow !== 'anyone' && row.allow !== 'user') {
    permitMembers(actor);
    permitFrom(row.allow, actor);
  }
  if (row.stepUp && actor !== null) requireRecentAuthentication(actor, services.clock.now());
  const body = event.isBase64Encoded
    ? Buffer.from(event.body ?? '', 'base64').toString('utf8')
    : (event.body ?? '');
  const now = services.clock.now();
  const deadline = now + lambda.getRemainingTimeInMillis();
  let payments = 0;
  let charged = 0;
  const charge = async (more: number): Promise<void> => {
    payments += more;
    const reads = readsFor(payments, services.limits) - charged;
    if (actor === null || reads <= 0) return;
    charged += reads;
    await services.reads.limit(counters(services), services.clock.now(), actor, services.limits, reads);
  };
  const request = {
    ...owned,
    params,
    query: row.query && parse(row.query, event.queryStringParameters ?? {}),
    body: row.body && parse(row.body, parseJson(body)),
    actor,
    requestId: event.requestContext.requestId,
    source,
    now,
    today: businessDate(now),
    deadline,
    deadlines: requestDeadlines(now, deadline),
    charge,
    raw: { body, headers: { ...event.headers, cookie: event.cookies?.join('; ') } },
  };
  if (row.reviews === 'registers' && owned.entity) await charge(workOfWrite(owned.entity));
  return request;
}

/** Returns the caller, and the entity, schedule or member that the path names. */
async function identify(
  row: RouteRow,
  event: Event,
  { table, reads, ...base }: Limited,
  callers: Callers,
): ReturnType<typeof ownPath> {
  if (!table) throw new Error('The entry composed no table to authenticate the caller.');
  const services = { ...base, table };
  const caller = await authenticate(event.headers, services);
  callers.set(event, caller);
  const limit = sessionLimitOf(row);
  const counted = [caller, base.limits] as const;
  if (limit === 'reads') await reads.limit(counters(services), base.clock.now(), ...counted);
  else if (limit !== null) await limitSession(counters(services), base.clock.now(), limit, ...counted);
  const { entityId, scheduleId } = event.pathParameters ?? {};
  const { requestId } = event.requestContext;
  const request = { requestId, source: truncated(sourceOf(event)), entityId, scheduleId };
  return ownPath(event.pathParameters ?? {}, { ...caller, request }, services);
}

/** Returns the table for the limits of a row, which then uses `table:write`. */
function counters({ table }: Access): Table {
  if (!table || !('write' in table)) throw new Error('The entry composed no table for the throttle.');
  return table as Table;
}

/** @throws Refusal `too-large` */
function refuseLarge({ bodyLimit = BODY_LIMIT }: RouteRow, { body = '', isBase64Encoded }: Event): void {
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') <= bodyLimit) return;
  const message = `The request is too large. Please send at most ${bodyLimit / 1024} KB.`;
  throw new Refusal('too-large', 'request/too-large', message);
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}

/** Parses the body. An absent body reads as an empty object, so that the refusal names the missing fields. */
function parseJson(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    const message = 'The body must be JSON.';
    throw invalid('body', 'request/not-json', message);
  }
}

/**
 * Returns the caller's address. The site's distribution sets it; without a distribution, the socket's address is
 * used.
 */
function sourceOf(event: Event): string {
  return event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp;
}

/** Refuses requests that bypass the site's distribution, which adds a secret header. */
function requireOriginSecret({ originSecretDigest }: Base): MiddlewareObj<Event, HttpAnswer> {
  const accepted = originSecretDigest?.split(',') ?? null;
  return {
    before: ({ event }) => {
      if (accepted !== null && !accepted.includes(digest(event.headers['x-origin-secret'] ?? ''))) {
        throw new Refusal('forbidden', 'request/origin-secret', 'Please use the site.');
      }
    },
  };
}

/** Converts errors to problems, adds the request id to every answer, and logs each request once. */
function reportOutcome(
  { key, row: { handler, uses } }: { readonly key: string; readonly row: RouteRow },
  { log, clock, metricNamespace }: Base,
  callers: Callers,
): MiddlewareObj<Event, HttpAnswer> {
  const [feature = ''] = handler.split('/');
  const started = new WeakMap<Event, number>();
  const finish = (
    event: Event,
    response: HttpAnswer,
    problem?: ProblemDetails,
    error?: unknown,
  ): HttpAnswer => {
    const requestId = event.requestContext.requestId;
    const status = response.statusCode ?? 200;
    const fields = {
      requestId,
      route: key,
      handler,
      feature,
      waits: uses.includes('xero') ? 'xero' : 'nothing',
      edgeRequestId: event.headers['x-amz-cf-id'],
      status,
      milliseconds: clock.now() - (started.get(event) ?? clock.now()),
      ...(problem && refusalFields(event, problem, callers.get(event))),
      ...(error === undefined ? {} : { error }),
      ...(metricNamespace === null ? {} : requestMetric(metricNamespace, clock.now())),
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
        problemAnswer(problem, request.error instanceof TooOften ? request.error.retryAfter : null),
        problem,
        problem.status >= 500 ? request.error : undefined,
      );
    },
  };
}

/** Returns the log fields of a refused request: the caller, the network, and the code of the refusal. */
function refusalFields(
  event: Event,
  { code }: ProblemDetails,
  caller: Pick<SignedIn, 'userId' | 'tenantId'> | undefined,
): Readonly<Record<string, unknown>> {
  return { code, userId: caller?.userId, tenantId: caller?.tenantId, source: truncated(sourceOf(event)) };
}
