/** Unlinks an entity with everything that depends on the link; documents in Xero stay there. */
import { type OwnedEntity, readAgain, type XeroLink } from '../records/entities/entity.ts';
import { unlinkEntity } from '../records/entities/links.ts';
import { type OwnedSchedule, saveSchedule } from '../records/schedules/schedule.ts';
import type { Write } from '../store/table.ts';
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
 * Unlinks an entity: its schedules lose accounts, connection and auto sync, each in a transaction of its own. The
 * link goes last, so an interrupted call can be repeated.
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
  for (const schedule of schedules) await disconnect(services, entity, schedule);
  await unlinkEntity(table, entity, link, more);
  await endLink(services, link, deadlines, keep);
  return readAgain(table, entity);
}

async function disconnect(
  { table }: XeroServices,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
): Promise<void> {
  const { xeroConnected, autoSync, accounts } = schedule;
  if (!xeroConnected && !autoSync && Object.keys(accounts).length === 0) return;
  await saveSchedule(table, entity, schedule, {
    xeroConnected: false,
    accounts: {},
    plannedAccounts: null,
    autoSync: false,
    autoSyncSince: null,
  });
}
