/** The cached reads of a Xero organisation, one item each. */
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { XeroTenantId } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { commit, commitOne, type Table } from '../store/table.ts';

const CACHED_MS = 60_000;

const KINDS = ['chart', 'tax-rates', 'lock-date'] as const;

/** The states of a schedule's documents are stored for a minute as well; only the fact that they were read stands here. */
export type ReadKind = (typeof KINDS)[number] | `documents-${string}`;

const CacheItem = z.object({ readAt: z.number(), value: z.instanceof(Uint8Array) });

/** Returns the cached JSON if it is younger than a minute, else null. */
export async function readCached(
  table: Table,
  xeroTenantId: XeroTenantId,
  kind: ReadKind,
  now: number,
): Promise<string | null> {
  const item = await table.get(keys.xeroCache(xeroTenantId, kind), { consistent: false });
  const known = CacheItem.safeParse(item);
  if (!known.success || now >= known.data.readAt + CACHED_MS) return null;
  return gunzipSync(known.data.value).toString('utf8');
}

export async function cacheRead(
  table: Table,
  xeroTenantId: XeroTenantId,
  kind: ReadKind,
  { json, now }: { readonly json: string; readonly now: number },
): Promise<void> {
  const value = new Uint8Array(gzipSync(json));
  const ttl = Math.ceil((now + CACHED_MS) / 1000);
  await commitOne(table, { put: { ...keys.xeroCache(xeroTenantId, kind), readAt: now, ttl, value } });
}

/** Drops the cached reads of an organisation: after a write of ours that changes it, and when access is lost. */
export async function dropCachedReads(table: Table, xeroTenantId: XeroTenantId): Promise<void> {
  await commit(
    table,
    KINDS.map((kind) => ({ delete: keys.xeroCache(xeroTenantId, kind) })),
  );
}
