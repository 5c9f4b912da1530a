/** A move of an entity to another organisation: its request, and the writes that every move makes. */
import { conflict } from '../../domain/refusal.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { negatedSize, type Size, sizeWrites } from '../records/tenants/size.ts';
import { stillThere, type StoredTenant } from '../records/tenants/tenant.ts';
import { keys } from '../store/keys.ts';
import type { Write } from '../store/table.ts';

export interface Move {
  readonly actor: { readonly userId: string; readonly tenantId: string };
  readonly entityId: string;
  readonly targetTenantId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Messages about the move, written in its last transaction. */
  readonly messages: readonly Write[];
}

/** @throws Refusal `conflict` when the connections exceed the target's plan. */
export function refuseBeyondPlan({ used, maximum }: StoredTenant, connections: number): void {
  if (connections === 0 || used + connections <= maximum) return;
  const message = 'The other organisation would exceed its limit for connected schedules.';
  throw conflict('plan/limit-reached', message);
}

/** Returns the writes that move what is stored from the size of one organisation to that of another. */
export const movedSize = (tenantId: string, targetTenantId: string, gone: Size, come: Size): Write[] => [
  ...sizeWrites(tenantId, negatedSize(gone)),
  ...sizeWrites(targetTenantId, come),
];

/**
 * Returns the writes that move connections between plans: those that one gives back, and those that the other takes. The
 * target's is conditional, so that its limit holds.
 */
export function connectionWrites(
  tenantId: string,
  target: StoredTenant,
  { left, arrived }: { readonly left: number; readonly arrived: number },
): Write[] {
  refuseBeyondPlan(target, arrived);
  const asRead = {
    all: [
      ['used', '=', target.used],
      ['maximum', '=', target.maximum],
    ],
  } as const;
  return [
    ...(left === 0
      ? []
      : [{ update: keys.organisation(tenantId), add: { used: -left }, if: 'present' } as const]),
    arrived === 0
      ? stillThere(target.tenantId)
      : { update: keys.organisation(target.tenantId), add: { used: arrived }, if: asRead },
  ];
}

export function auditWrites({ actor, entityId, targetTenantId, now, messages }: Move): Write[] {
  const { userId, tenantId } = actor;
  const entry = { action: 'entity/migrate', subject: entityId, at: now } as const;
  return [
    auditEntry({ ...entry, actor, detail: { to: targetTenantId } }),
    auditEntry({ ...entry, actor: { userId, tenantId: targetTenantId }, detail: { from: tenantId } }),
    ...messages,
  ];
}
