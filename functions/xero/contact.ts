/** The contact that a schedule's payments are made to: Xero wants one on every document. */
import type { OwnedEntity } from '../entities/entity-store.ts';
import { type OwnedSchedule, saveSchedule } from '../schedules/schedule-store.ts';
import type { PostingContext } from './exactly-once.ts';

/**
 * The schedule with a contact of the linked organisation: the one kept, as long as it is active there; else an
 * active one of the schedule's name, created where there is none.
 * @throws XeroError, and Refusal `conflict` when the schedule changed meanwhile.
 */
export async function withContact(
  { services: { table, xero, ids }, books }: PostingContext,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
): Promise<{ readonly schedule: OwnedSchedule; readonly contactId: string }> {
  const { contact, name } = schedule;
  if (contact?.xeroTenantId === books.tenantId) {
    const kept = await books.call((access) => xero.getContact(access, contact.contactId));
    if (kept?.active === true) return { schedule, contactId: kept.id };
  }
  const key = ids.uuid();
  const { id } =
    (await books.call((access) => xero.findContact(access, name))) ??
    (await books.call((access) => xero.createContact(access, name, key)));
  const kept = { xeroTenantId: books.tenantId, contactId: id };
  return { schedule: await saveSchedule(table, entity, schedule, { contact: kept }), contactId: id };
}
