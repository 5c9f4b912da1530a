/**
 * Reads of a Xero organisation, cached: for a minute for pages that only show them, so that all users and tabs share one
 * call. A user's posting reads only the tax rates from here, which hold for a day; so does the financial year for a
 * ledger check. Auto sync takes the lock date that the night before read: Xero refuses what has been locked since.
 */
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { TaxRate } from '../../domain/gst/tax-types.ts';
import type { YearEnd } from '../../domain/years.ts';
import type { XeroLink } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import type { XeroTrackingCategory } from '../services/xero/port.ts';
import type { Table, TableReader } from '../store/table.ts';
import {
  type CacheOwner,
  cacheRead,
  GUEST_AGE_MS,
  NIGHTLY_AGE_MS,
  PAGE_AGE_MS,
  readCached,
  type ReadKind,
} from './read-cache.ts';
import { readChart, readLockDate, readTaxRates, readYearEnd } from './reads.ts';
import { readerFor } from './organisation-rate-limiter.ts';
import { openSession, type XeroSession } from './session.ts';
import { readTracking } from './tracking.ts';

export interface CachedReads {
  chart(): Promise<LedgerAccount[]>;
  taxRates(): Promise<TaxRate[]>;
  lockDate(): Promise<CalendarDate | null>;
  yearEnd(): Promise<YearEnd | null>;
  /** Archived categories and options too. */
  tracking(): Promise<XeroTrackingCategory[]>;
}

/** @param mostMs the age up to which a cached read is used, milliseconds */
export function cachedReads(
  services: XeroServices,
  session: XeroSession,
  mostMs = session.isGuests ? GUEST_AGE_MS : PAGE_AGE_MS,
): CachedReads {
  const { xero } = services;
  const { table, clock } = services;
  const { cacheOwner } = session;

  async function cached<Value>(kind: ReadKind, read: () => Promise<Value>): Promise<Value> {
    const known = await readCached(table, cacheOwner, kind, { now: clock.now(), mostMs });
    // Cached below, in the shape that `read` returns.
    if (known !== null) return JSON.parse(known) as Value;
    const value = await read();
    await cacheRead(table, cacheOwner, kind, { json: JSON.stringify(value), now: clock.now() });
    return value;
  }

  return {
    chart: () => cached('chart', () => readChart(xero, session)),
    taxRates: () => cached('tax-rates', () => readTaxRates(xero, session)),
    lockDate: () => cached('lock-date', () => readLockDate(xero, session)),
    yearEnd: () => cached('year-end', () => readYearEnd(xero, session)),
    tracking: () => cached('tracking', () => readTracking(xero, session)),
  };
}

/** Returns what a page shows to a user. */
export const pageReads = (
  services: XeroServices,
  link: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  { actor, deadlines }: { readonly actor: Parameters<typeof readerFor>[0]; readonly deadlines: Deadlines },
): CachedReads => cachedReads(services, openSession(services, link, readerFor(actor), deadlines));

/** When each contact was read as active, milliseconds since the epoch, by id. */
type ActiveContacts = Readonly<Record<string, number>>;

/** Returns the contacts that were read as active, a day ago at most. */
export async function knownContacts(
  table: TableReader,
  owner: CacheOwner,
  now: number,
): Promise<ReadonlySet<string>> {
  return new Set(Object.keys(await activeContacts(table, owner, now)));
}

async function activeContacts(table: TableReader, owner: CacheOwner, now: number): Promise<ActiveContacts> {
  const known = await readCached(table, owner, 'contacts', { now, mostMs: NIGHTLY_AGE_MS });
  // Cached below, in that shape.
  const all = known === null ? {} : (JSON.parse(known) as ActiveContacts);
  return Object.fromEntries(Object.entries(all).filter(([, readAt]) => now < readAt + NIGHTLY_AGE_MS));
}

/** Keeps the contacts that were active when they were asked for, and drops the others asked for. */
export async function keepContacts(
  table: Table,
  owner: CacheOwner,
  { asked, active }: { readonly asked: ReadonlySet<string>; readonly active: ReadonlySet<string> },
  now: number,
): Promise<void> {
  const before = Object.entries(await activeContacts(table, owner, now)).filter(([id]) => !asked.has(id));
  const read = [...asked].flatMap((id) => (active.has(id) ? [[id, now] as const] : []));
  const json = JSON.stringify(Object.fromEntries([...before, ...read]));
  await cacheRead(table, owner, 'contacts', { json, now });
}

/** Returns the chart as it was read last, a day ago at most; none where it wasn't read. */
export async function knownChart(
  table: TableReader,
  link: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  now: number,
): Promise<readonly LedgerAccount[]> {
  const known = await readCached(table, link, 'chart', { now, mostMs: NIGHTLY_AGE_MS });
  return known === null ? [] : (JSON.parse(known) as readonly LedgerAccount[]);
}

/** Returns the lock date as it was read last, a day ago at most; null for none and where it wasn't read. */
export async function knownLockDate(
  table: TableReader,
  link: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  now: number,
): Promise<CalendarDate | null> {
  const known = await readCached(table, link, 'lock-date', { now, mostMs: NIGHTLY_AGE_MS });
  return known === null ? null : (JSON.parse(known) as CalendarDate | null);
}
