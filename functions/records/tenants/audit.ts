/**
 * Audit entries. Written in the transaction of the action; those of documents in Xero with the outcome. Never changed, and
 * kept for seven years.
 */
import { randomUUID } from 'node:crypto';
import { keys, places } from '../../store/keys.ts';
import { commitOne, type Item, type Table, type Write } from '../../store/table.ts';

const KEPT_MS = 7 * 366 * 86_400_000;

/** The request of an action: its id and truncated network, and what its path names. */
export interface AuditedRequest {
  readonly requestId: string;
  readonly source: string;
  readonly entityId?: string | undefined;
  readonly scheduleId?: string | undefined;
}

export interface AuditEntry {
  /** The user and the organisation; without an organisation the entry goes into the user's own log. */
  readonly actor: {
    readonly userId: string;
    readonly tenantId: string | null;
    /** Absent for jobs. */
    readonly request?: AuditedRequest;
  };
  /** `noun/verb`: `entity/create`. */
  readonly action: `${string}/${string}`;
  /** Id of the object of the action. */
  readonly subject: string;
  /** The entity of an action whose path names none. */
  readonly entityId?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Further facts, such as the new role or the old name. Never a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  /** Entries of one id are one entry, which each part of an action may write. Without it, each is another. */
  readonly id?: string | undefined;
}

type Fact = string | number | boolean | null | undefined;

/** Returns the facts that a change replaced, each as `before → after`. */
export function changesOf<Name extends string>(
  names: readonly Name[],
  before: Readonly<Partial<Record<Name, Fact>>>,
  after: Readonly<Partial<Record<Name, Fact>>>,
): Readonly<Record<string, string>> {
  const shown = (value: Fact): string => String(value ?? '') || '–';
  return Object.fromEntries(
    names
      .filter((name) => after[name] !== undefined && after[name] !== before[name])
      .map((name) => [name, `${shown(before[name])} → ${shown(after[name])}`]),
  );
}

/** Returns the entity of an action: the one that its path names, or its subject. */
export function entityOf(action: string, subject: string, named: string | undefined): string | null {
  return named ?? (action.startsWith('entity/') ? subject : null);
}

/** Returns the write of an entry. Its sort key begins with its time, so that a query returns entries in order. */
export function auditEntry({
  actor,
  action,
  subject,
  at,
  detail,
  ...entry
}: AuditEntry): Extract<Write, { put: Item }> {
  const { tenantId, userId, request } = actor;
  const instant = new Date(at).toISOString();
  const unique = entry.id ?? randomUUID().slice(0, 8);
  const id = `${instant}#${userId}#${action}#${subject}#${unique}`;
  const named = entry.entityId ?? request?.entityId;
  const entityId = entityOf(action, subject, named);
  const item = {
    ...keys.audit(tenantId ?? userId, instant.slice(0, 7), id),
    ...(tenantId !== null && places.auditOfUser(tenantId, userId, id)),
    ...(tenantId !== null && entityId !== null && places.auditOfEntity(tenantId, entityId, id)),
    userId,
    action,
    subject,
    at: instant,
    detail,
    ...request,
    entityId: named,
    ttl: Math.ceil((at + KEPT_MS) / 1000),
  };
  return { put: item, if: entry.id === undefined ? 'absent' : { any: ['absent', ['action', '=', action]] } };
}

/**
 * Writes an entry right after its action. Its key is unique, so that a write whose answer was lost may be repeated, which
 * a condition would refuse.
 */
export async function recordAudit(table: Table, entry: AuditEntry): Promise<void> {
  const { put } = auditEntry(entry);
  await commitOne(table, { put });
}
