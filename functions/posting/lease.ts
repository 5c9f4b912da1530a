/** Who may post to a Xero organisation: one at a time, for as long as the lease lasts. */
import { Refusal } from '../../domain/refusal.ts';
import { keys } from '../store/keys.ts';
import { retryOnConflict, type Table, WriteRefused } from '../store/table.ts';
import type { XeroServices } from '../lib/context.ts';

export interface Lease {
  readonly tenantId: string;
  readonly holder: string;
  /** Milliseconds since the epoch; nobody else posts before. */
  readonly until: number;
}

/** What must be left of a lease when a call starts: three times what the call can take. */
const LEASE_SPARE_MS = 60_000;
const LEASE_MS = 75_000;
const RETRY_MS = 500;

/**
 * Takes the lease of a Xero organisation, waiting for it until `until`.
 * @throws Refusal `conflict` when somebody else keeps it.
 */
export async function takeLease(
  { table, clock, timers, ids }: Pick<XeroServices, 'table' | 'clock' | 'timers' | 'ids'>,
  tenantId: string,
  until: number,
): Promise<Lease> {
  const holder = ids.uuid();
  for (;;) {
    const lease = await extend(table, { tenantId, holder, until: 0 }, clock.now());
    if (lease) return lease;
    if (clock.now() + RETRY_MS > until) throw leaseTaken();
    await timers.sleep(RETRY_MS);
  }
}

/** What who can't have the lease is told. */
export function leaseTaken(): Refusal {
  const message = 'Somebody else is syncing with Xero right now. Please try again in a minute.';
  return new Refusal('conflict', 'sync/busy', message);
}

/** A lease was lost: others may post by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** @throws LeaseLost */
export async function renewLease(table: Table, lease: Lease, now: number): Promise<Lease> {
  const renewed = await extend(table, lease, now);
  if (!renewed) throw new LeaseLost();
  return renewed;
}

export async function giveLeaseBack(table: Table, { tenantId, holder }: Lease): Promise<void> {
  try {
    await table.write({ delete: keys.xeroLease(tenantId), if: ['holder', '=', holder] });
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
  }
}

/** Until when a call may start: whatever becomes of it, it is over long before somebody else may post. */
export function lastStart({ until }: Lease): number {
  return until - LEASE_SPARE_MS;
}

async function extend(table: Table, lease: Lease, now: number): Promise<Lease | null> {
  const { tenantId, holder } = lease;
  const until = now + LEASE_MS;
  try {
    await retryOnConflict(() =>
      table.write({
        update: keys.xeroLease(tenantId),
        set: { holder, until },
        if: { any: ['absent', ['holder', '=', holder], ['until', '<=', now]] },
      }),
    );
    return { ...lease, until };
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    return null;
  }
}
