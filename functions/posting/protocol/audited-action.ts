/** Audit entries of actions in Xero. They are written with the outcome, also when another process finds it. */
import * as z from 'zod';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import type { Write } from '../../store/table.ts';

const ACTIONS = [
  'schedule/sync-payments',
  'schedule/reverse-payment',
  'schedule/dishonour-payment',
  'schedule/post-dishonour-fee',
  'schedule/sync-event',
  'schedule/undo-event',
  'schedule/post-opening-journal',
  'entity/post-adjusting-journals',
  'register/post-entries',
  'register/reverse-entry',
] as const;

/** Actions each batch of which has an entry of its own, with its own count. */
const BY_BATCH: ReadonlySet<string> = new Set([
  'schedule/sync-payments',
  'schedule/post-dishonour-fee',
  'register/post-entries',
]);

/** A user's action that posts or removes documents. It is stored with them while their outcome is unknown. */
export const AuditedAction = z.object({
  actor: z.object({
    userId: z.string(),
    tenantId: z.string(),
    request: z.object({
      requestId: z.string(),
      source: z.string(),
      entityId: z.string().optional(),
      scheduleId: z.string().optional(),
    }),
  }),
  action: z.enum(ACTIONS),
  detail: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});

export type AuditedAction = z.input<typeof AuditedAction>;

/**
 * Returns the write of the action's entry; none for jobs. `scheduleId` is the id of the documents' owner. Each part
 * of an action may write it: they make one entry, except where each batch has its own count.
 * @param outcome further facts, known with the outcome
 */
export function auditEntries(
  audited: AuditedAction | undefined,
  { entityId, scheduleId }: Pick<OwnedSchedule, 'entityId' | 'scheduleId'>,
  outcome: AuditedAction['detail'] = {},
): Write[] {
  if (!audited) return [];
  const detail = { ...audited.detail, ...outcome };
  const id = BY_BATCH.has(audited.action) ? undefined : audited.actor.request.requestId;
  return [auditEntry({ ...audited, subject: scheduleId, entityId, detail, id })];
}
