/** The steps after an entity's deletion, which remove what is below it. Each may be repeated. */
import { eraseBelow } from '../records/entities/attachments.ts';
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
  for (const scheduleId of schedules) await eraseBelow(services, filesOfSchedule({ entityId, scheduleId }));
  for (const registerId of registers) await eraseBelow(services, filesOfRegister({ entityId, registerId }));
  if (deletion.xero) await endLink(services, deletion.xero, deadlines);
  await sweepEntity(table, deletion);
}
