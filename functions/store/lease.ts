/** A lease: mutual exclusion with expiry. One process at a time holds it, and a crash delays the others until it expires. */
import * as z from 'zod';
import type { Refusal } from '../../domain/refusal.ts';
import type { Clock } from '../lib/clock.ts';
import { digest } from '../lib/digest.ts';
import type { Ids } from '../lib/ids.ts';
import type { Timers } from '../lib/timers.ts';
import { keys } from './keys.ts';
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
  /** The user who waits, whose executions are limited to {@link MOST_WAITING} that wait at once; null for a job. */
  readonly waiter?: string | null;
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

/** The executions of one user that wait at once: each takes room from everybody's pages. */
export const MOST_WAITING = 10;

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

/**
 * Acquires the lease, waiting while another process holds it. Returns null when that one keeps it, or when too many
 * executions of the user wait.
 */
export async function acquire(
  services: LeaseServices,
  key: Key,
  { lastsMs, waitUntil, waiter = null }: LeaseOptions,
): Promise<Lease | null> {
  const { table, clock, timers, ids } = services;
  const holder = ids.uuid();
  const attempt = async (): Promise<Lease | null> => {
    const lease = { key, holder, lastsMs, until: clock.now() + lastsMs };
    return (await tryTake(table, lease, clock.now())) ? lease : null;
  };
  const isOver = (): boolean => clock.now() + RETRY_MS > waitUntil;
  const first = await attempt();
  if (first || isOver()) return first;
  const attempts = async (): Promise<Lease | null> => {
    for (;;) {
      await timers.sleep(RETRY_MS);
      const lease = await attempt();
      if (lease || isOver()) return lease;
    }
  };
  return waiting(services, { userId: waiter, holder, until: waitUntil }, attempts, () => null);
}

/** Takes a lease that no other process holds. The SDK repeats a write whose answer was lost. */
const tryTake = (table: Table, lease: Lease, now: number): Promise<boolean> =>
  tryCommitOne(table, { ...writeOf(lease), if: { any: ['absent', ['until', '<=', now], heldBy(lease)] } });

interface Waiter {
  /** Null for a job: its queue limits its executions. */
  readonly userId: string | null;
  /** Identifies the execution. */
  readonly holder: string;
  /** The end of waiting, milliseconds since the epoch. */
  readonly until: number;
}

/** Runs what waits in one of the user's places; `tooMany` gives the result when all are taken. */
export async function waiting<Result>(
  { table, clock }: Pick<LeaseServices, 'table' | 'clock'>,
  { userId, holder, until }: Waiter,
  run: () => Promise<Result>,
  tooMany: () => Result,
): Promise<Result> {
  if (userId === null) return run();
  const now = clock.now();
  const end = until + CLOCK_SPREAD_MS;
  for (let place = 1; place <= MOST_WAITING; place++) {
    const lease = { key: waitingKey(userId, place), holder, lastsMs: end - now, until: end };
    if (!(await tryTake(table, lease, now))) continue;
    try {
      return await run();
    } finally {
      await release(table, lease);
    }
  }
  return tooMany();
}

/** @param place from 1. */
export const waitingKey = (userId: string, place: number): Key =>
  keys.share(digest(`waiting\n${userId}\n${place}`));

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
