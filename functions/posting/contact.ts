/** The contact that a schedule's payments are made to: Xero wants one on every document. */
import type { OwnedEntity } from '../entities/entity-store.ts';
import { type OwnedSchedule, saveSchedule } from '../schedules/schedule-store.ts';
import type { PostingContext } from './protocol.ts';

/** Those of some schedules' contacts that are active in the linked organisation; one is asked for by itself. */
export async function activeContacts(
  { services: { xero }, books }: PostingContext,
  schedules: readonly OwnedSchedule[],
): Promise<ReadonlySet<string>> {
  const kept = schedules.flatMap(({ contact }) =>
    contact?.xeroTenantId === books.tenantId ? [contact.contactId] : [],
  );
  if (kept.length < 2) return new Set();
  return new Set(await books.call((access) => xero.activeContacts(access, kept)));
}

/**
 * The contact in the linked organisation: the one kept, as long as it is active there; else an active one of the
 * schedule's name, created where there is none.
 * @param active contacts that are known to be.
 * @returns its id.
 * @throws XeroError, and Refusal `conflict` when the schedule changed meanwhile.
 */
export async function contactOf(
  { services: { table, xero, ids }, books }: PostingContext,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  active: ReadonlySet<string>,
): Promise<string> {
  const { contact, name } = schedule;
  if (contact?.xeroTenantId === books.tenantId) {
    if (active.has(contact.contactId)) return contact.contactId;
    const kept = await books.call((access) => xero.getContact(access, contact.contactId));
    if (kept?.active === true) return kept.id;
  }
  const key = ids.uuid();
  const { id } =
    (await books.call((access) => xero.findContact(access, name))) ??
    (await books.call((access) => xero.createContact(access, name, key)));
  await saveSchedule(table, entity, schedule, { contact: { xeroTenantId: books.tenantId, contactId: id } });
  return id;
}
