/**
 * Reads of a Xero organisation for pages that only show them, kept for a minute: all users and tabs share one call.
 * Posting never reads from here.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { TaxRate } from '../../domain/gst/tax-types.ts';
import type { XeroServices } from '../lib/context.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { commit, commitOne, type Table } from '../store/table.ts';
import { readChart, readLockDate, readTaxRates } from './xero-reads.ts';
import type { XeroSession } from './xero-session.ts';

const KEPT_MS = 60_000;

const KINDS = ['chart', 'tax-rates', 'lock-date'] as const;

const CacheItem = z.object({ readAt: z.number(), value: z.instanceof(Uint8Array) });

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

/** Drops what is kept of an organisation, after a write of ours that changes it. */
export async function dropCachedReads(table: Table, xeroTenantId: XeroTenantId): Promise<void> {
  await commit(
    table,
    KINDS.map((kind) => ({ delete: keys.xeroCache(xeroTenantId, kind) })),
  );
}

async function cached<Value>(
  { table, clock }: XeroServices,
  { xeroTenantId }: XeroSession,
  kind: (typeof KINDS)[number],
  read: () => Promise<Value>,
): Promise<Value> {
  const key = keys.xeroCache(xeroTenantId, kind);
  const kept = CacheItem.safeParse(await table.get(key, { consistent: false }));
  if (kept.success && clock.now() < kept.data.readAt + KEPT_MS) {
    // Written by this function alone, in the shape that `read` returns.
    return JSON.parse(gunzipSync(kept.data.value).toString('utf8')) as Value;
  }
  const value = await read();
  const readAt = clock.now();
  const ttl = Math.ceil((readAt + KEPT_MS) / 1000);
  await commitOne(table, {
    put: { ...key, readAt, ttl, value: new Uint8Array(gzipSync(JSON.stringify(value))) },
  });
  return value;
}
