import * as z from 'zod';
import { badRequest, missing } from './api-error.ts';
import { type FormObject, mergeMetadata, readForm, Text, Whole } from './form.ts';
import type { Tables, Transaction } from './state.ts';

export interface Call<Params> {
  tx: Transaction;
  params: Params;
  /** The `{id}` of the path. */
  id: string;
  /** The simulator's origin, for links to its pages. */
  origin: string;
}

/** One API call: validates its parameters and returns an object in Stripe's shape. */
export type Endpoint = (call: Call<FormObject>) => object;

/** API calls by method and path, for instance `POST /v1/customers/{id}`. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Defines a call that accepts exactly the schema's parameters. */
export function endpoint<Params>(schema: z.ZodType<Params>, run: (call: Call<Params>) => object): Endpoint {
  return (call) => run({ ...call, params: readForm(schema, call.params) });
}

export const NoParams = z.strictObject({});

/** The names of objects in refusals, by table. */
const NAMES = {
  charges: 'charge',
  invoices: 'invoice',
  portalConfigurations: 'configuration',
  prices: 'price',
  products: 'product',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  taxRates: 'tax rate',
  webhookEndpoints: 'webhook endpoint',
} as const;

/** Returns the row that a path names; 404 for an unknown one. */
export function rowOf<Table extends keyof typeof NAMES>(
  tx: Transaction,
  table: Table,
  id: string,
): Tables[Table] {
  const found = tx.get(table, id);
  if (!found) throw missing(NAMES[table], id);
  return found;
}

/** The call that reads a row of a table. */
export const reader = (table: keyof typeof NAMES): Endpoint =>
  endpoint(NoParams, ({ tx, id }) => rowOf(tx, table, id));

/** The call that changes a row: parameters replace fields, and metadata is merged. */
export const updater = <Table extends 'prices' | 'products' | 'taxRates'>(
  table: Table,
  schema: z.ZodType<{ metadata?: Parameters<typeof mergeMetadata>[1] }>,
): Endpoint =>
  endpoint(schema, ({ tx, params, id }) => {
    const before = rowOf(tx, table, id);
    const after = { ...before, ...params, metadata: mergeMetadata(before.metadata ?? {}, params.metadata) };
    tx.put(table, after);
    return after;
  });

/** The parameters of every list. */
export const paging = {
  limit: Whole.refine((limit) => limit >= 1 && limit <= 100, 'must be between 1 and 100').optional(),
  starting_after: Text.optional(),
};

interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
}

/** Returns a page, newest first, of rows that are sorted oldest first and equal the other parameters. */
export function listOf<Row extends { id: string }>(
  url: string,
  rows: readonly Row[],
  {
    limit = 10,
    starting_after: after,
    ...wanted
  }: Paging & { [Field in keyof Row]?: Row[Field] | undefined },
): object {
  const fields = new Map(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const isWanted = (row: Row) => Object.entries(row).filter(([name, value]) => fields.get(name) === value);
  const newestFirst = rows.toReversed().filter((row) => isWanted(row).length === fields.size);
  const start = after === undefined ? 0 : positionAfter(newestFirst, after);
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', url, has_more: start + data.length < newestFirst.length, data };
}

function positionAfter(rows: readonly { id: string }[], id: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index >= 0) return index + 1;
  throw badRequest(`No such object: '${id}'`, { code: 'resource_missing', param: 'starting_after' });
}
