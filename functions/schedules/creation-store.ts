/** The creation of schedules, one or several in a transaction, and the removal of those that were never connected. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../domain/schedule/terms.ts';
import { type OwnedEntity, unknownEntity } from '../entities/entity-store.ts';
import { lenderChanges } from '../entities/lender-store.ts';
import { shortId } from '../lib/short-id.ts';
import { searchWrites } from '../search/search-store.ts';
import { keys } from '../store/keys.ts';
import { commit, type Item, type Table, type Write } from '../store/table.ts';
import { dueIndexWrites } from './due-index-store.ts';
import { figurePath, figuresOf, listedLender, scheduleChanged } from './schedule-store.ts';
import {
  type ContractFields,
  itemOf,
  NO_CONTRACT_FIELDS,
  ownedFrom,
  type OwnedSchedule,
  type StoredSchedule,
  type StoredTerms,
} from './stored-schedule.ts';

export interface NewSchedule extends Partial<ContractFields> {
  readonly scheduleId: string;
  readonly name: string;
  readonly terms: StoredTerms;
  readonly autoSyncSince: CalendarDate | null;
  readonly createdAt: string;
}

/** A schedule that is neither connected nor posted. */
const newSchedule = (given: NewSchedule): StoredSchedule => ({
  ...NO_CONTRACT_FIELDS,
  ...given,
  autoSync: given.autoSyncSince !== null,
  archived: false,
  xeroConnected: false,
  accounts: {},
  opening: null,
  openIntents: 0,
  openJournal: null,
  openingAttempts: 0,
  contact: null,
  syncedCount: 0,
  syncedWords: [],
  version: 1,
});

/**
 * The writes that create schedules of one entity, the entity's own first: at most three a schedule beside it, and one
 * for each search chunk.
 */
export function creationWrites(entity: OwnedEntity, given: readonly NewSchedule[]): Write[] {
  const { tenantId, entityId } = entity;
  const schedules = given.map(newSchedule);
  const figures = schedules.map(
    (schedule) => [figurePath(schedule.scheduleId), figuresOf(schedule)] as const,
  );
  return [
    {
      update: keys.entity(tenantId, entityId),
      set: { ...Object.fromEntries(figures), ...lendersOf(entity, schedules, 'added').set },
      add: { version: 1, scheduleCount: schedules.length },
      if: ['scheduleCount', '<=', MAX_SCHEDULES_PER_ENTITY - schedules.length],
      otherwise: entityFull,
    },
    ...schedules.flatMap((schedule): Write[] => [
      { put: itemOf(entityId, schedule), if: 'absent', otherwise: scheduleChanged },
      {
        put: { ...keys.scheduleParent(schedule.scheduleId), entityId },
        if: 'absent',
        otherwise: scheduleChanged,
      },
      ...dueIndexWrites(schedule.scheduleId, null, schedule),
    ]),
    ...searchWrites(
      entity,
      schedules.map((schedule) => ({ scheduleId: schedule.scheduleId, before: null, after: schedule })),
    ),
  ];
}

function lendersOf(entity: OwnedEntity, schedules: readonly StoredSchedule[], change: 'added' | 'removed') {
  const changes = schedules.map((schedule) => {
    const lender = listedLender(schedule);
    return {
      shortId: shortId(schedule.scheduleId),
      before: change === 'added' ? null : lender,
      after: change === 'added' ? lender : null,
    };
  });
  return lenderChanges(entity, changes);
}

/** The writes that delete schedules of one entity that were never connected and are still as they were read. */
export function removalWrites(entity: OwnedEntity, schedules: readonly OwnedSchedule[]): Write[] {
  const { tenantId, entityId } = entity;
  return [
    {
      update: keys.entity(tenantId, entityId),
      remove: [
        ...schedules.map(({ scheduleId }) => figurePath(scheduleId)),
        ...lendersOf(entity, schedules, 'removed').remove,
      ],
      add: { version: 1, scheduleCount: -schedules.length },
      if: 'present',
    },
    ...schedules.flatMap(({ scheduleId, version }): Write[] => [
      { delete: keys.schedule(entityId, scheduleId), if: ['version', '=', version] },
      ...dueIndexWrites(scheduleId, null, null),
    ]),
    ...searchWrites(
      entity,
      schedules.map((schedule) => ({ scheduleId: schedule.scheduleId, before: schedule, after: null })),
    ),
  ];
}

/** @throws Refusal `invalid` when the entity has as many schedules as it may, `not-found` when it is gone. */
export async function createSchedule(
  table: Table,
  entity: OwnedEntity,
  given: NewSchedule,
  more: readonly Write[] = [],
): Promise<OwnedSchedule> {
  await commit(table, [...creationWrites(entity, [given]), ...more]);
  return ownedFrom(entity.entityId, itemOf(entity.entityId, newSchedule(given)));
}

function entityFull(entity: Item | undefined): Refusal {
  if (!entity) return unknownEntity();
  const message = `An entity can have at most ${MAX_SCHEDULES_PER_ENTITY} schedules.`;
  return invalid('schedules', 'schedule/limit-reached', message);
}
