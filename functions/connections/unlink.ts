/** Unlinks an entity with everything that depends on the link; documents in Xero stay there. */
import { type OwnedEntity, readAgain, type XeroLink } from '../records/entities/entity.ts';
import { unlinkEntity } from '../records/entities/links.ts';
import { chunkOf } from '../records/entities/schedule-chunks.ts';
import { listRegisters } from '../records/registers/register.ts';
import { saveRegister } from '../records/registers/register-writes.ts';
import { changedSchedule, type OwnedSchedule, scheduleWrites } from '../records/schedules/schedule.ts';
import { commitAll, type Table, type Write } from '../store/table.ts';
import type { XeroServices } from '../services/context.ts';
import { endLink } from '../xero/remove-connections.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { reconciledSchedules } from '../posting/protocol/run-posting.ts';

interface Unlinking extends Pick<PostingRequest, 'userId' | 'deadlines'> {
  /** An authorisation that remains in use. */
  readonly keep?: string;
  /** Writes that join the last transaction. */
  readonly more: readonly Write[];
}

/**
 * Unlinks an entity: its schedules lose accounts, connection and auto sync, as many together as a transaction takes, and
 * its registers accounts and auto posting. The link goes last, so an interrupted call can be repeated.
 * @throws Refusal `conflict` while the outcome of a posting is unknown.
 */
export async function unlink(
  services: XeroServices,
  entity: OwnedEntity,
  link: XeroLink,
  { userId, deadlines, keep, more }: Unlinking,
): Promise<OwnedEntity> {
  const { table } = services;
  const schedules = await reconciledSchedules(services, { entity, userId, deadlines });
  // Schedules of one chunk go together, since a transaction takes 4 MB.
  const set = schedules
    .filter(isSetUp)
    .toSorted((a, b) => chunkOf(entity, a.scheduleId) - chunkOf(entity, b.scheduleId));
  await commitAll(table, set, (some) =>
    scheduleWrites(
      entity,
      some.map((before) => ({ before, after: changedSchedule(before, UNSET) })),
    ),
  );
  await unsetRegisters(table, entity);
  await unlinkEntity(table, entity, link, more);
  await endLink(services, link, deadlines, keep);
  return readAgain(table, entity);
}

const isSetUp = ({ xeroConnected, autoSync, accounts }: OwnedSchedule): boolean =>
  xeroConnected || autoSync || Object.keys(accounts).length > 0;

const UNSET = {
  xeroConnected: false,
  accounts: {},
  plannedAccounts: null,
  autoSync: false,
  autoSyncSince: null,
};

/** The last register without accounts gives the entity's connection back. */
async function unsetRegisters(table: Table, entity: OwnedEntity): Promise<void> {
  for (const register of await listRegisters(table, entity)) {
    if (!register.autoPost && Object.keys(register.accounts).length === 0) continue;
    await saveRegister(table, entity, register, { accounts: {}, autoPost: false, autoPostSince: null });
  }
}
