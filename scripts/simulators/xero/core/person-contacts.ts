/** The merge of two contacts by a person in Xero. */
import * as z from 'zod';
import { find } from './books.ts';
import { booksOf, type ActionResult } from './person-actions.ts';
import { put, type XeroState } from './state.ts';

export const ContactMerge = z.strictObject({
  tenantId: z.string(),
  contactId: z.string(),
  intoContactId: z.string(),
});

/** Merges a contact into another: its documents move, and it is archived. */
export function mergeContact(
  state: XeroState,
  { tenantId, contactId, intoContactId }: z.infer<typeof ContactMerge>,
  now: number,
): ActionResult {
  const books = booksOf(state, tenantId, now);
  const contact = books && find(books, 'contacts', contactId);
  const into = books && find(books, 'contacts', intoContactId);
  if (!contact || !into) return null;
  if (contact.id === into.id) return { error: 'A contact cannot be merged into itself.' };
  const merged = { ...contact, status: 'ARCHIVED', mergedToContactId: into.id, updatedAt: now } as const;
  put(state, 'contacts', contact.id, merged);
  for (const [id, transaction] of state.records.bankTransactions) {
    if (transaction.contactId !== contact.id) continue;
    put(state, 'bankTransactions', id, { ...transaction, contactId: into.id, updatedAt: now });
  }
  for (const [id, invoice] of state.records.invoices) {
    if (invoice.contactId !== contact.id) continue;
    put(state, 'invoices', id, { ...invoice, contactId: into.id, updatedAt: now });
  }
  return { json: { ContactID: contact.id, MergedToContactID: into.id } };
}
