/**
 * Calendar addresses: one for a user in an organisation. The key in the address is stored hashed. The only reader
 * and writer of these items.
 */
import * as z from 'zod';
import { conflict, notFound, type Refusal } from '../../../domain/refusal.ts';
import type { ServicesFor } from '../../services/context.ts';
import { digest } from '../../lib/digest.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { commit, commitOne, type Item, type Table, type TableReader, type Write } from '../../store/table.ts';
import { type EntityScope, narrower, StoredEntityIds, storedEntityIds } from '../tenants/entity-scope.ts';
import { readMember } from '../tenants/members.ts';
import { factorRequiredFrom, readTenant, type StoredTenant } from '../tenants/tenant.ts';
import { findUser, readUser } from './user.ts';

const CalendarKey = z.object({
  userId: z.string(),
  tenantId: z.string(),
  /** Identifies the membership: after a new invitation the key stays invalid. */
  joinedAt: z.string(),
  /** The user's password at the time; a later one voids the key. */
  passwordVersion: z.number(),
  amounts: z.boolean(),
  /** The entities that the user could see when the key was made: programs of others may have the address. */
  entityIds: StoredEntityIds,
});

export type Calendar = Readonly<z.output<typeof CalendarKey>>;

const OwnCalendar = z.object({ hash: z.string() });

const unknownCalendar = (): Refusal => notFound('calendar/unknown', 'This calendar link no longer works.');

const calendarChanged = (): Refusal =>
  conflict('calendar/changed', 'The calendar link was changed elsewhere. Please try again.');

interface Owner {
  readonly userId: string;
  readonly tenantId: string;
}

export interface OpenCalendar {
  readonly calendar: Calendar;
  readonly tenant: StoredTenant;
  /** The entities that the user may see now and could see when the key was made. */
  readonly scope: EntityScope;
}

/**
 * Returns the calendar behind a key, its organisation, and what it shows.
 * @throws Refusal `not-found` for a key that is unknown or replaced, of before a new password, and of a user who is
 * disabled, no longer a member, or without the factor that the organisation requires.
 */
export async function readCalendar(services: ServicesFor<'table:read'>, key: string): Promise<OpenCalendar> {
  const open = await openCalendar(services, digest(key));
  if (!open) throw unknownCalendar();
  return open;
}

/** Returns the calendar of a user in an organisation; null without one that works. */
export async function findCalendar(
  services: ServicesFor<'table:read'>,
  owner: Owner,
): Promise<Calendar | null> {
  const hash = await ownHash(services.table, owner);
  return hash === null ? null : ((await openCalendar(services, hash))?.calendar ?? null);
}

async function openCalendar(
  { table, ...policy }: ServicesFor<'table:read'>,
  hash: string,
): Promise<OpenCalendar | null> {
  const item = await table.get(keys.calendarKey(hash));
  if (!item) return null;
  const calendar = CalendarKey.parse(item);
  const { userId, tenantId, joinedAt, passwordVersion } = calendar;
  const [member, user, tenant] = await Promise.all([
    readMember(table, tenantId, userId),
    findUser(table, userId),
    readTenant(table, tenantId),
  ]);
  if (member?.joinedAt !== joinedAt || !user?.active || !tenant) return null;
  const factorFrom = factorRequiredFrom(tenant, policy) ?? Infinity;
  const lacksFactor = user.factorCount === 0 && policy.clock.now() >= factorFrom;
  if (passwordVersion !== user.passwordVersion || lacksFactor) return null;
  const entityIds = narrower(calendar.entityIds, member.entityIds);
  return { calendar, tenant, scope: { tenantId, entityIds } };
}

export async function replaceCalendar(
  table: Table,
  { userId, tenantId }: Owner,
  { key, amounts }: { readonly key: string; readonly amounts: boolean },
  more: readonly Write[],
): Promise<void> {
  const member = await readMember(table, tenantId, userId);
  if (!member) throw unknownCalendar();
  const { passwordVersion } = await readUser(table, userId);
  const before = await ownHash(table, { userId, tenantId });
  const hash = digest(key);
  const { joinedAt } = member;
  const entityIds = storedEntityIds(member.entityIds);
  await commit(table, [
    {
      put: { ...keys.calendarKey(hash), userId, tenantId, joinedAt, passwordVersion, amounts, entityIds },
    },
    { put: { ...keys.calendar(userId, tenantId), hash }, if: sameAs(before), otherwise: calendarChanged },
    ...(before === null ? [] : [{ delete: keys.calendarKey(before) }]),
    ...more,
  ]);
}

/** Deletes the user's key of the organisation, if there is one. */
export async function endCalendar(table: Table, owner: Owner, more: readonly Write[]): Promise<void> {
  const hash = await ownHash(table, owner);
  if (hash === null) return;
  await commit(table, [
    {
      delete: keys.calendar(owner.userId, owner.tenantId),
      if: sameAs(hash),
      otherwise: calendarChanged,
    },
    { delete: keys.calendarKey(hash) },
    ...more,
  ]);
}

/** Returns the writes that delete the calendar of a membership that ends. */
export async function endCalendarWrites(table: TableReader, owner: Owner): Promise<readonly Write[]> {
  const hash = await ownHash(table, owner);
  if (hash === null) return [];
  return [{ delete: keys.calendar(owner.userId, owner.tenantId) }, { delete: keys.calendarKey(hash) }];
}

async function ownHash(table: TableReader, { userId, tenantId }: Owner): Promise<string | null> {
  const item = await table.get(keys.calendar(userId, tenantId));
  return item ? OwnCalendar.parse(item).hash : null;
}

const sameAs = (hash: string | null) => (hash === null ? 'absent' : (['hash', '=', hash] as const));

/** Ends the calendars among the items of a user's partition. */
export async function endCalendarsOf(table: Table, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const { data } = item.sk.startsWith(prefixes.calendars) ? OwnCalendar.safeParse(item) : { data: null };
    if (data) await commitOne(table, { delete: keys.calendarKey(data.hash) });
  }
}
