/**
 * The vocabulary of the route table. A row is data; one row and one handler file make a route, and from the
 * row come the handler's types, the local gateway, the cloud's function with its role, the web client and
 * the access tests. Nothing here speaks of AWS, so the browser may import the types.
 */
import type * as z from 'zod';
import type { RefusalKind } from '../../domain/refusal.ts';
import type { Role } from '../../domain/roles.ts';

/** API Gateway's own route key: `GET /v1/entities/{entityId}`. */
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v1/${string}`;

/** Who may call: nobody in particular, whoever is signed in, or members of at least that role. */
export type Allow = 'anyone' | 'user' | Role;

/** What a function may touch; its role in the cloud grants this and nothing else. */
export type Use = 'table:read' | 'table:write' | 'xero' | 'stripe' | 'mail' | 'sign' | 'queue' | 'files';

/** The queues of the product. */
export type QueueName = 'postings' | 'reports';

export interface RouteRow {
  readonly summary: string;
  /** The handler's file under `functions/`, without its ending. */
  readonly handler: string;
  readonly allow: Allow;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What a success answers; without it 204. */
  readonly response?: z.ZodType;
  /** 201 for what creates; 200 otherwise. */
  readonly status?: 201;
  /**
   * `list`: an array, in pages when `limit` or `cursor` ask for it. `file`: a download. `page`: HTML for people.
   * `webhook`: the handler gets the raw body and checks who sent it. `cookie`: the answer may set one.
   * `negotiated`: JSON or, by `Accept`, a file; 202 where the work continues after the answer.
   */
  readonly kind?: 'list' | 'file' | 'page' | 'webhook' | 'cookie' | 'negotiated';
  /** The media types of a negotiated answer beside JSON. */
  readonly formats?: readonly string[];
  /** The body of a negotiated 202. */
  readonly accepted?: z.ZodType;
  /** The queue behind `uses: ['queue']`; `postings` unless named. */
  readonly queue?: QueueName;
  /** Beyond what `allow`, `query` and `body` imply: the refusals that the handler itself throws. */
  readonly refuses: readonly RefusalKind[];
  readonly uses: readonly Use[];
}

/** Declares a feature's routes, keeping each row's own types. */
export function defineRoutes<const Rows extends Record<RouteKey, RouteRow>>(rows: Rows): Rows {
  return rows;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The names in the path's braces, each a string. */
export type ParamsOf<Key extends string> = Readonly<Record<ParamNames<Key>, string>>;

type Schema<Row, Field extends 'query' | 'body' | 'response' | 'accepted'> =
  Row extends Readonly<Record<Field, infer Type extends z.ZodType>> ? Type : never;

/** What the handler reads: parsed and trimmed. */
export type Parsed<Row, Field extends 'query' | 'body'> = z.output<Schema<Row, Field>>;

/** What a caller sends. */
export type Sent<Row, Field extends 'query' | 'body'> = z.input<Schema<Row, Field>>;

/** What a caller gets. */
export type Received<Row> = Row extends { readonly kind: 'file' }
  ? Blob
  : Row extends { readonly kind: 'page' }
    ? string
    : [Schema<Row, 'response'>] extends [never]
      ? undefined
      : z.output<Schema<Row, 'response'>> | AcceptedOf<Row>;

/** The body of the 202 where the work continues after the answer. */
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
  /** A whole `set-cookie` header; null sets none. */
  readonly cookie: string | null;
}

/** JSON, a file, or the body of a 202. */
export type NegotiatedReply<Value, Accepted> =
  { readonly json: Value } | { readonly file: FileReply } | { readonly accepted: Accepted };

/** What the handler returns; it leaves through the row's `response`, so undeclared fields stay inside. */
export type Reply<Row> = Row extends { readonly kind: 'file' }
  ? FileReply
  : Row extends { readonly kind: 'page' }
    ? string
    : [Schema<Row, 'response'>] extends [never]
      ? void
      : Row extends { readonly kind: 'list' }
        ? ListReply<z.input<Schema<Row, 'response'>> extends readonly (infer Element)[] ? Element : never>
        : Row extends { readonly kind: 'cookie' }
          ? CookieReply<z.input<Schema<Row, 'response'>>>
          : Row extends { readonly kind: 'negotiated' }
            ? NegotiatedReply<
                z.input<Schema<Row, 'response'>>,
                [Schema<Row, 'accepted'>] extends [never] ? never : z.input<Schema<Row, 'accepted'>>
              >
            : z.input<Schema<Row, 'response'>>;

/** The same table seen as plain rows, for what loops over all of them. */
export function rowsOf(rows: Readonly<Record<string, RouteRow>>): [RouteKey, RouteRow][] {
  return Object.entries(rows) as [RouteKey, RouteRow][];
}

/** The rows of each handler: nearly always one, but two paths may lead to the same work. */
export function byHandler(
  rows: Readonly<Record<string, RouteRow>>,
): ReadonlyMap<string, readonly (readonly [RouteKey, RouteRow])[]> {
  return Map.groupBy(rowsOf(rows), ([, { handler }]) => handler);
}

/** What a row's function really needs: who is calling is read from the table, and Xero's tokens rotate on reads too. */
export function usesOf(row: Pick<RouteRow, 'allow' | 'uses'>): ReadonlySet<Use> {
  const uses = new Set(row.uses);
  if (uses.has('xero')) uses.add('table:write');
  if (row.allow !== 'anyone' && !uses.has('table:write')) uses.add('table:read');
  return uses;
}

/** The queue that the function of some rows sends to; rows of one handler name the same. */
export const queueOf = (rows: readonly Pick<RouteRow, 'queue'>[]): QueueName =>
  rows.find(({ queue }) => queue !== undefined)?.queue ?? 'postings';

/** The composition parts (`functions/compose/`) of a row's function. */
export function partsOf(row: Pick<RouteRow, 'allow' | 'uses'>): string[] {
  const parts = [...usesOf(row)].map((use) => (use.startsWith('table') ? 'table' : use));
  return [...new Set(parts)].toSorted();
}
