/** Ending the link of an entity with everything that depended on it; what is in Xero stays there. */
import { type OwnedEntity, ownEntity, type XeroLink } from '../entities/entity-store.ts';
import { entitiesLinkedTo, unlinkEntity } from '../entities/link-store.ts';
import {
  listSchedules,
  refuseWhilePosting,
  saveSchedule,
  type OwnedSchedule,
} from '../schedules/schedule-store.ts';
import { XeroError } from '../services/xero/port.ts';
import type { Write } from '../store/table.ts';
import { accessToken, type XeroServices } from '../xero/access-token.ts';
import { reconciled, type Time } from '../xero/at-xero.ts';
import { deleteAuthorisation, readAuthorisation } from '../xero/authorisation-store.ts';

interface Unlinking {
  readonly time: Time;
  /** An authorisation that goes on being used. */
  readonly keep?: string;
  /** What goes into the last transaction. */
  readonly more: readonly Write[];
}

/**
 * Unlinks an entity: its schedules lose accounts, connection and auto sync, each in a transaction of its own; the
 * link goes last, so who is interrupted can begin again.
 * @throws Refusal `conflict` while it isn't known whether Xero took something.
 */
export async function unlink(
  services: XeroServices,
  entity: OwnedEntity,
  link: XeroLink,
  { time, keep, more }: Unlinking,
): Promise<OwnedEntity> {
  const { table } = services;
  const { schedules } = await listSchedules(table, entity);
  const settled: OwnedSchedule[] = [];
  for (const schedule of schedules) settled.push(await reconciled(services, entity, schedule, time));
  settled.forEach(refuseWhilePosting);
  for (const schedule of settled) await disconnect(services, entity, schedule);
  await unlinkEntity(table, entity, link, more);
  await leaveXero(services, link, time);
  if (link.authorisationId !== keep) await deleteAuthorisation(table, link.authorisationId);
  return ownEntity(table, entity.tenantId, entity.entityId);
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
    autoSync: false,
    autoSyncSince: null,
  });
}

/** Ends our access to an organisation that no entity is linked to any more; a failure only leaves it to expire. */
async function leaveXero(services: XeroServices, link: XeroLink, { until }: Time): Promise<void> {
  const { table, xero } = services;
  const { authorisationId, tenantId } = link;
  const authorisation = await readAuthorisation(table, authorisationId);
  const connection = authorisation?.connections.find((one) => one.tenantId === tenantId);
  try {
    if (connection && (await entitiesLinkedTo(table, tenantId)).length === 0) {
      const token = await accessToken(services, authorisationId, { until });
      await xero.disconnect(token, connection.connectionId);
    }
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
  }
}
