/** The port's accounting methods over a transport: the vendor's SDK, or the simulator's core. */
import type * as z from 'zod';
import {
  accountsAnswer,
  actionsAnswer,
  bankTransactionContents,
  bankTransactionsAnswer,
  contactsAnswer,
  type DocumentResult,
  type DocumentsAnswer,
  type ElementResult,
  manualJournalContents,
  manualJournalsAnswer,
  organisationsAnswer,
  postedDocuments,
  type ReadableElements,
  taxRatesAnswer,
} from './answers.ts';
import {
  accountBody,
  contactBody,
  deleteTransactionBody,
  documentsBody,
  voidJournalBody,
} from '../../services/xero/documents.ts';
import type { Carry, DocumentQuery, Operation } from './call.ts';
import { failureOf, unreadable } from './failures.ts';
import { trialBalanceAnswer } from './trial-balance-answer.ts';
import {
  type DocumentPage,
  type DocumentSearch,
  type DocumentType,
  type FoundDocument,
  type OnLeftOut,
  type XeroAccess,
  type XeroBooks,
  XeroError,
  xeroLimits,
} from '../../services/xero/port.ts';

/** How many contacts one search looks through. */
export const CONTACTS_PER_SEARCH = 1000;

/** Creates the accounting half of the port. `onLeftOut` is told of list elements that could not be read. */
export function xeroBooks(carry: Carry, onLeftOut: OnLeftOut = () => {}): XeroBooks {
  /** Makes a call whose answer must be a success of that shape. */
  async function ask<Result>(
    access: XeroAccess,
    operation: Operation,
    schema: z.ZodType<Result>,
  ): Promise<Result> {
    const answer = await carry(access, operation);
    const dayRemaining = Number(answer.headers['x-daylimit-remaining'] ?? Number.NaN);
    if (Number.isFinite(dayRemaining)) access.onDayRemaining?.(dayRemaining);
    if (answer.status < 200 || answer.status > 299) throw failureOf(answer);
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

  async function documentPage(
    access: XeroAccess,
    type: DocumentType,
    query: Pick<DocumentQuery, 'where' | 'modifiedSince' | 'page'>,
  ): Promise<DocumentPage> {
    const { list, answer } = operationsOf(type);
    const pageSize = xeroLimits.documentsPerPage;
    const { documents, pageCount } = await ask(access, { name: list, ...query, pageSize }, answer);
    const isLast = pageCount === null ? documents.length < pageSize : query.page >= pageCount;
    return { documents: documents.map(listed), isLast };
  }

  return {
    async organisation(access) {
      return only(await ask(access, { name: 'getOrganisations' }, organisationsAnswer));
    },

    allowedActions: (access) => askForList(access, { name: 'getOrganisationActions' }, actionsAnswer),

    accounts: (access) => askForList(access, { name: 'getAccounts' }, accountsAnswer),

    taxRates: (access) => askForList(access, { name: 'getTaxRates' }, taxRatesAnswer),

    async createAccount(access, account, idempotencyKey) {
      const body = accountBody(account);
      return only(await askForList(access, { name: 'createAccount', body, idempotencyKey }, accountsAnswer));
    },

    async findContact(access, name) {
      const results = await askForList(access, { name: 'getContacts', searchTerm: name }, contactsAnswer);
      const wanted = name.toLowerCase();
      const contacts = results.map(accepted);
      return contacts.find((contact) => contact.name.toLowerCase() === wanted) ?? null;
    },

    async getContact(access, id) {
      const result = await askForOne(() => askForList(access, { name: 'getContact', id }, contactsAnswer));
      return result && accepted(result);
    },

    async activeContacts(access, contactIds) {
      within(contactIds.length, xeroLimits.contactsPerSearch);
      if (contactIds.length === 0) return [];
      const results = await askForList(access, { name: 'getContacts', contactIds }, contactsAnswer);
      const contacts = results.map(accepted);
      return contacts.filter(({ active }) => active).map(({ id }) => id);
    },

    async createContact(access, name, idempotencyKey) {
      const body = contactBody(name);
      return accepted(
        only(await askForList(access, { name: 'createContacts', body, idempotencyKey }, contactsAnswer)),
      );
    },

    async createDocuments(access, type, documents, idempotencyKey) {
      within(documents.length, xeroLimits.documentsPerCall);
      const body = documentsBody(type, documents);
      const { create, answer } = operationsOf(type);
      return postedDocuments(documents, await ask(access, { name: create, body, idempotencyKey }, answer));
    },

    findDocuments: async (access, search) =>
      documentPage(access, search.type, { where: whereOf(search), page: search.page }),

    changedDocuments: (access, { type, since, page }) =>
      documentPage(access, type, { where: conditionsOf(type).join(), modifiedSince: since, page }),

    async readDocuments(access, search) {
      const { list, contents } = operationsOf(search.type);
      const { page } = search;
      const pageSize = xeroLimits.contentsPerPage;
      const found = await ask(access, { name: list, where: whereOf(search), page, pageSize }, contents);
      const { documents, pageCount } = found;
      const isLast = pageCount === null ? documents.length < pageSize : page >= pageCount;
      return { documents, isLast };
    },

    async readDocument(access, type, id) {
      const { get, contents } = operationsOf(type);
      return askForOne(async () => (await ask(access, { name: get, id }, contents)).documents);
    },

    trialBalance: (access, date) => ask(access, { name: 'getReportTrialBalance', date }, trialBalanceAnswer),

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

const BANK_TRANSACTIONS = {
  create: 'createBankTransactions',
  list: 'getBankTransactions',
  get: 'getBankTransaction',
  update: 'updateBankTransaction',
  answer: bankTransactionsAnswer,
  contents: bankTransactionContents,
} as const;

const MANUAL_JOURNALS = {
  create: 'createManualJournals',
  list: 'getManualJournals',
  get: 'getManualJournal',
  update: 'updateManualJournal',
  answer: manualJournalsAnswer,
  contents: manualJournalContents,
} as const;

/** The operations of Xero that a type of document takes. */
const operationsOf = (type: DocumentType) =>
  type === 'MANUAL-JOURNAL' ? MANUAL_JOURNALS : BANK_TRANSACTIONS;

const documentList = (answer: z.ZodType<DocumentsAnswer>) =>
  answer.transform(({ documents }): DocumentResult[] => [...documents]);

/** Manual journals are a list of their own in Xero. */
const conditionsOf = (type: DocumentType): string[] => (type === 'MANUAL-JOURNAL' ? [] : [`Type=="${type}"`]);

/** The filter of a search, of optimised fields only: Type, Contact.ContactID and ranges of Date. */
function whereOf({ type, from, to, contactId }: DocumentSearch): string {
  const conditions = [
    ...conditionsOf(type),
    ...(contactId === null ? [] : [`Contact.ContactID==guid("${literal(contactId)}")`]),
    `Date>=${dateTime(from)}`,
    `Date<=${dateTime(to)}`,
  ];
  return conditions.join(' AND ');
}

/** `2026-01-05` as `DateTime(2026,01,05)`. */
const dateTime = (date: string): string => `DateTime(${date.replaceAll('-', ',')})`;

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

/** A string inside a `where` filter. How Xero escapes quotes is not documented, so there must be none. */
function literal(text: string): string {
  if (!/^[\w .:#/-]+$/.test(text)) throw new RangeError(`Not fit for a filter: ${text}`);
  return text;
}

function within(count: number, limit: number): void {
  if (count > limit) throw new RangeError(`At most ${limit} at once, not ${count}`);
}
