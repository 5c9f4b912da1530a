/** The way up from a schedule's id: its entity, and the organisation that this belongs to now. */
import * as z from 'zod';
import { Refusal } from '../../../domain/refusal.ts';
import { type OwnedEntity, ownEntity } from '../entities/entity.ts';
import { allEntities, type EntityScope, isInScope } from '../tenants/entity-scope.ts';
import { keys } from '../../store/keys.ts';
import type { TableReader } from '../../store/table.ts';
import { type OwnedSchedule, ownSchedule, unknownSchedule } from './schedule.ts';

const Parent = z.object({ entityId: z.string() });
const Anchor = z.object({
  tenantId: z.string(),
  xero: z.object({ tenantId: z.string() }).nullable(),
});

/** The place of a schedule; `xeroTenantId` is the Xero organisation that its entity is linked to. */
export interface ScheduleLocation {
  readonly scheduleId: string;
  readonly entityId: string;
  readonly tenantId: string;
  readonly xeroTenantId: string | null;
}

/** Returns the places of schedules in the order asked, with two small reads each, or one when they share an entity. */
export async function placesOf(
  table: TableReader,
  scheduleIds: readonly string[],
): Promise<readonly (ScheduleLocation | null)[]> {
  const parents = (await table.getMany(scheduleIds.map(keys.scheduleParent))).map((item) =>
    item ? Parent.parse(item).entityId : null,
  );
  const entityIds = [...new Set(parents.filter((id) => id !== null))];
  const anchors = new Map(
    (await table.getMany(entityIds.map(keys.anchor))).flatMap((item, index) => {
      const entityId = entityIds[index];
      return item && entityId !== undefined ? [[entityId, Anchor.parse(item)] as const] : [];
    }),
  );
  return scheduleIds.map((scheduleId, index) => {
    const entityId = parents[index] ?? null;
    const anchor = entityId === null ? undefined : anchors.get(entityId);
    if (entityId === null || !anchor) return null;
    const { tenantId, xero } = anchor;
    return { scheduleId, entityId, tenantId, xeroTenantId: xero?.tenantId ?? null };
  });
}

/**
 * Returns the places of schedules in a scope, in the order asked.
 * @throws Refusal `not-found` when one is unknown, of another organisation, or outside the scope.
 */
export async function ownPlaces(
  table: TableReader,
  scope: EntityScope,
  scheduleIds: readonly string[],
): Promise<readonly ScheduleLocation[]> {
  return (await placesOf(table, scheduleIds)).map((place) => {
    if (place?.tenantId !== scope.tenantId || !isInScope(scope, place.entityId)) throw unknownSchedule();
    return place;
  });
}

export interface Located {
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
}

/** Schedules of one entity, which is read once; null for what is not there any more. */
export async function locateTogether(
  table: TableReader,
  places: readonly ScheduleLocation[],
): Promise<readonly (Located | null)[]> {
  const [first] = places;
  if (!first) return [];
  const entity = await nullIfGone(ownEntity(table, allEntities(first.tenantId), first.entityId));
  return Promise.all(
    places.map(async ({ scheduleId }) => {
      const schedule = entity && (await nullIfGone(ownSchedule(table, entity, scheduleId)));
      return schedule ? { entity, schedule } : null;
    }),
  );
}

/** Schedules with their entities, each of which is read once, by the schedules' ids; without those just moving or gone. */
export async function locateMany(
  table: TableReader,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, Located>> {
  const places = (await placesOf(table, scheduleIds)).filter((place) => place !== null);
  const found = new Map<string, Located>();
  for (const together of Map.groupBy(places, ({ entityId }) => entityId).values()) {
    for (const located of await locateTogether(table, together)) {
      if (located) found.set(located.schedule.scheduleId, located);
    }
  }
  return found;
}

export async function locateEntity(table: TableReader, entityId: string): Promise<OwnedEntity | null> {
  const anchor = await table.get(keys.anchor(entityId));
  return anchor ? nullIfGone(ownEntity(table, allEntities(Anchor.parse(anchor).tenantId), entityId)) : null;
}

/** How often a schedule may move away while it is looked for. */
const ATTEMPTS = 3;

export async function locateSchedule(table: TableReader, scheduleId: string): Promise<Located | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [place] = await placesOf(table, [scheduleId]);
    if (!place) return null;
    const [located] = await locateTogether(table, [place]);
    if (located) return located;
  }
  throw new Error(`Schedule ${scheduleId} is moving all the time`);
}

/** Returns null for what is not there. */
export async function nullIfGone<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}
