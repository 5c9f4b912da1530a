/** The steps after an entity's deletion, which remove what is below it. Each may be repeated. */
import {
  type AttachmentOwner,
  fileKey,
  readAttachments,
  sweepBelow,
} from '../records/entities/attachments.ts';
import { endLink } from '../xero/remove-connections.ts';
import type { ServicesFor, XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { filesOfRegister } from '../records/registers/register.ts';
import { filesOfSchedule } from '../records/schedules/schedule.ts';
import { keys, prefixes } from '../store/keys.ts';
import { listUnder } from '../store/table.ts';
import { type EntityDeletion, sweepEntity } from '../records/entities/deletions.ts';

export type ErasingServices = XeroServices & Pick<ServicesFor<'files:delete'>, 'files'>;

/** Removes the schedules, registers, files and connection of a deleted entity, and last the record of its deletion. */
export async function eraseEntity(
  services: ErasingServices,
  deletion: EntityDeletion,
  deadlines: Pick<Deadlines, 'startBy'>,
): Promise<void> {
  const { table } = services;
  const { entityId } = deletion;
  const idsUnder = async (prefix: string): Promise<string[]> => {
    const items = await listUnder(table, keys.anchor(entityId), prefix);
    return items.map(({ sk }) => sk.slice(prefix.length));
  };
  const schedules = await idsUnder(prefixes.schedules);
  const registers = await idsUnder(prefixes.registers);
  const owners = [
    ...schedules.map((scheduleId) => filesOfSchedule({ entityId, scheduleId })),
    ...registers.map((registerId) => filesOfRegister({ entityId, registerId })),
  ];
  for (const owner of owners) await eraseBelow(services, owner);
  if (deletion.xero) await endLink(services, deletion.xero, deadlines);
  await sweepEntity(table, deletion);
}

/** Removes the files and items below a deleted schedule or register. */
export async function eraseBelow(
  { table, files }: Pick<ErasingServices, 'table' | 'files'>,
  owner: AttachmentOwner,
): Promise<void> {
  const attachments = await readAttachments(table, owner);
  if (attachments.length > 0) await files.remove(attachments.map(({ id }) => fileKey(owner.id, id)));
  await sweepBelow(table, owner);
}
