/** The resources of `/api.xro/2.0`. */
import { accountEndpoint } from './accounts.ts';
import { bankTransactionEndpoint } from './bank-transactions.ts';
import { behaviourOf } from './behaviour.ts';
import { collection } from './collection.ts';
import type { Books } from './books.ts';
import { contactEndpoint, contactFilter } from './contacts.ts';
import { listed, notFound } from './elements.ts';
import { empty, type CoreRequest, type CoreResponse } from './http.ts';
import { journalEndpoint } from './manual-journals.ts';
import { answerPayments } from './payments.ts';
import {
  accountJson,
  contactJson,
  journalJson,
  organisationJson,
  taxRateJson,
  transactionJson,
} from './render.ts';
import type { OrganisationRecord } from './state.ts';
import { taxRatesOf } from './tax-rates.ts';
import { answerTrackingCategories } from './tracking.ts';
import { answerTransfers } from './transfers.ts';
import { trialBalance } from './trial-balance.ts';
import { actionsOf, mayReadReports, mayUseBank, mayUseJournals } from './user-roles.ts';

export const API_ROOT = '/api.xro/2.0/';

/** One resource of the API. */
interface Resource {
  /** Scopes of which one is needed. */
  readonly scopes: readonly string[];
  /** The name of the list in bodies, for resources that are documents. */
  readonly documents?: string;
  /** How Xero refuses a role: as a role (403), or as a token without the scope (401). Null where it is permitted. */
  readonly forbids?: (organisation: OrganisationRecord) => 'role' | 'scope' | null;
  readonly answer: (books: Books, request: CoreRequest, id: string | undefined) => CoreResponse;
}

const RESOURCES: Readonly<Record<string, Resource>> = {
  Organisation: {
    scopes: ['accounting.settings'],
    answer: (books, request, id) => {
      if (request.method !== 'GET') return empty(405);
      if (id === 'actions')
        return listed(books, 'Actions', actionsOf(books.organisation, behaviourOf(books.state).actions));
      if (id !== undefined) return notFound();
      return listed(books, 'Organisations', [organisationJson(books.organisation)]);
    },
  },
  TaxRates: {
    scopes: ['accounting.settings'],
    answer: (books, request) => {
      if (request.method !== 'GET') return empty(405);
      return listed(books, 'TaxRates', taxRatesOf(books.organisation).map(taxRateJson));
    },
  },
  Accounts: {
    scopes: ['accounting.settings'],
    answer: collection({
      collection: 'accounts',
      endpoint: accountEndpoint,
      render: (_, account) => accountJson(account),
      saving: { onlyFirst: true, summarise: true },
      fields: ['AccountID', 'Code', 'Name', 'Type', 'Class', 'Status', 'TaxType', 'SystemAccount'],
      indexed: ['Type', 'Class', 'Status', 'TaxType', 'SystemAccount'],
    }),
  },
  Contacts: {
    scopes: ['accounting.contacts'],
    answer: collection({
      collection: 'contacts',
      endpoint: contactEndpoint,
      render: (_, contact) => contactJson(contact),
      among: (contacts, query) => contacts.filter(contactFilter(query)),
      fields: ['ContactID', 'Name', 'ContactStatus', 'EmailAddress'],
      indexed: ['ContactID', 'Name', 'EmailAddress'],
    }),
  },
  BankTransactions: {
    documents: 'BankTransactions',
    scopes: ['accounting.banktransactions'],
    forbids: (organisation) => (mayUseBank(organisation) ? null : 'role'),
    answer: collection({
      collection: 'bankTransactions',
      endpoint: bankTransactionEndpoint,
      render: transactionJson,
      fields: [
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
      ],
      indexed: ['Type', 'Status', 'Date', 'Contact'],
    }),
  },
  Payments: {
    scopes: ['accounting.payments'],
    forbids: (organisation) => (mayUseBank(organisation) ? null : 'role'),
    answer: answerPayments,
  },
  BankTransfers: {
    scopes: ['accounting.banktransactions'],
    forbids: (organisation) => (mayUseBank(organisation) ? null : 'role'),
    answer: answerTransfers,
  },
  TrackingCategories: { scopes: ['accounting.settings'], answer: answerTrackingCategories },
  ManualJournals: {
    documents: 'ManualJournals',
    scopes: ['accounting.manualjournals'],
    forbids: (organisation) => (mayUseJournals(organisation) ? null : 'role'),
    answer: collection({
      collection: 'manualJournals',
      endpoint: journalEndpoint,
      render: journalJson,
      fields: ['ManualJournalID', 'Narration', 'Date', 'Status', 'LineAmountTypes'],
      indexed: ['Date', 'Status'],
    }),
  },
  Reports: {
    scopes: ['accounting.reports', 'accounting.reports.trialbalance'],
    forbids: (organisation) => (mayReadReports(organisation) ? null : 'scope'),
    answer: (books, request, id) => {
      if (request.method !== 'GET') return empty(405);
      return id === 'trialbalance' ? trialBalance(books, request) : notFound();
    },
  },
  // No scope that an app on the starter tier can request allows the journals.
  Journals: { scopes: [], answer: () => notFound() },
};

/** The resource that a path names, and the id after it. */
export interface Target {
  readonly resource: Resource;
  readonly id: string | undefined;
}

/** Returns what a path names; null for an unknown path. */
export function targetOf(path: string): Target | null {
  const [name = '', id, ...more] = path.slice(API_ROOT.length).split('/');
  const resource = Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined;
  return resource === undefined || more.length > 0 ? null : { resource, id: id?.toLowerCase() };
}
