/** Reads the states of a schedule's documents from Xero, at most once a minute, for Guests every ten. */
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import type { SlotCaller } from '../xero/organisation-rate-limiter.ts';
import { cacheRead, GUEST_AGE_MS, PAGE_AGE_MS, readCached } from '../xero/read-cache.ts';
import { openSession } from '../xero/session.ts';
import type { Deadlines } from '../services/deadlines.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { noteStates } from './document-findings.ts';
import { type BooksOfSchedule, readBooks } from '../books/schedule-books.ts';
import { readOwnDocuments } from './read-documents.ts';

export interface StatesRequest {
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
  readonly reader: SlotCaller;
  readonly deadlines: Deadlines;
}

/** The newest documents of a schedule, as many as are read when its page opens. */
const NEWEST = 300;

/**
 * Brings the findings of a schedule up to date.
 * @returns when Xero was read, an instant; null for an entity that is not linked, or a schedule without documents.
 * @throws XeroError
 */
export async function refreshStates(
  services: XeroServices,
  { entity, schedule, reader, deadlines }: StatesRequest,
): Promise<string | null> {
  const { table, clock } = services;
  const { xero: link } = entity;
  if (!link) return null;
  const mostMs = reader.isGuest ? GUEST_AGE_MS : PAGE_AGE_MS;
  const kind = `documents-${schedule.scheduleId}` as const;
  const known = await readCached(table, link, kind, { now: clock.now(), mostMs });
  if (known !== null) return JSON.parse(known) as string;
  const { documents } = await readBooks(table, schedule, link.tenantId);
  const wanted = newest(documents);
  if (wanted.length === 0) return null;
  const session = openSession(services, link, reader, deadlines);
  const inXero = await readOwnDocuments(services, session, {
    contactId: contactIn(schedule, link.tenantId),
    documents: wanted,
  });
  await noteStates(services, entity, schedule, wanted, inXero);
  const readAt = new Date(clock.now()).toISOString();
  await cacheRead(table, link, kind, { json: JSON.stringify(readAt), now: clock.now() });
  return readAt;
}

const newest = (documents: BooksOfSchedule['documents']): BooksOfSchedule['documents'] =>
  documents
    .filter(({ isCurrent }) => isCurrent)
    .toSorted((a, b) => b.sent.date.localeCompare(a.sent.date))
    .slice(0, NEWEST);

/** The contact of a schedule's transactions in a Xero organisation, null where none is known. */
export const contactIn = ({ contact }: OwnedSchedule, xeroTenantId: string): string | null =>
  contact?.xeroTenantId === xeroTenantId ? contact.contactId : null;
