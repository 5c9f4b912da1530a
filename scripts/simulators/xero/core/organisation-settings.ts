/** Organisations on the control interface: add, change, reset, and their state as JSON. */
import * as z from 'zod';
import { merged } from '../../merged.ts';
import { toAmount } from './amounts.ts';
import { list, openBooksForPerson } from './books.ts';
import { invoiceJson } from './invoices.ts';
import { balances } from './ledger.ts';
import { shaped } from './odd-documents.ts';
import { ordinaryIds, STARTING_BOOKS, type StartingBooks } from './ordinary-life.ts';
import { paymentJson } from './payments.ts';
import {
  accountJson,
  contactJson,
  isDemoCompany,
  journalJson,
  taxRateJson,
  transactionJson,
  type Json,
} from './render.ts';
import { addOrganisation } from './seed.ts';
import {
  BOOK_COLLECTIONS,
  drop,
  put,
  USER_ROLES,
  VERSIONS,
  type OrganisationRecord,
  type XeroState,
} from './state.ts';
import { taxRatesOf } from './tax-rates.ts';
import { categoryJson } from './tracking.ts';
import { transferJson } from './transfers.ts';
import { roleOf } from './user-roles.ts';

const day = z.iso.date().nullable();

export const NewOrganisation = z.strictObject({
  name: z.string().min(1),
  version: z.enum(VERSIONS).default('AU'),
  /** As the simulator begins new ones if absent. */
  books: z.enum(STARTING_BOOKS).optional(),
});

export const BooksChange = z.strictObject({ books: z.enum(STARTING_BOOKS) });

/** A change of an organisation; absent fields stay as they are. */
export const OrganisationPatch = z.strictObject({
  name: z.string().min(1).optional(),
  baseCurrency: z.string().length(3).optional(),
  periodLockDate: day.optional(),
  endOfYearLockDate: day.optional(),
  yearEndMonth: z.int().min(1).max(12).optional(),
  version: z.enum(VERSIONS).optional(),
  isDemoCompany: z.boolean().optional(),
  userRole: z.enum(USER_ROLES).optional(),
});

/** Changes an organisation's settings. Returns null for an unknown organisation. */
export function changeOrganisation(
  state: XeroState,
  tenantId: string,
  patch: z.infer<typeof OrganisationPatch>,
): OrganisationRecord | null {
  const organisation = state.records.organisations.get(tenantId);
  if (organisation === undefined) return null;
  // What was derived from the name stays when the name changes.
  const derived = { isDemoCompany: isDemoCompany(organisation), userRole: roleOf(organisation) };
  const changed: OrganisationRecord = merged({ ...organisation, ...derived }, patch);
  put(state, 'organisations', tenantId, changed);
  return changed;
}

/**
 * Resets a demo company as Xero does every 28 days: a new organisation of the same name with a new tenant id. The old
 * one disappears with its books and connections. Returns null unless the organisation is a demo company.
 */
export function resetDemoCompany(
  state: XeroState,
  tenantId: string,
  books: StartingBooks,
  now: number,
): OrganisationRecord | null {
  const organisation = state.records.organisations.get(tenantId);
  if (organisation === undefined || !isDemoCompany(organisation)) return null;
  for (const collection of [...BOOK_COLLECTIONS, 'connections'] as const) {
    for (const [key, record] of state.records[collection]) {
      if (record.tenantId === tenantId) drop(state, collection, key);
    }
  }
  const { name, version, isSimplerBas } = organisation;
  drop(state, 'calls', tenantId);
  drop(state, 'organisations', tenantId);
  const fresh = addOrganisation(state, { name, version, books, ...(isSimplerBas && { isSimplerBas }) }, now);
  return changeOrganisation(state, fresh.tenantId, { isDemoCompany: true });
}

export function organisationState(state: XeroState, organisation: OrganisationRecord, now: number): Json {
  const books = openBooksForPerson(state, organisation, now);
  const payments = list(books, 'payments');
  return {
    tenantId: organisation.tenantId,
    name: organisation.name,
    shortCode: organisation.shortCode,
    baseCurrency: organisation.baseCurrency,
    periodLockDate: organisation.periodLockDate,
    endOfYearLockDate: organisation.endOfYearLockDate,
    version: organisation.version,
    isDemoCompany: isDemoCompany(organisation),
    userRole: roleOf(organisation),
    accounts: list(books, 'accounts').map(accountJson),
    bankTransactions: list(books, 'bankTransactions').map((each) =>
      shaped(each, transactionJson(books, each)),
    ),
    manualJournals: list(books, 'manualJournals').map((each) => shaped(each, journalJson(books, each))),
    invoices: list(books, 'invoices').map((each) => invoiceJson(books, each, payments)),
    payments: payments.map((each) => paymentJson(books, each, payments)),
    bankTransfers: list(books, 'bankTransfers').map((each) => transferJson(books, each)),
    trackingCategories: list(books, 'trackingCategories').map((each) => categoryJson(each, true)),
    taxRates: taxRatesOf(organisation).map(taxRateJson),
    ordinaryIds: ordinaryIds(books),
    contacts: list(books, 'contacts').map(contactJson),
    balances: Object.fromEntries(Array.from(balances(books), ([id, cents]) => [id, toAmount(cents)])),
  };
}
