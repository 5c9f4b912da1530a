/** A move of an entity to another organisation: its request, and the writes that every move makes. */
import { conflict } from '../../domain/refusal.ts';
import { auditEntry } from '../records/tenants/audit.ts';
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

/** Returns the writes that move the connections between plans. The target's is conditional, so that its limit holds. */
export function connectionWrites(tenantId: string, target: StoredTenant, connections: number): Write[] {
  refuseBeyondPlan(target, connections);
  if (connections === 0) return [stillThere(target.tenantId)];
  const asRead = {
    all: [
      ['used', '=', target.used],
      ['maximum', '=', target.maximum],
    ],
  } as const;
  return [
    { update: keys.organisation(tenantId), add: { used: -connections }, if: 'present' },
    { update: keys.organisation(target.tenantId), add: { used: connections }, if: asRead },
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
