/** `/api.xro/2.0`: which resource answers which call. */
import { accountEndpoint } from './accounts.ts';
import { bankTransactionEndpoint } from './bank-transactions.ts';
import { find, list, type Books } from './books.ts';
import { contactEndpoint } from './contacts.ts';
import { listed, notFound, saveElements, type Endpoint } from './elements.ts';
import { empty, type CoreRequest, type CoreResponse } from './http.ts';
import { search } from './lists.ts';
import { journalEndpoint } from './manual-journals.ts';
import {
  accountJson,
  contactJson,
  journalJson,
  organisationJson,
  taxRateJson,
  transactionJson,
  type Json,
} from './render.ts';
import type { BookCollection, Records } from './state.ts';
import { taxRatesOf } from './tax-rates.ts';

export const API_ROOT = '/api.xro/2.0/';

/** One resource of the API: the scope it needs and what it does. */
interface Resource {
  readonly scope: string;
  readonly answer: (books: Books, request: CoreRequest, id: string | undefined) => CoreResponse;
}

const RESOURCES: Readonly<Record<string, Resource>> = {
  Organisation: {
    scope: 'accounting.settings',
    answer: (books, request) =>
      readOnly(request, () => listed(books, 'Organisations', [organisationJson(books.organisation)])),
  },
  TaxRates: {
    scope: 'accounting.settings',
    answer: (books, request) =>
      readOnly(request, () => {
        const rates = taxRatesOf(books.organisation.countryCode);
        return listed(books, 'TaxRates', rates.map(taxRateJson));
      }),
  },
  Accounts: {
    scope: 'accounting.settings',
    answer: collection({
      collection: 'accounts',
      endpoint: accountEndpoint,
      render: (_, account) => accountJson(account),
      saving: { onlyFirst: true, summarise: true },
    }),
  },
  Contacts: {
    scope: 'accounting.contacts',
    answer: collection({
      collection: 'contacts',
      endpoint: contactEndpoint,
      render: (_, contact) => contactJson(contact),
      among: (contacts, query) => contacts.filter(contactFilter(query)),
    }),
  },
  BankTransactions: {
    scope: 'accounting.banktransactions',
    answer: collection({
      collection: 'bankTransactions',
      endpoint: bankTransactionEndpoint,
      render: transactionJson,
    }),
  },
  ManualJournals: {
    scope: 'accounting.manualjournals',
    answer: collection({ collection: 'manualJournals', endpoint: journalEndpoint, render: journalJson }),
  },
};

/** What a call is about: a resource, or the one element of it with that id. */
export interface Target {
  readonly resource: Resource;
  readonly id: string | undefined;
}

/** What a path names; null if that is nothing. */
export function targetOf(path: string): Target | null {
  const [name = '', id, ...more] = path.slice(API_ROOT.length).split('/');
  const resource = Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined;
  return resource === undefined || more.length > 0 ? null : { resource, id: id?.toLowerCase() };
}

interface CollectionResource<C extends BookCollection, Input> {
  readonly collection: C;
  readonly endpoint: Endpoint<Input>;
  readonly render: (books: Books, record: Records[C], withLines: boolean) => Json;
  /** Narrows a search by parameters of its own. */
  readonly among?: (records: Records[C][], query: URLSearchParams) => Records[C][];
  readonly saving?: { readonly onlyFirst: boolean; readonly summarise: boolean };
}

/** Reads, searches, creates (PUT) and changes (POST) elements of a collection. */
function collection<C extends BookCollection, Input>(
  resource: CollectionResource<C, Input>,
): Resource['answer'] {
  const { collection: name, endpoint, render, among, saving } = resource;
  return (books, request, id) => {
    const { method } = request;
    if (method === 'GET' && id === undefined) {
      const every = list(books, name);
      return search(books, request, {
        plural: endpoint.plural,
        singular: endpoint.singular,
        records: among === undefined ? every : among(every, new URLSearchParams(request.query)),
        fields: FIELDS[name],
        render: (record, withLines) => render(books, record, withLines),
      });
    }
    if (method === 'GET' && id !== undefined) {
      const record = find(books, name, id);
      return record === undefined
        ? notFound()
        : listed(books, endpoint.plural, [render(books, record, true)]);
    }
    if (method === 'PUT' && id === undefined) {
      const { idField, save } = endpoint;
      const create = {
        ...endpoint,
        save: (into: Books, input: Input) => save(into, { ...input, [idField]: undefined }),
      };
      return saveElements(books, request, create, saving);
    }
    if (method === 'POST' && id === undefined) return saveElements(books, request, endpoint, saving);
    if (method === 'POST' && id !== undefined) {
      if (find(books, name, id) === undefined) return notFound();
      return saveElements(books, request, endpoint, { summarise: true, id });
    }
    return empty(405);
  };
}

function readOnly(request: CoreRequest, answer: () => CoreResponse): CoreResponse {
  return request.method === 'GET' ? answer() : empty(405);
}

/** `searchTerm`, `IDs` and `includeArchived`, as contacts know them. */
function contactFilter(query: URLSearchParams) {
  const term = query.get('searchTerm')?.trim().toLowerCase() ?? '';
  const ids = (query.get('IDs') ?? query.get('ids') ?? '').toLowerCase().split(',').filter(Boolean);
  const archived = query.get('includeArchived') === 'true' || ids.length > 0;
  return (contact: Records['contacts']) =>
    contact.name.toLowerCase().includes(term) &&
    (ids.length === 0 || ids.includes(contact.id)) &&
    (archived || contact.status === 'ACTIVE');
}

/** What filters may name. */
const FIELDS: Readonly<Record<BookCollection, ReadonlySet<string>>> = {
  accounts: new Set([
    'AccountID',
    'Code',
    'Name',
    'Type',
    'Class',
    'Status',
    'TaxType',
    'SystemAccount',
    'UpdatedDateUTC',
  ]),
  contacts: new Set(['ContactID', 'Name', 'ContactStatus', 'EmailAddress', 'UpdatedDateUTC']),
  bankTransactions: new Set([
    'BankTransactionID',
    'Type',
    'Status',
    'Date',
    'Reference',
    'Contact',
    'BankAccount',
    'IsReconciled',
    'CurrencyCode',
    'SubTotal',
    'TotalTax',
    'Total',
    'UpdatedDateUTC',
  ]),
  manualJournals: new Set([
    'ManualJournalID',
    'Narration',
    'Date',
    'Status',
    'LineAmountTypes',
    'UpdatedDateUTC',
  ]),
};
