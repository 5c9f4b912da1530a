import type { OwnedEntity } from '../entities/entity-store.ts';
import { listSchedules, type OwnedSchedule, refuseWhilePosting } from '../schedules/schedule-store.ts';
import type { XeroServices } from '../lib/context.ts';
import { reconciled, type Time } from './posting-session.ts';

/**
 * An entity's schedules, none of which has an open posting: those left behind are asked after first.
 * @throws Refusal `conflict` while it isn't known whether Xero took something.
 */
export async function refuseEntityPosting(
  services: XeroServices,
  entity: OwnedEntity,
  time: Time,
): Promise<OwnedSchedule[]> {
  const schedules = await listSchedules(services.table, entity);
  const settled: OwnedSchedule[] = [];
  for (const schedule of schedules) settled.push(await reconciled(services, entity, schedule, time));
  settled.forEach(refuseWhilePosting);
  return settled;
}
