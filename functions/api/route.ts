/**
 * The types of the route table. A route is one row and one handler file. The handler's types, the local gateway, the
 * cloud's function with its role, the web client and the access tests are derived from the row. Nothing here depends on
 * AWS, so the browser may import the types.
 */
import type * as z from 'zod';
import type { RefusalKind } from '../../domain/refusal.ts';
import type { Role } from '../../domain/roles.ts';

/** API Gateway's own route key: `GET /v1/entities/{entityId}`. */
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v1/${string}`;

/** The callers allowed: everyone, signed-in users, or members with at least this role. */
export type Allow = 'anyone' | 'user' | Role;

/** A service that a function may use. Its role in the cloud grants these and nothing else. */
export type Use =
  | 'table:read'
  | 'table:write'
  /** Counts of callers and their places in costly routes, and nothing else: no row names it. */
  | 'table:count'
  | 'xero'
  | 'stripe'
  | 'mail'
  | 'mailer'
  | 'sign'
  | 'queue'
  | 'files:read'
  | 'files:write'
  | 'files:delete'
  | 'vault:totp'
  | 'vault:xero'
  | 'breaches';

export type QueueName = 'postings' | 'reports' | 'exports' | 'imports' | 'checks' | 'mails';

/** A limit on the calls from one source, counted before anything is parsed: `functions/access/throttle.ts`. */
export type SourceLimit = 'register' | 'authenticate' | 'mailed links' | 'consent';

/**
 * The limits on the calls of one session in a minute. `calls` counts what writes, queues, mails, or reaches Xero or
 * Stripe; `changes` what only changes settings, members or sessions, or calls Stripe; `reads` what only reads the table.
 */
export type SessionLimit = 'calls' | 'changes' | 'reads';

/** The most bytes of a request's body. */
export const BODY_LIMIT = 256 * 1024;
/** The same for rows that take long lists: imports, schedules, events, statements. */
export const LARGE_BODY_LIMIT = 1024 * 1024;

export interface RouteRow {
  readonly summary: string;
  /** The handler's file under `functions/`, without its extension. */
  readonly handler: string;
  readonly allow: Allow;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The most bytes of the body; `BODY_LIMIT` by default. */
  readonly bodyLimit?: typeof LARGE_BODY_LIMIT;
  readonly throttle?: SourceLimit;
  /** Counts under the lower limit of a session. */
  readonly limit?: 'changes';
  /**
   * The most executions at once in a durable stage, so that costly work leaves room for everything else; one account has
   * two of them at most (`functions/access/shares.ts`).
   */
  readonly atMost?: number;
  /** Looks at all registers of its entity, and counts as further reads of the session by their number. */
  readonly reviews?: 'registers';
  /** Needs an authentication younger than ten minutes; the page asks for one and repeats the call. */
  readonly stepUp?: true;
  /** The body of a success; without it the status is 204. */
  readonly response?: z.ZodType;
  /** 201 for a route that creates, 202 where the work continues after the response; otherwise 200. */
  readonly status?: 201 | 202;
  /**
   * `list`: an array, in pages when `limit` or `cursor` is given. `file`: a download; 202 if the work continues after
   * the response. `page`: HTML.
   * `webhook`: the handler verifies the signature of the raw body. `cookie`: the response may set one.
   * `negotiated`: JSON or, by `Accept`, a file; 202 if the work continues after the response.
   */
  readonly kind?: 'list' | 'file' | 'page' | 'webhook' | 'cookie' | 'negotiated';
  /** The media types of a negotiated response besides JSON. */
  readonly formats?: readonly string[];
  /** The body of a 202, which a reply of the form `{accepted}` gives. */
  readonly accepted?: z.ZodType;
  /** The queue behind `uses: ['queue']`; `postings` by default. */
  readonly queue?: QueueName;
  /** Has alarms of its own, and deployments replace it gradually: sign-in, and whatever posts documents. */
  readonly isCritical?: true;
  /** The refusals that the handler throws, besides those that `allow`, `query` and `body` imply. */
  readonly refuses: readonly RefusalKind[];
  readonly uses: readonly Use[];
}

export function defineRoutes<const Rows extends Record<RouteKey, RouteRow>>(rows: Rows): Rows {
  return rows;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type ParamsOf<Key extends string> = Readonly<Record<ParamNames<Key>, string>>;

type Schema<Row, Field extends 'query' | 'body' | 'response' | 'accepted'> =
  Row extends Readonly<Record<Field, infer Type extends z.ZodType>> ? Type : never;

export type Parsed<Row, Field extends 'query' | 'body'> = z.output<Schema<Row, Field>>;

export type Sent<Row, Field extends 'query' | 'body'> = z.input<Schema<Row, Field>>;

export type Received<Row> = Row extends { readonly kind: 'file' }
  ? Blob | AcceptedOf<Row>
  : Row extends { readonly kind: 'page' }
    ? string
    : [Schema<Row, 'response'>] extends [never]
      ? undefined | AcceptedOf<Row>
      : z.output<Schema<Row, 'response'>> | AcceptedOf<Row>;

/** The body of a 202, if the row has one. */
export type AcceptedOf<Row> = Row extends { readonly accepted: z.ZodType }
  ? z.output<Schema<Row, 'accepted'>>
  : never;

export interface FileReply {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface ListReply<Element> {
  readonly items: readonly Element[];
  /** Cursor of the next page, null on the last. */
  readonly next: string | null;
}

export interface CookieReply<Value> {
  readonly value: Value;
  /** The complete `set-cookie` header; null sets none. */
  readonly cookie: string | null;
}

type AcceptedReply<Row> = [Schema<Row, 'accepted'>] extends [never]
  ? never
  : { readonly accepted: z.input<Schema<Row, 'accepted'>> };

/** JSON, a file, or the body of a 202. */
export type NegotiatedReply<Value, Accepted> =
  | { readonly json: Value }
  | { readonly file: FileReply }
  | { readonly accepted: Accepted };

/** The handler's return value. It is serialised through the row's `response`, so undeclared fields never leak. */
export type Reply<Row> = Row extends { readonly kind: 'file' }
  ? FileReply | AcceptedReply<Row>
  : Row extends { readonly kind: 'page' }
    ? string
    : [Schema<Row, 'response'>] extends [never]
      ? void | AcceptedReply<Row>
      : Row extends { readonly kind: 'list' }
        ? ListReply<z.input<Schema<Row, 'response'>> extends readonly (infer Element)[] ? Element : never>
        : Row extends { readonly kind: 'cookie' }
          ? CookieReply<z.input<Schema<Row, 'response'>>>
          : Row extends { readonly kind: 'negotiated' }
            ? NegotiatedReply<
                z.input<Schema<Row, 'response'>>,
                [Schema<Row, 'accepted'>] extends [never] ? never : z.input<Schema<Row, 'accepted'>>
              >
            : z.input<Schema<Row, 'response'>> | AcceptedReply<Row>;

/** Returns the rows of a table without their individual types, for loops. */
export function rowsOf(rows: Readonly<Record<string, RouteRow>>): [RouteKey, RouteRow][] {
  return Object.entries(rows) as [RouteKey, RouteRow][];
}

/** Groups the rows by handler: two paths may share one. */
export function byHandler(
  rows: Readonly<Record<string, RouteRow>>,
): ReadonlyMap<string, readonly (readonly [RouteKey, RouteRow])[]> {
  return Map.groupBy(rowsOf(rows), ([, { handler }]) => handler);
}

/** Returns the limit that a session's calls of the row count under; null without a session. */
export function sessionLimitOf({
  allow,
  uses,
  limit,
}: Pick<RouteRow, 'allow' | 'uses' | 'limit'>): SessionLimit | null {
  if (allow === 'anyone') return null;
  if (limit) return limit;
  return uses.some((use) => use !== 'table:read' && use !== 'files:read') ? 'calls' : 'reads';
}

/** Returns the services that a row's function needs: the session is read from the table, and Xero's tokens are sealed and rotate on reads. */
export function usesOf(row: Pick<RouteRow, 'allow' | 'uses' | 'limit'>): ReadonlySet<Use> {
  const uses = new Set(row.uses);
  const limit = sessionLimitOf(row);
  if (limit === 'calls' || limit === 'changes') uses.add('table:write');
  if (uses.has('xero')) uses.add('table:write').add('vault:xero');
  if (uses.has('files:delete')) uses.add('files:read').add('files:write');
  if (limit === 'reads' && !uses.has('table:write')) uses.add('table:read').add('table:count');
  return uses;
}

/** Returns the queue that a function with these rows sends to; the rows of one handler name the same. */
export const queueOf = (rows: readonly Pick<RouteRow, 'queue'>[]): QueueName =>
  rows.find(({ queue }) => queue !== undefined)?.queue ?? 'postings';

/** Returns the composition parts (`functions/compose/`) of a row's function. */
export function partsOf(row: Pick<RouteRow, 'allow' | 'uses'>): string[] {
  const parts = [...usesOf(row)].map((use) => use.split(':')[0] ?? use);
  return [...new Set(parts)].toSorted();
}
