import { find, list, type Books } from './books.ts';
import { listed, notFound, saveElements, type Endpoint } from './elements.ts';
import { empty, type CoreRequest, type CoreResponse } from './http.ts';
import { search } from './lists.ts';
import { shaped } from './odd-documents.ts';
import type { Json } from './render.ts';
import type { BookCollection, Records } from './state.ts';

interface CollectionResource<C extends BookCollection, Input> {
  readonly collection: C;
  readonly endpoint: Endpoint<Input>;
  readonly render: (books: Books, record: Records[C], withLines: boolean) => Json;
  /** Narrows a list by parameters of its own. */
  readonly among?: (records: Records[C][], query: URLSearchParams) => Records[C][];
  readonly saving?: { readonly onlyFirst: boolean; readonly summarise: boolean };
  /** Fields that a filter may name, beside UpdatedDateUTC. */
  readonly fields: readonly string[];
  /** The ones that Xero filters through an index. */
  readonly indexed: readonly string[];
}

/** Lists, reads, creates (PUT) and changes (POST) the elements of a collection. */
export function collection<C extends BookCollection, Input>(resource: CollectionResource<C, Input>) {
  const { collection: name, endpoint, render, among, saving } = resource;
  const fields: ReadonlySet<string> = new Set([...resource.fields, 'UpdatedDateUTC']);
  const indexed: ReadonlySet<string> = new Set([...resource.indexed, 'UpdatedDateUTC']);

  function read(books: Books, request: CoreRequest, id: string | undefined): CoreResponse {
    if (id === undefined) {
      const every = list(books, name);
      return search(books, request, {
        plural: endpoint.plural,
        singular: endpoint.singular,
        records: among === undefined ? every : among(every, new URLSearchParams(request.query)),
        fields,
        indexed,
        render: (record, withLines) => render(books, record, withLines),
      });
    }
    const record = find(books, name, id);
    if (record === undefined) return notFound();
    return listed(books, endpoint.plural, [shaped(record, render(books, record, true))]);
  }

  /** PUT always creates: an id in the element is ignored. */
  function create(books: Books, request: CoreRequest): CoreResponse {
    const { idField, save } = endpoint;
    const withoutId = {
      ...endpoint,
      save: (into: Books, input: Input) => save(into, { ...input, [idField]: undefined }),
    };
    return saveElements(books, request, withoutId, saving);
  }

  return (books: Books, request: CoreRequest, id: string | undefined): CoreResponse => {
    const { method } = request;
    if (method === 'GET') return read(books, request, id);
    if (method === 'PUT' && id === undefined) return create(books, request);
    if (method === 'POST' && id === undefined) return saveElements(books, request, endpoint, saving);
    if (method !== 'POST' || id === undefined) return empty(405);
    if (find(books, name, id) === undefined) return notFound();
    return saveElements(books, request, endpoint, { summarise: true, id });
  };
}
