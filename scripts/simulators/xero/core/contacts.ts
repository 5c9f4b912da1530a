import { find, list, newRecord, write, type Books } from './books.ts';
import type { ElementOutcome, Endpoint } from './elements.ts';
import { ContactInput } from './inputs.ts';
import type { ContactRecord } from './records.ts';
import { contactJson } from './render.ts';

const NAME_LENGTH = 255;

export const contactEndpoint: Endpoint<ContactInput> = {
  plural: 'Contacts',
  singular: 'Contact',
  idField: 'ContactID',
  schema: ContactInput,
  save: saveContact,
};

/** Creates a contact, or changes the one with the id. */
function saveContact(books: Books, input: ContactInput): ElementOutcome {
  const existing = input.ContactID === undefined ? undefined : find(books, 'contacts', input.ContactID);
  const name = input.Name ?? existing?.name ?? '';
  const status = input.ContactStatus === 'ARCHIVED' ? 'ARCHIVED' : 'ACTIVE';
  const errors = contactErrors(books, name, existing?.id);
  if (errors.length > 0) return { json: input, errors };
  const contact: ContactRecord = { ...(existing ?? newRecord(books)), name, status, updatedAt: books.now };
  write(books, 'contacts', contact.id, contact);
  return { json: contactJson(contact), errors: [] };
}

function contactErrors(books: Books, name: string, id: string | undefined): string[] {
  const malformed = nameErrors(name);
  if (malformed.length > 0) return malformed;
  const namesake = activeContact(books, name);
  if (namesake === undefined || namesake.id === id) return [];
  return [
    `The contact name ${name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
  ];
}

function nameErrors(name: string): string[] {
  if (name.trim() === '') return ['Contact Name is required'];
  if (name.length > NAME_LENGTH) return ['The contact name must be 255 characters or less.'];
  if (/[<>]/.test(name)) return ['The contact name cannot contain the characters < or >.'];
  if (name !== name.trim() || name.includes('  ')) {
    return ['The contact name cannot contain leading, trailing or double spaces.'];
  }
  return [];
}

function activeContact(books: Books, name: string): ContactRecord | undefined {
  const wanted = name.toLowerCase();
  return list(books, 'contacts').find(
    (contact) => contact.status === 'ACTIVE' && contact.name.toLowerCase() === wanted,
  );
}

/** Finds a document's contact by id or name. A name that no active contact has becomes a new contact. */
export function documentContact(
  books: Books,
  sent: { readonly ContactID?: string | undefined; readonly Name?: string | undefined } | undefined,
): ContactRecord | { readonly error: string } {
  const name = sent?.Name ?? '';
  if (sent?.ContactID === undefined && name.trim() === '') {
    return { error: 'A Contact must be specified for this type of transaction' };
  }
  if (sent?.ContactID === undefined) {
    const [malformed] = nameErrors(name);
    if (malformed !== undefined) return { error: malformed };
    return activeContact(books, name) ?? { ...newRecord(books), name, status: 'ACTIVE' };
  }
  const contact = find(books, 'contacts', sent.ContactID.toLowerCase());
  if (contact === undefined)
    return { error: 'The contact with the specified contact details could not be found.' };
  if (contact.status === 'ACTIVE') return contact;
  return {
    error:
      'The contact with the specified contact details has been archived. The contact must be un-archived before creating new invoices or credit notes.',
  };
}

/** Saves the contact that a document brought. */
export function saveNewContact(books: Books, contact: ContactRecord): void {
  if (find(books, 'contacts', contact.id) === undefined) write(books, 'contacts', contact.id, contact);
}

/** The list parameters `searchTerm`, `IDs` and `includeArchived`. */
export function contactFilter(query: URLSearchParams): (contact: ContactRecord) => boolean {
  const term = query.get('searchTerm')?.trim().toLowerCase() ?? '';
  const ids = (query.get('IDs') ?? query.get('ids') ?? '').toLowerCase().split(',').filter(Boolean);
  const archived = query.get('includeArchived') === 'true' || ids.length > 0;
  return (contact) =>
    contact.name.toLowerCase().includes(term) &&
    (ids.length === 0 || ids.includes(contact.id)) &&
    (archived || contact.status === 'ACTIVE');
}
