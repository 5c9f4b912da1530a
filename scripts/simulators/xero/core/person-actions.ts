/** Actions of a person in Xero, outside the app: on the control interface and on the pages. */
import * as z from 'zod';
import { toAmount, toCents, totalsOf } from './amounts.ts';
import { bankTransactionEndpoint, PERSON_TYPES } from './bank-transactions.ts';
import { changesOf, find, openBooksForPerson, type Books } from './books.ts';
import type { ElementOutcome } from './elements.ts';
import { BankTransactionInput, JournalInput } from './inputs.ts';
import type { Entered } from './invoices.ts';
import { journalEndpoint } from './manual-journals.ts';
import { oddJournal } from './odd-documents.ts';
import {
  actOnInvoice,
  actOnPayment,
  deleteTransfer,
  PERSON_ACTIONS,
  type PersonAction,
} from './person-removals.ts';
import { journalLine, PersonLine, transactionLine } from './person-lines.ts';
import { type BankTransactionRecord, type JournalRecord, ODD_KINDS } from './records.ts';
import { transactionJson, type Json } from './render.ts';
import { apply, put, type XeroState } from './state.ts';

/** Xero's refusal, or the document as it is now. Null for an unknown document. */
export type ActionResult = { readonly error: string } | { readonly json: Json } | null;

export const StatusChange = z.strictObject({ status: z.enum(['ACTIVE', 'ARCHIVED', 'DELETED', 'VOIDED']) });

/** Gives a document that is there one of the odd shapes. */
export const OddChange = z.strictObject({ odd: z.enum(ODD_KINDS) });

/** Returns false for an unknown document. */
export function changeShape(
  state: XeroState,
  id: string,
  { odd }: z.output<typeof OddChange>,
  now: number,
): boolean {
  const { bankTransactions, manualJournals } = state.records;
  const transaction = bankTransactions.get(id);
  const journal = manualJournals.get(id);
  if (transaction) put(state, 'bankTransactions', id, { ...transaction, odd, updatedAt: now });
  if (journal) put(state, 'manualJournals', id, { ...oddJournal(journal, odd), updatedAt: now });
  return transaction !== undefined || journal !== undefined;
}

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
  lines: z.array(PersonLine).optional(),
});
type Changes = z.infer<typeof Changes>;

export const DocumentAction = z.strictObject({
  tenantId: z.string(),
  documentId: z.string().transform((id) => id.toLowerCase()),
  action: z.enum(PERSON_ACTIONS),
  changes: Changes.optional(),
});

export const NewJournal = z.strictObject({
  tenantId: z.string(),
  date: z.iso.date(),
  narration: z.string().min(1).default('Adjusting journal'),
  lines: z.array(PersonLine),
});

export const NewTransaction = z.strictObject({
  tenantId: z.string(),
  date: z.iso.date(),
  type: z.enum(PERSON_TYPES).default('SPEND'),
  contactName: z.string().min(1).nullable(),
  bankAccountId: z.string(),
  reference: z.string().default(''),
  lineAmountTypes: z.enum(['NoTax', 'Inclusive', 'Exclusive']).default('Inclusive'),
  lines: z.array(PersonLine).min(1),
  reconciled: z.boolean().default(false),
});

/** Sets the status of an account, contact or document without Xero's checks. Returns whether the record exists. */
export function changeStatus(
  state: XeroState,
  id: string,
  status: z.infer<typeof StatusChange>['status'],
  now: number,
): boolean {
  const { accounts, contacts, bankTransactions, manualJournals, invoices, payments } = state.records;
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
  const invoice = invoices.get(id);
  const payment = payments.get(id);
  if (invoice) put(state, 'invoices', id, { ...invoice, status: 'VOIDED', updatedAt: now });
  if (payment) put(state, 'payments', id, { ...payment, status: 'DELETED', updatedAt: now });
  return [transaction, journal, invoice, payment].some((each) => each !== undefined);
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
  if (journal !== undefined) return actOnJournal(books, journal, action, changes);
  return enter(state, tenantId, now, (opened) => {
    const payment = find(opened, 'payments', documentId);
    if (payment !== undefined) return actOnPayment(opened, payment, action);
    const invoice = find(opened, 'invoices', documentId);
    return invoice === undefined ? null : actOnInvoice(opened, invoice, action);
  });
}

function actOnTransaction(
  books: Books,
  transaction: BankTransactionRecord,
  action: PersonAction,
  changes: Changes,
): ActionResult {
  const { id, status, tenantId, bankTransferId } = transaction;
  if (bankTransferId !== undefined && (action === 'delete' || action === 'void')) {
    return enter(books.state, tenantId, books.now, (opened) => deleteTransfer(opened, bankTransferId));
  }
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
function actOnJournal(
  books: Books,
  journal: JournalRecord,
  action: PersonAction,
  changes: Changes,
): ActionResult {
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
      lines?.map((line) => transactionLine(line, 'Edited in Xero')) ??
      (amount === undefined ? undefined : linesWithTotal(transaction, amount)),
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
    ItemCode: line.itemCode,
    Tracking: line.tracking.map(({ categoryId, optionId }) => ({
      TrackingCategoryID: categoryId,
      TrackingOptionID: optionId,
    })),
  }));
}

function journalChanges({ date, narration, reference: _, lines, ...fields }: Changes): Json {
  return {
    Date: date,
    ...(narration !== undefined && { Narration: narration }),
    JournalLines: lines?.map((line) => journalLine(line)),
    ...fields,
  };
}

/** Posts a manual journal by another user. Debits are positive. */
export const enterJournal = (
  books: Books,
  { date, narration, lines }: Omit<z.output<typeof NewJournal>, 'tenantId'>,
): ElementOutcome =>
  journalEndpoint.save(
    books,
    JournalInput.parse({
      Narration: narration,
      Date: date,
      Status: 'POSTED',
      JournalLines: lines.map((line) => journalLine(line)),
    }),
  );

/** Enters money spent or received; as a bank rule does, unless more is said: a SPEND without a reference, tax included. */
export const enterTransaction = (
  books: Books,
  input: Omit<z.output<typeof NewTransaction>, 'tenantId'>,
): ElementOutcome =>
  bankTransactionEndpoint.save(
    books,
    BankTransactionInput.parse({
      Type: input.type,
      Contact: input.contactName === null ? null : { Name: input.contactName },
      BankAccount: { AccountID: input.bankAccountId },
      Date: input.date,
      Reference: input.reference,
      LineAmountTypes: input.lineAmountTypes,
      IsReconciled: input.reconciled,
      LineItems: input.lines.map((line) => transactionLine(line, 'Bank rule')),
    }),
  );

/** Lets a person enter something into an organisation's books. Null for an unknown organisation or id. */
export function enter(
  state: XeroState,
  tenantId: string,
  now: number,
  entered: (books: Books) => ElementOutcome | Entered<object> | null,
): ActionResult {
  const books = booksOf(state, tenantId, now);
  const result = books && entered(books);
  if (books === null || result === null) return null;
  if ('errors' in result) return settled(books, result);
  if ('error' in result) return result;
  apply(state, changesOf(books));
  return { json: { ...result } };
}

export function booksOf(state: XeroState, tenantId: string, now: number): Books | null {
  const organisation = state.records.organisations.get(tenantId);
  return organisation === undefined ? null : openBooksForPerson(state, organisation, now);
}
