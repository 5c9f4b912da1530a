/** The lease of a Xero organisation: one process posts to it at a time. */
import { Refusal } from '../../domain/refusal.ts';
import type { XeroServices } from '../services/context.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { type Table, tryCommitOne } from '../store/table.ts';

export interface Lease {
  readonly xeroTenantId: XeroTenantId;
  readonly holder: string;
  /** Milliseconds since the epoch; no other process posts before. */
  readonly until: number;
}

const LEASE_MS = 75_000;
const RETRY_MS = 500;

/**
 * Acquires the lease, waiting for it until `until`.
 * @throws Refusal `conflict` when another process keeps it.
 */
export async function acquireLease(
  { table, clock, timers, ids }: Pick<XeroServices, 'table' | 'clock' | 'timers' | 'ids'>,
  xeroTenantId: XeroTenantId,
  until: number,
): Promise<Lease> {
  const holder = ids.uuid();
  for (;;) {
    const lease = await extend(table, { xeroTenantId, holder, until: 0 }, clock.now());
    if (lease) return lease;
    if (clock.now() + RETRY_MS > until) throw leaseHeld();
    await timers.sleep(RETRY_MS);
  }
}

/** The refusal returned when another process holds the lease. */
export function leaseHeld(): Refusal {
  const message = 'Another sync with this Xero organisation is running. Please try again in a minute.';
  return new Refusal('conflict', 'sync/busy', message);
}

/** The lease has expired and another process may post by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** @throws LeaseLost */
export async function renewLease(table: Table, lease: Lease, now: number): Promise<Lease> {
  const renewed = await extend(table, lease, now);
  if (!renewed) throw new LeaseLost();
  return renewed;
}

export async function releaseLease(table: Table, { xeroTenantId, holder }: Lease): Promise<void> {
  await tryCommitOne(table, { delete: keys.xeroLease(xeroTenantId), if: ['holder', '=', holder] });
}

async function extend(table: Table, lease: Lease, now: number): Promise<Lease | null> {
  const { xeroTenantId, holder } = lease;
  const until = now + LEASE_MS;
  const isOurs = await tryCommitOne(table, {
    update: keys.xeroLease(xeroTenantId),
    set: { holder, until },
    if: { any: ['absent', ['holder', '=', holder], ['until', '<=', now]] },
  });
  return isOurs ? { ...lease, until } : null;
}
