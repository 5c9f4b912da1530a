/** Reads the audit log of an organisation: a partition a month, the newest entry first. */
import * as z from 'zod';
import { addMonthsTo, businessDate, type CalendarDate, civilOf, dateOf } from '../../domain/calendar.ts';
import { invalid } from '../../domain/refusal.ts';
import { cursorAfter, InvalidCursor } from '../store/cursor.ts';
import { keys } from '../store/keys.ts';
import type { Item, TableReader } from '../store/table.ts';

/** Items read by one call. A month costs at least as many as `LEAST_PER_MONTH`, which bounds the queries too. */
const MOST_ITEMS = 1000;
const LEAST_PER_MONTH = 10;
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

/**
 * Returns the entries that match, at most `limit`, and the cursor after them. A call reads at most 1,000 items, so it may
 * return fewer entries, or none, and a cursor.
 * @throws Refusal `invalid` for a cursor of another query.
 */
export async function readAuditLog(
  table: TableReader,
  tenantId: string,
  filter: AuditFilter,
): Promise<{ readonly items: readonly LoggedEntry[]; readonly next: string | null }> {
  const found: LoggedEntry[] = [];
  const first = firstMonthOf(filter);
  let { month, after } = startOf(filter);
  let read = 0;
  for (;;) {
    const { pk } = keys.audit(tenantId, month, '');
    const limit = Math.min(ITEMS_PER_QUERY, MOST_ITEMS - read);
    const page = await queryOrRefuse(table, { pk, descending: true, limit, after });
    read += Math.max(page.items.length, LEAST_PER_MONTH);
    for (const item of page.items) {
      const entry = entryOf(item);
      if (!matches(entry, filter)) continue;
      found.push(entry);
      if (found.length === filter.limit)
        return { items: found, next: cursorOf(month, cursorAfter(item, undefined)) };
    }
    after = page.next ?? undefined;
    if (after === undefined) {
      if (month <= first) return { items: found, next: null };
      month = monthBefore(month);
    }
    if (read >= MOST_ITEMS) return { items: found, next: cursorOf(month, after) };
  }
}

/** Entries of before an action named its entity and schedule have them as their subject. */
function entryOf(item: Item): LoggedEntry {
  const entry = EntryItem.parse(item);
  const [noun] = entry.action.split('/');
  const { sk: id, at, userId, action, subject } = entry;
  return {
    id,
    at,
    userId,
    action,
    subject,
    entityId: entry.entityId ?? (noun === 'entity' ? subject : null),
    scheduleId: entry.scheduleId ?? (noun === 'schedule' ? subject : null),
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

/** Partitions are months of UTC, up to a day apart from those of the business time zone. */
const firstMonthOf = ({ from }: AuditFilter): string =>
  new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 7);

function startOf({ to, cursor }: AuditFilter): { month: string; after: string | undefined } {
  if (cursor === undefined) return { month: to.slice(0, 7), after: undefined };
  const [month = '', after = ''] = cursor.split('.');
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) throw wrongCursor();
  return { month, after: after === '' ? undefined : after };
}

const cursorOf = (month: string, after: string | undefined): string => `${month}.${after ?? ''}`;

const wrongCursor = () => invalid('cursor', 'request/cursor', 'The cursor does not belong to this list.');

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return addMonthsTo(civilOf(dateOf(year, number, 1)), -1).slice(0, 7);
}
