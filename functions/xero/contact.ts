/** The contact of a schedule's payments: every bank transaction in Xero has one. */
import type { OwnedEntity } from '../records/entities/entity.ts';
import { type OwnedSchedule, ownSchedule, saveSchedule } from '../records/schedules/schedule.ts';
import { Refusal } from '../../domain/refusal.ts';
import { cutText } from '../../domain/text.ts';
import { inChunks } from '../lib/in-chunks.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import { xeroLimits } from '../services/xero/port.ts';
import type { Table } from '../store/table.ts';
import { keepContacts, knownContacts } from './cached-reads.ts';
import type { XeroSession } from './session.ts';

/** A session in the linked organisation, with what reads of contacts need. */
export interface ContactReads {
  readonly services: Pick<XeroServices, 'xero' | 'table' | 'clock'>;
  readonly session: XeroSession;
}

/**
 * Returns which of the schedules' contacts are active. Auto sync takes those that were active a day ago at most: Xero
 * refuses one that is archived since, and then they are read again. For a person a single contact is read by itself.
 */
export async function readActiveContacts(
  context: ContactReads & { readonly isJob?: boolean },
  schedules: readonly OwnedSchedule[],
): Promise<ReadonlySet<string>> {
  const { services, session, isJob } = context;
  const { table, clock } = services;
  const kept = keptContacts(session, schedules);
  if (kept.length === 0 || (!isJob && kept.length < 2)) return new Set();
  const known = new Set(isJob ? await knownContacts(table, session.cacheOwner, clock.now()) : []);
  const asked = new Set(kept).difference(known);
  const active = await activeAmong(context, asked);
  if (isJob && asked.size > 0) await keepContacts(table, session.cacheOwner, { asked, active }, clock.now());
  return known.union(active);
}

/** Reads the contacts of schedules that auto sync will need, so that its runs of the next day read none. */
export async function refreshContacts(
  context: ContactReads,
  schedules: readonly OwnedSchedule[],
): Promise<void> {
  const { services, session } = context;
  const asked = new Set(keptContacts(session, schedules));
  if (asked.size === 0) return;
  const active = await activeAmong(context, asked);
  await keepContacts(services.table, session.cacheOwner, { asked, active }, services.clock.now());
}

const keptContacts = ({ xeroTenantId }: XeroSession, schedules: readonly OwnedSchedule[]): string[] =>
  schedules.flatMap(({ contact }) => (contact?.xeroTenantId === xeroTenantId ? [contact.contactId] : []));

/** Many contacts are read from the organisation's list first, since the address of a call holds few ids. */
async function activeAmong(
  { services: { xero }, session }: ContactReads,
  asked: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const active = new Set<string>();
  if (asked.size > xeroLimits.contactsPerSearch) {
    const listed = await session.call((access) => xero.activeContacts(access));
    for (const id of listed) active.add(id);
  }
  const left = [...asked.difference(active)];
  for (const some of inChunks(left, xeroLimits.contactsPerSearch)) {
    const found = await session.call((access) => xero.activeContacts(access, some));
    for (const id of found) active.add(id);
  }
  return active;
}

/**
 * Returns the id of the contact in the linked organisation: the one kept, or the one that it was merged into, while it is
 * active there, else an active one of the lender's name, else the schedule's, created where there is none.
 * @param active contacts that are known to be active
 * @param named ids by name, of the contacts that the run has found or created
 * @returns null where Xero has one of the name that the search did not find: the document then carries the name.
 * @throws XeroError, and Refusal `conflict` when the schedule has changed since it was read.
 */
export async function contactOf(
  {
    services: { table, xero, ids },
    session,
  }: { readonly services: Pick<XeroServices, 'xero' | 'table' | 'ids'>; readonly session: XeroSession },
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  active: ReadonlySet<string>,
  named: Map<string, string>,
): Promise<string | null> {
  const { contact } = schedule;
  if (contact?.xeroTenantId === session.xeroTenantId) {
    if (active.has(contact.contactId)) return contact.contactId;
    const kept = await survivor({ xero, session }, contact.contactId);
    if (kept === contact.contactId) return kept;
    if (kept !== null) return keep(kept);
  }
  const name = contactNameOf(schedule);
  const key = ids.uuid();
  try {
    const contactId =
      named.get(name) ??
      (await session.call((access) => xero.findContact(access, name)))?.id ??
      (await session.call((access) => xero.createContact(access, name, key))).id;
    named.set(name, contactId);
    return await keep(contactId);
  } catch (error) {
    if (isNameTaken(error)) return null;
    throw error;
  }

  async function keep(contactId: string): Promise<string> {
    const { xeroTenantId } = session;
    await saveContact(table, entity, schedule, { xeroTenantId, contactId });
    return contactId;
  }
}

/**
 * Stores the contact. The calls that found it may have waited long for their turn, so the schedule may have been touched
 * since it was read, be it by this run: the contact stands as long as its name does.
 * @throws Refusal `conflict` when another name follows from the schedule now
 */
async function saveContact(
  table: Table,
  entity: OwnedEntity,
  read: OwnedSchedule,
  contact: NonNullable<OwnedSchedule['contact']>,
): Promise<void> {
  for (let now = read; ;) {
    try {
      await saveSchedule(table, entity, now, { contact });
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'schedule/changed') throw error;
      const { version } = now;
      now = await ownSchedule(table, entity, read.scheduleId);
      if (now.version === version || contactNameOf(now) !== contactNameOf(read)) throw error;
    }
  }
}

const isNameTaken = (error: unknown): boolean =>
  error instanceof XeroError &&
  error.kind === 'refused' &&
  error.messages.some((message) => message.includes('already assigned to another contact'));

/** A contact may be merged into one that is merged later. */
const MAX_MERGES = 5;

/** Returns the active contact that a contact is, or was merged into; null where there is none. */
export async function survivor(
  { xero, session }: Pick<XeroServices, 'xero'> & { readonly session: XeroSession },
  contactId: string,
): Promise<string | null> {
  let next: string | null = contactId;
  for (let merges = 0; next !== null && merges <= MAX_MERGES; merges++) {
    const id: string = next;
    const found = await session.call((access) => xero.getContact(access, id));
    if (found?.active === true) return found.id;
    next = found?.mergedInto ?? null;
  }
  return null;
}

const MAX_NAME_LENGTH = 255;

/** The name of a schedule's contact: the lender's, else the schedule's. */
export const contactNameOf = ({ lender, name }: Pick<OwnedSchedule, 'lender' | 'name'>): string =>
  contactName(lender || name);

/**
 * Returns a lender's or schedule's name as Xero accepts it for a contact: without angle brackets, without spaces at the ends or in
 * a row, and cut to 255 characters.
 */
export function contactName(name: string): string {
  const cleaned = name.replace(/[<>]/g, ' ').replace(/\s+/g, ' ').trim();
  return cutText(cleaned, MAX_NAME_LENGTH) || 'Paydown';
}
