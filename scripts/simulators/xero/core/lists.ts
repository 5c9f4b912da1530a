/** Searches: filter, page, and how far they lag behind. */
import type { Books } from './books.ts';
import { badBody, listed } from './elements.ts';
import type { CoreRequest, CoreResponse } from './http.ts';
import type { Json } from './render.ts';
import { parseWhere, WhereError, type Filter } from './where.ts';

interface Searchable {
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Search<Kept extends Searchable> {
  readonly plural: string;
  readonly singular: string;
  readonly records: readonly Kept[];
  /** Fields that a filter may name. */
  readonly fields: ReadonlySet<string>;
  readonly render: (record: Kept, withLines: boolean) => Json;
}

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/** Answers a search. Without a page every element comes, and documents without their lines. */
export function search<Kept extends Searchable>(
  books: Books,
  request: CoreRequest,
  { plural, singular, records, fields, render }: Search<Kept>,
): CoreResponse {
  const query = new URLSearchParams(request.query);
  let filter: Filter;
  try {
    const where = query.get('where');
    filter = where === null || where.trim() === '' ? () => true : parseWhere(where, singular, fields);
  } catch (error) {
    if (error instanceof WhereError) return badBody(16, 'QueryParseException', error.message);
    throw error;
  }
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  const found = records
    .filter((record) => record.createdAt <= books.searchHorizon)
    .filter((record) => Number.isNaN(since) || record.updatedAt > since)
    .filter((record) => filter(render(record, false)));
  const page = Number(query.get('page') ?? Number.NaN);
  if (!(page >= 1)) {
    const elements = found.map((record) => render(record, false));
    return listed(books, plural, elements);
  }
  const pageSize = Math.min(Number(query.get('pageSize') ?? PAGE_SIZE) || PAGE_SIZE, MAX_PAGE_SIZE);
  const elements = found.slice((page - 1) * pageSize, page * pageSize).map((record) => render(record, true));
  const pagination = {
    page,
    pageSize,
    pageCount: Math.ceil(found.length / pageSize),
    itemCount: found.length,
  };
  return listed(books, plural, elements, { pagination });
}
