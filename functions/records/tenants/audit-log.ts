/** Reads the audit log of an organisation, the newest entry first: a partition a month, and indexes by entity and user. */
import * as z from 'zod';
import { addMonths, businessDate, type CalendarDate, dateOf } from '../../../domain/calendar.ts';
import { invalid } from '../../../domain/refusal.ts';
import { entityOf } from './audit.ts';
import { cursorAfter, InvalidCursor } from '../../store/cursor.ts';
import { keys, places } from '../../store/keys.ts';
import type { Index, Item, Query, TableReader } from '../../store/table.ts';
import type { StoredTenant } from './tenant.ts';

/** Items read by one call. A query counts as `LEAST_PER_QUERY` at least, which bounds the queries too. */
const MOST_ITEMS = 1000;
const LEAST_PER_QUERY = 10;
const ITEMS_PER_QUERY = 200;

const EntryItem = z.object({
  sk: z.string(),
  at: z.string(),
  userId: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  requestId: z.string().optional(),
  source: z.string().optional(),
  entityId: z.string().optional(),
  scheduleId: z.string().optional(),
});

export interface LoggedEntry {
  readonly id: string;
  readonly at: string;
  readonly userId: string;
  readonly action: string;
  readonly entityId: string | null;
  readonly scheduleId: string | null;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
  readonly source: string | null;
  readonly requestId: string | null;
}

export interface AuditFilter {
  /** Calendar dates in the business time zone, both included. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly userId?: string | undefined;
  readonly entityId?: string | undefined;
  readonly scheduleId?: string | undefined;
  /** An action, or the noun of several: `schedule`. */
  readonly action?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A position in the log: in an index, or in the partition of a month (`2025-06`). */
interface Place {
  readonly index: Index | null;
  readonly month: string;
  readonly after: string | undefined;
}

/**
 * Returns the entries that match, at most `limit`, and the cursor after them; null when no entry follows. A filter by
 * entity or user reads an index. A call reads at most about 1,000 items, so it may return fewer entries, or none, and a
 * cursor.
 * @throws Refusal `invalid` for a cursor of another query.
 */
export async function readAuditLog(
  table: TableReader,
  { tenantId }: Pick<StoredTenant, 'tenantId'>,
  filter: AuditFilter,
): Promise<{ readonly items: readonly LoggedEntry[]; readonly next: string | null }> {
  const found: LoggedEntry[] = [];
  let cut: string | null = null;
  let read = 0;
  for (let place: Place | null = startOf(filter); place !== null;) {
    const limit = Math.min(ITEMS_PER_QUERY, MOST_ITEMS - read);
    const page = await queryOrRefuse(table, { ...queryOf(tenantId, place, filter), limit });
    read += Math.max(page.items.length, LEAST_PER_QUERY);
    for (const item of page.items) {
      const entry = entryOf(item);
      if (!matches(entry, filter)) continue;
      // One entry more proves that the cursor leads to another page.
      if (cut !== null) return { items: found, next: cut };
      found.push(entry);
      if (found.length === filter.limit) {
        cut = cursorOf({ ...place, after: cursorAfter(item, place.index ?? undefined) });
      }
    }
    place = page.next === null ? placeAfter(place, filter) : { ...place, after: page.next };
    if (place !== null && read >= MOST_ITEMS) return { items: found, next: cursorOf(place) };
  }
  return { items: found, next: null };
}

function queryOf(tenantId: string, { index, month, after }: Place, filter: AuditFilter): Query {
  const { entityId = '', userId = '' } = filter;
  const place = { descending: true, after };
  if (index === null) return { ...place, pk: keys.audit(tenantId, month, '').pk };
  const pk =
    index === 'gsi1'
      ? places.auditOfEntity(tenantId, entityId, '').gsi1pk
      : places.auditOfUser(tenantId, userId, '').gsi2pk;
  return { ...place, pk, index, sk: { from: dayOf(filter.from, -1), to: dayOf(filter.to, 2) } };
}

function indexOf({ entityId, userId }: AuditFilter): Index | null {
  if (entityId !== undefined) return 'gsi1';
  return userId === undefined ? null : 'gsi2';
}

/** Returns the place after the end of a partition; null at the end of the log. */
function placeAfter({ index, month }: Place, filter: AuditFilter): Place | null {
  if (index !== null || month <= firstMonthOf(filter)) return null;
  return { index, month: monthBefore(month), after: undefined };
}

/** An action whose path names no entity or schedule, such as a creation, has it as its subject. */
function entryOf(item: Item): LoggedEntry {
  const entry = EntryItem.parse(item);
  const { sk: id, at, userId, action, subject } = entry;
  return {
    id,
    at,
    userId,
    action,
    subject,
    entityId: entityOf(action, subject, entry.entityId),
    scheduleId: entry.scheduleId ?? (action.startsWith('schedule/') ? subject : null),
    detail: entry.detail ?? {},
    source: entry.source ?? null,
    requestId: entry.requestId ?? null,
  };
}

function matches(entry: LoggedEntry, filter: AuditFilter): boolean {
  const date = businessDate(Date.parse(entry.at));
  const { userId, entityId, scheduleId, action } = filter;
  return (
    date >= filter.from &&
    date <= filter.to &&
    (userId === undefined || entry.userId === userId) &&
    (entityId === undefined || entry.entityId === entityId) &&
    (scheduleId === undefined || entry.scheduleId === scheduleId) &&
    (action === undefined || entry.action === action || entry.action.startsWith(`${action}/`))
  );
}

async function queryOrRefuse(table: TableReader, query: Parameters<TableReader['query']>[0]) {
  try {
    return await table.query(query);
  } catch (error) {
    if (error instanceof InvalidCursor) throw wrongCursor();
    throw error;
  }
}

/** Returns the begin of a day in UTC, `days` later. */
const dayOf = (date: CalendarDate, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString();

/** Partitions are months of UTC, up to a day apart from those of the business time zone. */
const firstMonthOf = ({ from }: AuditFilter): string => dayOf(from, -1).slice(0, 7);

/** A cursor is an index or a month, and the cursor in its partition. */
function startOf(filter: AuditFilter): Place {
  const index = indexOf(filter);
  const month = filter.to.slice(0, 7);
  if (filter.cursor === undefined) return { index, month, after: undefined };
  const [partition = '', rest = ''] = filter.cursor.split('.');
  const after = rest === '' ? undefined : rest;
  if (index !== null && partition === index) return { index, month, after };
  if (index !== null || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(partition)) throw wrongCursor();
  return { index, month: partition, after };
}

const cursorOf = ({ index, month, after }: Place): string => `${index ?? month}.${after ?? ''}`;

const wrongCursor = () => invalid('cursor', 'request/cursor', 'The cursor does not belong to this list.');

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return addMonths(dateOf(year, number, 1), -1).slice(0, 7);
}
