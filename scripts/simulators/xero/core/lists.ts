/** Lists: filter, order and pages. */
import type { Books } from './books.ts';
import { behaviourOf } from './behaviour.ts';
import { badBody, listed } from './elements.ts';
import type { CoreRequest, CoreResponse } from './http.ts';
import { shaped } from './odd-documents.ts';
import type { OddKind } from './records.ts';
import type { Json } from './render.ts';
import { parseWhere, WhereError } from './where.ts';

interface Searchable {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly odd?: OddKind;
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
  const where = whereOf(books, query, options);
  if (where instanceof WhereError) return badBody(16, 'QueryParseException', where.message);
  const isIndexed = where.fields.every((field) => options.indexed.has(field));
  if (visible.length > MAX_FILTERED && !isIndexed) return tooManyRecords();
  const found = ordered(
    visible.filter((record) => where.matches(render(record, false))),
    query.get('order'),
    render,
  );
  const page = Number(query.get('page') ?? Number.NaN);
  if (!(page >= 1)) {
    const elements = found.map((record) => shaped(record, render(record, false)));
    return listed(books, plural, elements);
  }
  const pageSize = pageSizeOf(query);
  const elements = found
    .slice((page - 1) * pageSize, page * pageSize)
    .map((record) => shaped(record, render(record, true)));
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
function whereOf<Item extends Searchable>(
  books: Books,
  query: URLSearchParams,
  { singular, fields }: Search<Item>,
): ReturnType<typeof parseWhere> | WhereError {
  const ignoresReference = behaviourOf(books.state).referenceFilter === 'nothing';
  const references = fields.has('Reference') ? query.get('References')?.split(',') : undefined;
  const blind = new Set(ignoresReference ? ['Reference'] : []);
  try {
    const where = parseWhere(query.get('where')?.trim() ?? '', singular, fields, blind);
    if (references === undefined) return where;
    const isNamed = (element: Json) => !ignoresReference && references.includes(String(element['Reference']));
    return { ...where, matches: (element) => isNamed(element) && where.matches(element) };
  } catch (error) {
    if (error instanceof WhereError) return error;
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
