/** The steps after the deletion of an entity, a schedule or a register, which remove what is below it. Each may be repeated. */
import {
  type AttachmentOwner,
  fileKey,
  readAttachments,
  sweepBelow,
} from '../records/entities/attachments.ts';
import { endLink } from '../xero/remove-connections.ts';
import type { ServicesFor, XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { filesOfRegister, type OwnedRegister } from '../records/registers/register.ts';
import { sweepRegister } from '../records/registers/register-writes.ts';
import { filesOfSchedule, type OwnedSchedule } from '../records/schedules/schedule.ts';
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
  for (const scheduleId of schedules) await eraseSchedule(services, { entityId, scheduleId });
  for (const registerId of registers) await eraseBelow(services, filesOfRegister({ entityId, registerId }));
  if (deletion.xero) await endLink(services, deletion.xero, deadlines);
  await sweepEntity(table, deletion);
}

type Eraser = Pick<ErasingServices, 'table' | 'files'>;

/** Removes the files and items below a deleted schedule. */
export const eraseSchedule = (
  services: Eraser,
  schedule: Pick<OwnedSchedule, 'entityId' | 'scheduleId'>,
): Promise<void> => eraseBelow(services, filesOfSchedule(schedule));

/** Removes the changes of a deleted register, the records of its documents, and its files. */
export async function eraseRegister(
  services: Eraser,
  register: Pick<OwnedRegister, 'entityId' | 'registerId'>,
): Promise<void> {
  await sweepRegister(services.table, register);
  await eraseBelow(services, filesOfRegister(register));
}

async function eraseBelow({ table, files }: Eraser, owner: AttachmentOwner): Promise<void> {
  const attachments = await readAttachments(table, owner);
  if (attachments.length > 0) await files.remove(attachments.map(({ id }) => fileKey(owner.id, id)));
  await sweepBelow(table, owner);
}
