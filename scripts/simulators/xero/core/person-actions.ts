/** Actions of a person in Xero, outside the app: on the control interface and on the pages. */
import * as z from 'zod';
import { toAmount, toCents, totalsOf } from './amounts.ts';
import { bankTransactionEndpoint } from './bank-transactions.ts';
import { changesOf, find, openBooksForPerson, type Books } from './books.ts';
import type { ElementOutcome } from './elements.ts';
import { BankTransactionInput, JournalInput } from './inputs.ts';
import { journalEndpoint } from './manual-journals.ts';
import type { BankTransactionRecord, JournalRecord } from './records.ts';
import { transactionJson, type Json } from './render.ts';
import { apply, put, type XeroState } from './state.ts';

/** Xero's refusal, or the document as it is now. Null for an unknown document. */
export type ActionResult = { readonly error: string } | { readonly json: Json } | null;

export const StatusChange = z.strictObject({ status: z.enum(['ACTIVE', 'ARCHIVED', 'DELETED', 'VOIDED']) });

const Line = z.strictObject({
  accountId: z.string(),
  amount: z.number(),
  description: z.string().optional(),
  taxType: z.string().optional(),
});

/**
 * Changes of an edit: the short names below, or fields of Xero's own document. `amount` changes the first line so that
 * a transaction has this total.
 */
const Changes = z.looseObject({
  date: z.iso.date().optional(),
  reference: z.string().optional(),
  narration: z.string().optional(),
  contactId: z.string().optional(),
  bankAccountId: z.string().optional(),
  amount: z.number().optional(),
  lines: z.array(Line).optional(),
});
type Changes = z.infer<typeof Changes>;

export const DocumentAction = z.strictObject({
  tenantId: z.string(),
  documentId: z.string().transform((id) => id.toLowerCase()),
  action: z.enum(['delete', 'void', 'reconcile', 'unreconcile', 'edit']),
  changes: Changes.optional(),
});

export const NewJournal = z.strictObject({
  tenantId: z.string(),
  date: z.iso.date(),
  narration: z.string().min(1).default('Adjusting journal'),
  lines: z.array(Line),
});

export const NewTransaction = z.strictObject({
  tenantId: z.string(),
  date: z.iso.date(),
  contactName: z.string().min(1),
  bankAccountId: z.string(),
  lines: z.array(Line).min(1),
  reconciled: z.boolean().default(false),
});

/** Sets the status of an account, contact or document without Xero's checks. Returns whether the record exists. */
export function changeStatus(
  state: XeroState,
  id: string,
  status: z.infer<typeof StatusChange>['status'],
  now: number,
): boolean {
  const { accounts, contacts, bankTransactions, manualJournals } = state.records;
  const account = accounts.get(id);
  const contact = contacts.get(id);
  const transaction = bankTransactions.get(id);
  const journal = manualJournals.get(id);
  if (status === 'ACTIVE' || status === 'ARCHIVED') {
    if (account) put(state, 'accounts', id, { ...account, status, updatedAt: now });
    if (contact) put(state, 'contacts', id, { ...contact, status, updatedAt: now });
    return account !== undefined || contact !== undefined;
  }
  if (transaction) put(state, 'bankTransactions', id, { ...transaction, status: 'DELETED', updatedAt: now });
  if (journal) put(state, 'manualJournals', id, { ...journal, status: 'VOIDED', updatedAt: now });
  return transaction !== undefined || journal !== undefined;
}

/** Deletes, voids, reconciles, unreconciles or edits a document, with Xero's checks. */
export function actOnDocument(
  state: XeroState,
  { tenantId, documentId, action, changes = {} }: z.output<typeof DocumentAction>,
  now: number,
): ActionResult {
  const books = booksOf(state, tenantId, now);
  if (books === null) return null;
  const transaction = find(books, 'bankTransactions', documentId);
  if (transaction !== undefined) return actOnTransaction(books, transaction, action, changes);
  const journal = find(books, 'manualJournals', documentId);
  return journal === undefined ? null : actOnJournal(books, journal, action, changes);
}

type Action = z.infer<typeof DocumentAction>['action'];

function actOnTransaction(
  books: Books,
  transaction: BankTransactionRecord,
  action: Action,
  changes: Changes,
): ActionResult {
  const { id, status } = transaction;
  if (action === 'reconcile' || action === 'unreconcile') {
    if (status === 'DELETED') return { error: 'A deleted transaction cannot be reconciled.' };
    const changed = { ...transaction, isReconciled: action === 'reconcile', updatedAt: books.now };
    put(books.state, 'bankTransactions', id, changed);
    return { json: transactionJson(books, changed) };
  }
  const input = action === 'edit' ? transactionChanges(transaction, changes) : { Status: 'DELETED' };
  const parsed = BankTransactionInput.safeParse({ ...input, BankTransactionID: id });
  if (!parsed.success) return { error: z.prettifyError(parsed.error) };
  return settled(books, bankTransactionEndpoint.save(books, parsed.data));
}

/** `delete` and `void` are one action in Xero. */
function actOnJournal(books: Books, journal: JournalRecord, action: Action, changes: Changes): ActionResult {
  if (action === 'reconcile' || action === 'unreconcile') {
    return { error: 'A manual journal cannot be reconciled.' };
  }
  const input = action === 'edit' ? journalChanges(changes) : { Status: 'VOIDED' };
  const named = { Narration: journal.narration, ...input, ManualJournalID: journal.id };
  const parsed = JournalInput.safeParse(named);
  if (!parsed.success) return { error: z.prettifyError(parsed.error) };
  return settled(books, journalEndpoint.save(books, parsed.data));
}

/** Applies what a save wrote, unless it was refused. */
function settled(books: Books, { errors, json }: ElementOutcome): ActionResult {
  if (errors.length > 0) return { error: errors.join(' ') };
  apply(books.state, changesOf(books));
  return { json };
}

function transactionChanges(transaction: BankTransactionRecord, changes: Changes): Json {
  const { date, reference, narration: _, contactId, bankAccountId, amount, lines, ...fields } = changes;
  return {
    Date: date,
    Reference: reference,
    Contact: contactId === undefined ? undefined : { ContactID: contactId },
    BankAccount: bankAccountId === undefined ? undefined : { AccountID: bankAccountId },
    LineItems:
      lines?.map(transactionLine) ?? (amount === undefined ? undefined : linesWithTotal(transaction, amount)),
    ...fields,
  };
}

function linesWithTotal({ lines, lineAmountTypes }: BankTransactionRecord, amount: number): Json[] {
  const difference = toCents(amount) - totalsOf(lines, lineAmountTypes).total;
  return lines.map((line, index) => ({
    Description: line.description,
    Quantity: 1,
    UnitAmount: toAmount(line.cents + (index === 0 ? difference : 0)),
    AccountID: line.accountId,
    TaxType: line.taxType,
  }));
}

function transactionLine({ accountId, amount, description, taxType }: z.infer<typeof Line>): Json {
  const Description = description ?? 'Edited in Xero';
  return { Description, Quantity: 1, UnitAmount: amount, AccountID: accountId, TaxType: taxType };
}

function journalLine({ accountId, amount, description, taxType }: z.infer<typeof Line>): Json {
  return { LineAmount: amount, AccountID: accountId, Description: description ?? '', TaxType: taxType };
}

function journalChanges({ date, narration, reference: _, lines, ...fields }: Changes): Json {
  return {
    Date: date,
    ...(narration !== undefined && { Narration: narration }),
    JournalLines: lines?.map(journalLine),
    ...fields,
  };
}

/** Posts a manual journal by another user. Debits are positive. */
export function postJournal(
  state: XeroState,
  { tenantId, date, narration, lines }: z.output<typeof NewJournal>,
  now: number,
): ActionResult {
  const books = booksOf(state, tenantId, now);
  if (books === null) return null;
  const document = {
    Narration: narration,
    Date: date,
    Status: 'POSTED',
    JournalLines: lines.map(journalLine),
  };
  return settled(books, journalEndpoint.save(books, JournalInput.parse(document)));
}

/** Codes a bank line as a bank rule does: a SPEND without a reference, tax included in the amounts. */
export function postTransaction(
  state: XeroState,
  { tenantId, date, contactName, bankAccountId, lines, reconciled }: z.output<typeof NewTransaction>,
  now: number,
): ActionResult {
  const books = booksOf(state, tenantId, now);
  if (books === null) return null;
  const document = {
    Type: 'SPEND',
    Contact: { Name: contactName },
    BankAccount: { AccountID: bankAccountId },
    Date: date,
    IsReconciled: reconciled,
    LineItems: lines.map((line) => transactionLine({ description: 'Bank rule', ...line })),
  };
  const result = settled(books, bankTransactionEndpoint.save(books, BankTransactionInput.parse(document)));
  return result === null || 'error' in result
    ? result
    : { json: { transactionId: result.json['BankTransactionID'] } };
}

export function booksOf(state: XeroState, tenantId: string, now: number): Books | null {
  const organisation = state.records.organisations.get(tenantId);
  return organisation === undefined ? null : openBooksForPerson(state, organisation, now);
}
