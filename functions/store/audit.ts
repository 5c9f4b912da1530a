/**
 * Who did what when: put into the transaction that does it (written right after it, where it was done in Xero),
 * and never changed afterwards.
 */
import { randomUUID } from 'node:crypto';
import { keys } from './keys.ts';
import type { Item, Write } from './table.ts';

export interface AuditEntry {
  /** Who did it, and in which organisation; what happens outside of any goes into a log of the user's own. */
  readonly actor: { readonly userId: string; readonly tenantId: string | null };
  /** `thing/verb`: `entity/create`. */
  readonly action: `${string}/${string}`;
  /** Id of what it was done to. */
  readonly subject: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What the action and the subject don't say: the new role, the old name. Never a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** The entry's sort key is its time first, so a month of an organisation reads in the order of events. */
export function auditEntry({
  actor,
  action,
  subject,
  at,
  detail,
}: AuditEntry): Extract<Write, { put: Item }> {
  const instant = new Date(at).toISOString();
  const key = keys.audit(
    actor.tenantId ?? actor.userId,
    instant.slice(0, 7),
    `${instant}#${actor.userId}#${action}#${subject}#${randomUUID().slice(0, 8)}`,
  );
  return { put: { ...key, userId: actor.userId, action, subject, at: instant, detail }, if: 'absent' };
}
