/**
 * Reads of a Xero organisation for pages that only show them, cached for a minute: all users and tabs share one call.
 * Posting never reads from here.
 */
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { TaxRate } from '../../domain/gst/tax-types.ts';
import type { XeroServices } from '../services/context.ts';
import { cacheRead, readCached, type ReadKind } from './read-cache.ts';
import { readChart, readLockDate, readTaxRates } from './reads.ts';
import type { XeroSession } from './session.ts';

export interface CachedReads {
  chart(): Promise<LedgerAccount[]>;
  taxRates(): Promise<TaxRate[]>;
  lockDate(): Promise<CalendarDate | null>;
}

export function cachedReads(services: XeroServices, session: XeroSession): CachedReads {
  const { xero } = services;
  return {
    chart: () => cached(services, session, 'chart', () => readChart(xero, session)),
    taxRates: () => cached(services, session, 'tax-rates', () => readTaxRates(xero, session)),
    lockDate: () => cached(services, session, 'lock-date', () => readLockDate(xero, session)),
  };
}

async function cached<Value>(
  { table, clock }: XeroServices,
  { xeroTenantId }: XeroSession,
  kind: ReadKind,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = await readCached(table, xeroTenantId, kind, clock.now());
  // Cached below, in the shape that `read` returns.
  if (known !== null) return JSON.parse(known) as Value;
  const value = await read();
  await cacheRead(table, xeroTenantId, kind, { json: JSON.stringify(value), now: clock.now() });
  return value;
}
