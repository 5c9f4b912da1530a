import * as z from 'zod';
import { badRequest } from './api-error.ts';
import { type FormObject, readForm, Text, Whole } from './form.ts';
import type { Transaction } from './state.ts';

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

/** The parameters of every list. */
export const paging = {
  limit: Whole.refine((limit) => limit >= 1 && limit <= 100, 'must be between 1 and 100').optional(),
  starting_after: Text.optional(),
  ending_before: Text.optional(),
};

interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** Returns a page, newest first, of rows that are sorted oldest first. */
export function listOf(url: string, rows: readonly { id: string }[], page: Paging): object {
  const { limit = 10, starting_after: after, ending_before: before } = page;
  const newestFirst = rows.toReversed();
  if (before !== undefined) {
    const end = position(newestFirst, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: newestFirst.slice(start, end) };
  }
  const start = after === undefined ? 0 : position(newestFirst, after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', url, has_more: start + data.length < rows.length, data };
}

function position(rows: readonly { id: string }[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw badRequest(`No such object: '${id}'`, { code: 'resource_missing', param });
  return index;
}
