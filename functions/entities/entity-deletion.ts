/** The steps after an entity's deletion, which remove what is below it. Each may be repeated. */
import { fileKey, readAttachments } from '../records/schedules/attachments.ts';
import { endLink } from '../xero/remove-connections.ts';
import type { ServicesFor, XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { sweepSchedule } from '../records/schedules/schedule.ts';
import { keys, prefixes } from '../store/keys.ts';
import { listUnder } from '../store/table.ts';
import { type EntityDeletion, sweepEntity } from '../records/entities/deletions.ts';

export type ErasingServices = XeroServices & Pick<ServicesFor<'files:delete'>, 'files'>;

/** Removes the schedules, files and connection of a deleted entity, and last the record of its deletion. */
export async function eraseEntity(
  services: ErasingServices,
  deletion: EntityDeletion,
  deadlines: Pick<Deadlines, 'startBy'>,
): Promise<void> {
  const { table, files } = services;
  for (const { sk } of await listUnder(table, keys.anchor(deletion.entityId), prefixes.schedules)) {
    const scheduleId = sk.slice(prefixes.schedules.length);
    const attachments = await readAttachments(table, scheduleId);
    if (attachments.length > 0) await files.remove(attachments.map(({ id }) => fileKey(scheduleId, id)));
    await sweepSchedule(table, scheduleId);
  }
  if (deletion.xero) await endLink(services, deletion.xero, deadlines);
  await sweepEntity(table, deletion);
}
