/** A lease: mutual exclusion with expiry. One process at a time holds it, and a crash delays the others until it expires. */
import * as z from 'zod';
import type { Refusal } from '../../domain/refusal.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Timers } from '../lib/timers.ts';
import { type Key, type Table, type TableReader, tryCommitOne, type Write } from './table.ts';

export interface Lease {
  readonly key: Key;
  /** Identifies one acquisition. */
  readonly holder: string;
  /** How long it lasts from each renewal, in milliseconds. */
  readonly lastsMs: number;
  /** Milliseconds since the epoch; no other process acquires the lease before. */
  readonly until: number;
}

export interface LeaseOptions {
  /** How long the lease lasts from now and from each renewal, in milliseconds. */
  readonly lastsMs: number;
  /** The end of waiting for another holder, milliseconds since the epoch. One attempt is always made. */
  readonly waitUntil: number;
}

/** A lease outlives the deadline of its holder by this, because the clocks of two servers differ; in milliseconds. */
export const CLOCK_SPREAD_MS = 5_000;

export interface LeaseServices {
  readonly table: Table;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
}

const RETRY_MS = 500;

/** The lease has expired, and another process has held it since. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Runs while this process holds the lease, and releases it.
 * @throws the `busy` refusal when another process holds the lease, or has taken it over.
 */
export async function holding<Result>(
  services: LeaseServices,
  key: Key,
  options: LeaseOptions,
  run: (lease: Lease) => Promise<Result>,
  busy: () => Refusal,
): Promise<Result> {
  const lease = await acquire(services, key, options);
  if (!lease) throw busy();
  try {
    return await run(lease);
  } catch (error) {
    throw error instanceof LeaseLost ? busy() : error;
  } finally {
    await release(services.table, lease);
  }
}

/** Acquires the lease, waiting while another process holds it. Returns null when that one keeps it. */
export async function acquire(
  { table, clock, timers, ids }: LeaseServices,
  key: Key,
  { lastsMs, waitUntil }: LeaseOptions,
): Promise<Lease | null> {
  const holder = ids.uuid();
  for (;;) {
    const now = clock.now();
    const lease = { key, holder, lastsMs, until: now + lastsMs };
    const write = writeOf(lease);
    // The SDK repeats a write whose answer was lost.
    const isFree = { any: ['absent', ['until', '<=', now], heldBy(lease)] } as const;
    if (await tryCommitOne(table, { ...write, if: isFree })) return lease;
    if (clock.now() + RETRY_MS > waitUntil) return null;
    await timers.sleep(RETRY_MS);
  }
}

/**
 * Extends the lease. An expired lease can be renewed as long as no other process has acquired it.
 * @throws LeaseLost
 */
export async function renew(table: Table, lease: Lease, now: number): Promise<Lease> {
  const renewed = { ...lease, until: now + lease.lastsMs };
  const isOurs = await tryCommitOne(table, { ...writeOf(renewed), if: heldBy(lease) });
  if (!isOurs) throw new LeaseLost();
  return renewed;
}

/** Ends the lease, unless another process holds it. */
export async function release(table: Table, lease: Lease): Promise<void> {
  await tryCommitOne(table, { delete: lease.key, if: heldBy(lease) });
}

/** Returns the condition of a transaction that no other process has acquired the lease since. */
export const whileHeld = (lease: Lease): Write => ({ check: lease.key, if: heldBy(lease) });

/** Whether a lease expired without a release, probably because its holder crashed. */
export async function isAbandoned(table: TableReader, key: Key, now: number): Promise<boolean> {
  const item = await table.get(key);
  return item !== undefined && z.object({ until: z.number() }).parse(item).until <= now;
}

const heldBy = ({ holder }: Lease) => ['holder', '=', holder] as const;

/** Without a `ttl`: `isAbandoned` reads expired leases, and a holder may renew one. */
const writeOf = ({ key, holder, until }: Lease) => ({ put: { ...key, holder, until } });
