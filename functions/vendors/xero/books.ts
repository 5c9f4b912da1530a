/** The port's accounting methods over a transport: the vendor's SDK, or the simulator's core. */
import type * as z from 'zod';
import type { ElementResult, ReadableElements } from './answer-parts.ts';
import {
  accountsAnswer,
  actionsAnswer,
  contactsAnswer,
  organisationsAnswer,
  taxRatesAnswer,
  trackingAnswer,
} from './answers.ts';
import {
  type DocumentResult,
  type DocumentsAnswer,
  manualJournalsAnswer,
  postedInAnswer,
} from './document-answers.ts';
import { operationsOf } from './document-operations.ts';
import {
  accountBody,
  contactBody,
  deleteTransactionBody,
  documentsBody,
  voidJournalBody,
} from '../../services/xero/documents.ts';
import { batchFailureOf, failureOf, unreadable } from './failures.ts';
import { searchFilter, standingFilter, typeFilter } from './filters.ts';
import { hasEveryScope, hasScope, PAYMENTS_SCOPE } from './grants.ts';
import type { XeroResponse, Carry, Operation } from './operations.ts';
import { trialBalanceAnswer } from './trial-balance-answer.ts';
import { XeroError } from '../../services/xero/error.ts';
import { type FoundDocument, type XeroAccess, type XeroBooks, xeroLimits } from '../../services/xero/port.ts';
import { billPaymentsAnswer } from './bill-payments-answer.ts';
import type { LenientList } from './document-answers.ts';
import type { OnLeftOut, OnUnreadable } from '../../services/xero/config.ts';

/** How many contacts one search looks through. */
const CONTACTS_PER_SEARCH = 1000;
/** Otherwise one refused element refuses the whole call. */
const summarizeErrors = false;

/** A page of a list of documents. */
type ListQuery = Extract<
  Operation,
  { readonly name: 'getBankTransactions' | 'getManualJournals' | 'getPayments' }
> & {
  readonly page: number;
};

const ORDER = {
  getBankTransactions: 'BankTransactionID ASC',
  getManualJournals: 'ManualJournalID ASC',
  getPayments: 'PaymentID ASC',
} as const;

/**
 * Creates the accounting half of the port. `onLeftOut` receives the list elements that could not be read, `onUnreadable`
 * documents.
 */
export function xeroBooks(
  carry: Carry,
  onLeftOut: OnLeftOut = () => {},
  onUnreadable: OnUnreadable = () => {},
): XeroBooks {
  /** Makes a call whose answer must be a success of that shape. */
  async function ask<Result>(
    access: XeroAccess,
    operation: Operation,
    schema: z.ZodType<Result>,
    failure: (answer: XeroResponse, isScoped: boolean) => XeroError = failureOf,
  ): Promise<Result> {
    const answer = await carry(access, operation);
    const dayRemaining = Number(answer.headers['x-daylimit-remaining'] ?? Number.NaN);
    if (Number.isFinite(dayRemaining)) access.onDayRemaining?.(dayRemaining);
    if (answer.status < 200 || answer.status > 299) throw failure(answer, hasEveryScope(access.accessToken));
    const parsed = schema.safeParse(answer.body);
    if (!parsed.success) throw unreadable(parsed.error);
    return parsed.data;
  }

  /** Makes a call for a list and leaves out the elements that can't be read. */
  async function askForList<Element>(
    access: XeroAccess,
    operation: Operation,
    schema: z.ZodType<ReadableElements<Element>>,
  ): Promise<readonly Element[]> {
    const { elements, leftOut } = await ask(access, operation, schema);
    if (leftOut.length > 0) onLeftOut(operation.name, leftOut);
    return elements;
  }

  /** Makes a call for one element by its id; null where Xero has none. */
  async function askForOne<Result>(find: () => Promise<readonly Result[]>): Promise<Result | null> {
    try {
      return only(await find());
    } catch (error) {
      if (error instanceof XeroError && error.answered === 404) return null;
      throw error;
    }
  }

  /** Reads a page of a list. Where Xero gives no number of pages, only an empty one is the last. */
  async function pageOf<Document>(
    access: XeroAccess,
    query: ListQuery,
    schema: z.ZodType<{ readonly documents: readonly Document[]; readonly pageCount: number | null }>,
  ): Promise<{ readonly documents: readonly Document[]; readonly isLast: boolean }> {
    const { documents, pageCount } = await ask(access, { ...query, order: ORDER[query.name] }, schema);
    return { documents, isLast: pageCount === null ? documents.length === 0 : query.page >= pageCount };
  }

  /** Reads a page of a list whose elements others may have made: those that can't be read are told apart, and logged. */
  async function contentsOf<Document>(
    access: XeroAccess,
    query: ListQuery,
    schema: z.ZodType<LenientList<Document>>,
  ) {
    const { documents, pageCount } = await ask(access, { ...query, order: ORDER[query.name] }, schema);
    const failed = documents.flatMap((one) => ('why' in one ? [one] : []));
    if (failed.length > 0) onUnreadable(query.name, failed, access.isNews ?? always);
    return {
      documents: documents.flatMap((one) => ('why' in one ? [] : [one.value])),
      unreadable: failed,
      isLast: pageCount === null ? documents.length === 0 : query.page >= pageCount,
    };
  }

  return {
    async organisation(access) {
      return only(await ask(access, { name: 'getOrganisations' }, organisationsAnswer));
    },

    keyActions: async (access) =>
      new Map(await askForList(access, { name: 'getOrganisationActions' }, actionsAnswer)),

    async tryJournals(access) {
      await ask(access, { name: 'getManualJournals', page: 1, pageSize: 1 }, manualJournalsAnswer);
    },

    accounts: (access) => askForList(access, { name: 'getAccounts' }, accountsAnswer),

    taxRates: (access) => askForList(access, { name: 'getTaxRates' }, taxRatesAnswer),

    trackingCategories: (access) =>
      askForList(access, { name: 'getTrackingCategories', includeArchived: true }, trackingAnswer),

    async createAccount(access, account, idempotencyKey) {
      const body = accountBody(account);
      return only(await askForList(access, { name: 'createAccount', body, idempotencyKey }, accountsAnswer));
    },

    async findContact(access, name) {
      const search = { searchTerm: name, page: 1, includeArchived: false, pageSize: CONTACTS_PER_SEARCH };
      const results = await askForList(access, { name: 'getContacts', ...search }, contactsAnswer);
      const wanted = name.toLowerCase();
      const contacts = results.map(accepted);
      return contacts.find((contact) => contact.name.toLowerCase() === wanted) ?? null;
    },

    async getContact(access, id) {
      const result = await askForOne(() => askForList(access, { name: 'getContact', id }, contactsAnswer));
      return result && accepted(result);
    },

    async activeContacts(access, contactIds) {
      if (contactIds) within(contactIds.length, xeroLimits.contactsPerSearch);
      if (contactIds?.length === 0) return [];
      const search = contactIds
        ? { IDs: contactIds }
        : { page: 1, includeArchived: false, summaryOnly: true, pageSize: CONTACTS_PER_SEARCH };
      const results = await askForList(access, { name: 'getContacts', ...search }, contactsAnswer);
      const contacts = results.map(accepted);
      return contacts.filter(({ active }) => active).map(({ id }) => id);
    },

    async createContact(access, name, idempotencyKey) {
      const body = contactBody(name);
      return accepted(
        only(
          await askForList(
            access,
            { name: 'createContacts', body, summarizeErrors, idempotencyKey },
            contactsAnswer,
          ),
        ),
      );
    },

    async createDocuments(access, type, documents, idempotencyKey) {
      within(documents.length, xeroLimits.documentsPerCall);
      const body = documentsBody(type, documents);
      const { create, answer } = operationsOf(type);
      const failure = (failed: XeroResponse, isScoped: boolean): XeroError =>
        batchFailureOf(failed, isScoped, documents.length);
      const operation = { name: create, body, summarizeErrors, idempotencyKey };
      return postedInAnswer(documents, await ask(access, operation, answer, failure));
    },

    async findDocuments(access, search) {
      const { list, answer } = operationsOf(search.type);
      const { page, pageSize = xeroLimits.documentsPerPage } = search;
      const found = await pageOf(access, { name: list, where: searchFilter(search), page, pageSize }, answer);
      return { ...found, documents: found.documents.map(listed) };
    },

    changedDocuments(access, { type, since, page, pageSize = xeroLimits.documentsPerPage }) {
      const { list, contents } = operationsOf(type);
      const query = { name: list, where: typeFilter(type), modifiedSince: since, page, pageSize };
      return contentsOf(access, query, contents);
    },

    readDocuments(access, search) {
      const { list, contents } = operationsOf(search.type);
      const { page, pageSize = xeroLimits.contentsPerPage } = search;
      return contentsOf(access, { name: list, where: searchFilter(search), page, pageSize }, contents);
    },

    standingTransactions(access, search) {
      const { list, contents } = operationsOf('SPEND');
      const paging = { page: search.page, pageSize: xeroLimits.documentsPerPage };
      return contentsOf(access, { name: list, where: standingFilter(search), ...paging }, contents);
    },

    async billPayments(access, search) {
      if (!hasScope(access.accessToken, PAYMENTS_SCOPE)) throw new XeroError('unscoped');
      const where = `PaymentType=="ACCPAYPAYMENT" AND ${standingFilter(search)}`;
      const paging = { page: search.page, pageSize: xeroLimits.documentsPerPage };
      const found = await contentsOf(access, { name: 'getPayments', where, ...paging }, billPaymentsAnswer);
      return { payments: found.documents, unreadable: found.unreadable, isLast: found.isLast };
    },

    async readDocument(access, type, id) {
      const { get, contents } = operationsOf(type);
      return askForOne(async () =>
        (await ask(access, { name: get, id }, contents)).documents.map((one) => {
          if (!('why' in one)) return one.value;
          onUnreadable(get, [one], access.isNews ?? always);
          throw unreadable(one.why, one);
        }),
      );
    },

    trialBalance: (access, date) =>
      ask(access, { name: 'getReportTrialBalance', date, paymentsOnly: false }, trialBalanceAnswer),

    async getDocument(access, type, id) {
      const { get, answer } = operationsOf(type);
      const found = await askForOne(() => ask(access, { name: get, id }, documentList(answer)));
      return found && accepted(found);
    },

    async removeDocument(access, type, { id, text }, idempotencyKey) {
      const isJournal = type === 'MANUAL-JOURNAL';
      const body = isJournal ? voidJournalBody(id, text) : deleteTransactionBody(id);
      const { update, answer } = operationsOf(type);
      accepted(only(await ask(access, { name: update, id, body, idempotencyKey }, documentList(answer))));
    },
  };
}

const always = (): boolean => true;

const documentList = (answer: z.ZodType<DocumentsAnswer>) =>
  answer.transform(({ documents }): DocumentResult[] => [...documents]);

function only<Result>(results: readonly Result[]): Result {
  const [first] = results;
  if (first === undefined) throw unreadable('The answer is an empty list.');
  return first;
}

/** Returns the value of an element of the answer, or throws its refusal. */
function accepted<Result>(result: ElementResult<Result>): Result {
  if (result.errors.length > 0) throw new XeroError('refused', { answered: 200, messages: result.errors });
  if (result.value === null) throw unreadable('An element of the answer has no id.');
  return result.value;
}

/** Returns an element of a list: one with an id stands in Xero, whatever errors it carries. */
function listed({ value, stored }: DocumentResult): FoundDocument {
  const found = value ?? stored;
  if (found === null) throw unreadable('An element of the answer has no id.');
  return found;
}

function within(count: number, limit: number): void {
  if (count > limit) throw new RangeError(`At most ${limit} at once, not ${count}`);
}
