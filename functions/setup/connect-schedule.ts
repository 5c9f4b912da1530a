/** Connects a schedule to its entity's Xero organisation, which takes one of the plan's connections. */
import { businessDate } from '../../domain/calendar.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { stillLinked } from '../records/entities/links.ts';
import { openingIn } from '../records/schedules/opening-journals.ts';
import { type OwnedSchedule, ownSchedule, saveSchedule } from '../records/schedules/schedule.ts';
import { auditEntry, type AuditEntry } from '../records/tenants/audit.ts';
import type { Table } from '../store/table.ts';
import { linkOf } from '../xero/session.ts';

/**
 * Auto sync starts today. Returns a connected schedule as it is.
 * @throws Refusal `conflict` when it is archived, or the plan has no connection left
 */
export async function connectSchedule(
  table: Table,
  { entity, schedule }: { readonly entity: OwnedEntity; readonly schedule: OwnedSchedule },
  { actor, at }: Pick<AuditEntry, 'actor' | 'at'>,
): Promise<OwnedSchedule> {
  const link = linkOf(entity);
  if (schedule.archived) {
    throw conflict('schedule/archived', 'Cannot connect an archived schedule.');
  }
  if (schedule.xeroConnected) return schedule;
  const changes = {
    xeroConnected: true,
    autoSyncSince: schedule.autoSync ? businessDate(at) : null,
    opening: await openingIn(table, schedule, link.tenantId),
  };
  const writes = [
    stillLinked(entity.entityId, link),
    auditEntry({ actor, action: 'schedule/connect', subject: schedule.scheduleId, at }),
  ];
  try {
    return await saveSchedule(table, entity, schedule, changes, writes);
  } catch (error) {
    const isBeaten = error instanceof Refusal && error.code === 'schedule/changed';
    const current = isBeaten ? await ownSchedule(table, entity, schedule.scheduleId) : schedule;
    if (!current.xeroConnected) throw error;
    return current;
  }
}
