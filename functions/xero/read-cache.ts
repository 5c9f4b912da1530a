/**
 * The cached reads of a Xero organisation, one item each. They belong to the authorisation that read them: another
 * customer's link to the same organisation shows only what its own authorisation may read.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { XeroLink } from '../records/entities/entity.ts';
import { keys } from '../store/keys.ts';
import { commit, commitOne, ItemTooLarge, type Key, type Table, type TableReader } from '../store/table.ts';

/** Pages show what is younger than this, milliseconds. */
export const PAGE_AGE_MS = 60_000;

/** Guests are shown what is younger than this, milliseconds. */
export const GUEST_AGE_MS = 600_000;

/** A nightly run uses what the run before it read, milliseconds. */
export const NIGHTLY_AGE_MS = 26 * 3_600_000;

const KINDS = ['chart', 'tax-rates', 'lock-date', 'year-end', 'contacts', 'tracking'] as const;

/**
 * The states of a schedule's documents are stored for a minute as well; only the fact that they were read stands here.
 * `connected`: whether the organisation answered after a 403. `search`: an answer of a search that is not finished.
 */
export type ReadKind = (typeof KINDS)[number] | 'connected' | `documents-${string}` | `search-${string}`;

/** Whose reads they are. */
export type CacheOwner = Pick<XeroLink, 'tenantId' | 'authorisationId'>;

const CacheItem = z.object({ readAt: z.number(), value: z.instanceof(Uint8Array) });

/** Returns the cached JSON if it is younger than `mostMs` milliseconds, else null. */
export async function readCached(
  table: TableReader,
  owner: CacheOwner,
  kind: ReadKind,
  { now, mostMs }: { readonly now: number; readonly mostMs: number },
): Promise<string | null> {
  const item = await table.get(keyOf(owner, kind), { consistent: false });
  const known = CacheItem.safeParse(item);
  if (!known.success || now >= known.data.readAt + mostMs) return null;
  return gunzipSync(known.data.value).toString('utf8');
}

export async function cacheRead(
  table: Table,
  owner: CacheOwner,
  kind: ReadKind,
  { json, now }: { readonly json: string; readonly now: number },
): Promise<void> {
  const value = new Uint8Array(gzipSync(json));
  const ttl = Math.ceil((now + NIGHTLY_AGE_MS) / 1000);
  await commitOne(table, { put: { ...keyOf(owner, kind), readAt: now, ttl, value } });
}

/** Caches a read unless it is too large for an item. */
export async function cacheIfSmall(
  table: Table,
  owner: CacheOwner,
  kind: ReadKind,
  read: { readonly json: string; readonly now: number },
): Promise<void> {
  try {
    await cacheRead(table, owner, kind, read);
  } catch (error) {
    if (!(error instanceof ItemTooLarge)) throw error;
  }
}

export async function dropCached(table: Table, owner: CacheOwner, kind: ReadKind): Promise<void> {
  await commitOne(table, { delete: keyOf(owner, kind) });
}

/** Drops the cached reads of an organisation: after a write of ours that changes it, and when access is lost. */
export async function dropCachedReads(table: Table, owner: CacheOwner): Promise<void> {
  await commit(
    table,
    KINDS.map((kind) => ({ delete: keyOf(owner, kind) })),
  );
}

const keyOf = ({ tenantId, authorisationId }: CacheOwner, kind: ReadKind): Key =>
  keys.xeroCache(tenantId, authorisationId, kind);
