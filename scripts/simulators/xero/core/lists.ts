/** Lists: filter, order and pages. */
import type { Books } from './books.ts';
import { behaviourOf } from './behaviour.ts';
import { badBody, listed } from './elements.ts';
import type { CoreRequest, CoreResponse } from './http.ts';
import type { Json } from './render.ts';
import { fieldsIn, parseWhere, WhereError, type Filter } from './where.ts';

interface Searchable {
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Search<Item extends Searchable> {
  readonly plural: string;
  readonly singular: string;
  readonly records: readonly Item[];
  /** Fields that a filter may name. */
  readonly fields: ReadonlySet<string>;
  /** Fields that Xero filters through an index. */
  readonly indexed: ReadonlySet<string>;
  readonly render: (record: Item, withLines: boolean) => Json;
}

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;
const MAX_FILTERED = 100_000;

const REFERENCE: ReadonlySet<string> = new Set(['Reference']);

/** Answers a list request. Without `page` it returns every element, and documents without their lines. */
export function search<Item extends Searchable>(
  books: Books,
  request: CoreRequest,
  options: Search<Item>,
): CoreResponse {
  const { plural, render } = options;
  const query = new URLSearchParams(request.query);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  const visible = options.records
    .filter((record) => record.createdAt <= books.searchHorizon)
    .filter((record) => Number.isNaN(since) || record.updatedAt > since);
  const where = query.get('where')?.trim() ?? '';
  if (visible.length > MAX_FILTERED && !isIndexed(where, options)) return tooManyRecords();
  const filter = filterOf(books, query, options);
  if (filter instanceof WhereError) return badBody(16, 'QueryParseException', filter.message);
  const found = ordered(
    visible.filter((record) => filter(render(record, false))),
    query.get('order'),
    render,
  );
  const page = Number(query.get('page') ?? Number.NaN);
  if (!(page >= 1)) {
    const elements = found.map((record) => render(record, false));
    return listed(books, plural, elements);
  }
  const pageSize = pageSizeOf(query);
  const elements = found.slice((page - 1) * pageSize, page * pageSize).map((record) => render(record, true));
  const pagination = {
    page,
    pageSize,
    pageCount: Math.ceil(found.length / pageSize),
    itemCount: found.length,
  };
  return listed(books, plural, elements, { pagination });
}

function pageSizeOf(query: URLSearchParams): number {
  const wanted = Number(query.get('pageSize') ?? PAGE_SIZE);
  return wanted >= 1 ? Math.min(wanted, MAX_PAGE_SIZE) : PAGE_SIZE;
}

/** The `where` and `References` parameters as one filter. */
function filterOf<Item extends Searchable>(
  books: Books,
  query: URLSearchParams,
  { singular, fields }: Search<Item>,
): Filter | WhereError {
  const ignoresReference = behaviourOf(books.state).referenceFilter === 'nothing';
  const references = fields.has('Reference') ? (query.get('References')?.split(',') ?? null) : null;
  if (references !== null && ignoresReference) return () => false;
  const where = query.get('where')?.trim() ?? '';
  try {
    const matches =
      where === ''
        ? () => true
        : parseWhere(where, singular, fields, ignoresReference ? REFERENCE : new Set());
    return (element) =>
      (references === null || references.includes(String(element['Reference']))) && matches(element);
  } catch (error) {
    if (error instanceof WhereError) return error;
    throw error;
  }
}

/** Whether a filter runs through indexes only. No filter at all counts as indexed. */
function isIndexed<Item extends Searchable>(where: string, { fields, indexed }: Search<Item>): boolean {
  try {
    return fieldsIn(where, fields).every((field) => indexed.has(field));
  } catch (error) {
    if (error instanceof WhereError) return true;
    throw error;
  }
}

function tooManyRecords(): CoreResponse {
  const message =
    'The filter runs over more than 100,000 records. Use an optimised filter, or narrow it with If-Modified-Since.';
  return badBody(16, 'QueryParseException', message);
}

/**
 * Sorts by the `order` parameter, for instance `Date DESC`. The default is the order of the last change, so that a
 * change between two pages moves a document, and those after it, to another page.
 */
function ordered<Item extends Searchable>(
  records: readonly Item[],
  order: string | null,
  render: Search<Item>['render'],
): readonly Item[] {
  const [, field = '', direction = 'ASC'] = /^(\w+)(?:\s+(ASC|DESC))?$/i.exec(order?.trim() ?? '') ?? [];
  if (field === '') return records.toSorted((one, other) => one.updatedAt - other.updatedAt);
  const sign = direction.toUpperCase() === 'DESC' ? -1 : 1;
  const keyed = records.map((record) => ({ record, key: sortKey(render(record, false)[field]) }));
  const collator = new Intl.Collator('en', { numeric: true });
  return keyed
    .toSorted((one, other) => sign * collator.compare(one.key, other.key))
    .map(({ record }) => record);
}

function sortKey(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
