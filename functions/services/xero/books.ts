/** The port's accounting methods over anything that can carry a call: the vendor's SDK, or the simulator's core. */
import type * as z from 'zod';
import {
  accountsAnswer,
  contactsAnswer,
  journalsAnswer,
  organisationsAnswer,
  paymentsAnswer,
  postedPayments,
  taxRatesAnswer,
  type ElementResult,
  type FoundJournal,
} from './answers.ts';
import { accountBody, contactBody, paymentsBody, voidJournalBody } from './documents.ts';
import type { Carry, Operation } from './call.ts';
import { failureOf, unreadable } from './failures.ts';
import { XeroError, xeroLimits, type FoundDocument, type XeroAccess, type XeroBooks } from './port.ts';

/** How many contacts one search looks through. */
export const CONTACTS_PER_SEARCH = 1000;

/** An organisation's books, as the port describes them. */
export function xeroBooks(carry: Carry): XeroBooks {
  /** One call whose answer must be a success of that shape. */
  async function ask<Result>(
    access: XeroAccess,
    operation: Operation,
    schema: z.ZodType<Result>,
  ): Promise<Result> {
    const answer = await carry(access, operation);
    if (answer.status < 200 || answer.status > 299) throw failureOf(answer);
    const parsed = schema.safeParse(answer.body);
    if (!parsed.success) throw unreadable(parsed.error);
    return parsed.data;
  }

  /** The same for one thing by its id; null where Xero has none. */
  async function askForOne<Result>(access: XeroAccess, operation: Operation, schema: z.ZodType<Result[]>) {
    try {
      const [first] = await ask(access, operation, schema);
      return first ?? null;
    } catch (error) {
      if (error instanceof XeroError && error.answered === 404) return null;
      throw error;
    }
  }

  async function readJournal(access: XeroAccess, id: string) {
    const found = await askForOne(access, { name: 'getManualJournal', id }, journalsAnswer);
    return found && accepted(found);
  }

  return {
    async organisation(access) {
      return only(await ask(access, { name: 'getOrganisations' }, organisationsAnswer));
    },

    accounts: (access) => ask(access, { name: 'getAccounts' }, accountsAnswer),

    taxRates: (access) => ask(access, { name: 'getTaxRates' }, taxRatesAnswer),

    async createAccount(access, account, idempotencyKey) {
      const body = accountBody(account);
      return only(await ask(access, { name: 'createAccount', body, idempotencyKey }, accountsAnswer));
    },

    async findContact(access, name) {
      const results = await ask(access, { name: 'getContacts', searchTerm: name }, contactsAnswer);
      const wanted = name.toLowerCase();
      const contacts = results.map(accepted);
      return contacts.find((contact) => contact.name.toLowerCase() === wanted) ?? null;
    },

    async getContact(access, id) {
      const result = await askForOne(access, { name: 'getContact', id }, contactsAnswer);
      return result && accepted(result);
    },

    async activeContacts(access, contactIds) {
      within(contactIds.length, xeroLimits.contactsPerSearch);
      if (contactIds.length === 0) return [];
      const results = await ask(access, { name: 'getContacts', contactIds }, contactsAnswer);
      const contacts = results.map(accepted);
      return contacts.filter(({ active }) => active).map(({ id }) => id);
    },

    async createContact(access, name, idempotencyKey) {
      const body = contactBody(name);
      return accepted(
        only(await ask(access, { name: 'createContacts', body, idempotencyKey }, contactsAnswer)),
      );
    },

    async postPayments(access, payments, idempotencyKey) {
      within(payments.length, xeroLimits.documentsPerCall);
      const body = paymentsBody(payments);
      const operation = { name: 'createBankTransactions', body, idempotencyKey } as const;
      return postedPayments(payments, await ask(access, operation, paymentsAnswer));
    },

    async findPayments(access, references) {
      within(references.length, xeroLimits.referencesPerSearch);
      if (references.length === 0) return [];
      const where = references.map((reference) => `Reference=="${literal(reference)}"`).join(' OR ');
      const found = await ask(access, { name: 'getBankTransactions', where }, paymentsAnswer);
      return found.map(accepted);
    },

    async postJournal(access, body, idempotencyKey) {
      const operation = { name: 'createManualJournals', body, idempotencyKey } as const;
      return accepted(only(await ask(access, operation, journalsAnswer))).id;
    },

    async findJournal(access, token) {
      const where = `Narration.Contains("${literal(token)}")`;
      const [found] = await ask(access, { name: 'getManualJournals', where }, journalsAnswer);
      return found ? foundDocument(accepted(found)) : null;
    },

    async getJournal(access, id) {
      const journal = await readJournal(access, id);
      return journal && foundDocument(journal);
    },

    async voidJournal(access, id, idempotencyKey) {
      const journal = await readJournal(access, id);
      if (journal === null) throw new XeroError('refused', { answered: 404 });
      if (journal.deleted) return;
      const body = voidJournalBody(id, journal.narration);
      const operation = { name: 'updateManualJournal', id, body, idempotencyKey } as const;
      accepted(only(await ask(access, operation, journalsAnswer)));
    },
  };
}

function foundDocument({ id, deleted }: FoundJournal): FoundDocument {
  return { id, deleted };
}

function only<Result>(results: readonly Result[]): Result {
  const [first] = results;
  if (first === undefined) throw unreadable('The answer is an empty list.');
  return first;
}

/** What an element of the answer holds, or the refusal it tells of. */
function accepted<Result>(result: ElementResult<Result>): Result {
  if (result.errors.length > 0) throw new XeroError('refused', { answered: 200, messages: result.errors });
  if (result.value === null) throw unreadable('An element of the answer has no id.');
  return result.value;
}

/** A string inside a `where` filter. How Xero escapes quotes is not documented, so there must be none. */
function literal(text: string): string {
  if (!/^[\w .:#/-]+$/.test(text)) throw new RangeError(`Not fit for a filter: ${text}`);
  return text;
}

function within(count: number, limit: number): void {
  if (count > limit) throw new RangeError(`At most ${limit} at once, not ${count}`);
}
