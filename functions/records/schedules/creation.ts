/** The creation of schedules, one or several in a transaction, and the removal of those that were never connected. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { OwnedEntity } from '../entities/entity.ts';
import { keys } from '../../store/keys.ts';
import { commit, type Table, type Write } from '../../store/table.ts';
import { dueIndexWrites } from './due-index.ts';
import { accountsForAll, deletionWrites, type OtherSchedule, scheduleChanged } from './schedule.ts';
import {
  type ContractFields,
  itemOf,
  NO_CONTRACT_FIELDS,
  ownedFrom,
  type OwnedSchedule,
  type StoredSchedule,
  type StoredTerms,
} from './schedule-item.ts';

export interface NewSchedule extends Partial<ContractFields> {
  readonly scheduleId: string;
  readonly name: string;
  readonly terms: StoredTerms;
  readonly autoSyncSince: CalendarDate | null;
  readonly createdAt: string;
  readonly refinances?: StoredSchedule['refinances'];
  /** Accounts that its set-up is offered. */
  readonly accounts?: StoredSchedule['accounts'];
}

/** A schedule that is neither connected nor posted. */
export const newSchedule = (given: NewSchedule): StoredSchedule => ({
  ...NO_CONTRACT_FIELDS,
  refinances: null,
  accounts: {},
  ...given,
  autoSync: given.autoSyncSince !== null,
  noTax: false,
  tracking: null,
  archived: false,
  archivedEnd: null,
  xeroConnected: false,
  plannedAccounts: null,
  opening: null,
  openIntents: 0,
  openJournal: null,
  openingAttempts: 0,
  contact: null,
  syncedCount: 0,
  syncedNumbers: new Set(),
  paymentChanges: 0,
  eventCount: 0,
  outline: null,
  eventNumber: 0,
  hasPurchase: false,
  fileBytes: 0,
  version: 1,
});

/**
 * The writes that create schedules of some entities of an organisation, the entities' own first: at most three a schedule
 * beside them, one for each chunk, and one for the size of the organisation.
 */
export function creationWrites(groups: readonly Group<NewSchedule>[]): Write[] {
  const all = groups.map(({ entity, schedules }) => ({ entity, schedules: schedules.map(newSchedule) }));
  return [
    ...accountsForAll(
      all.map(({ entity, schedules }) => ({
        entity,
        changes: schedules.map((after) => ({ scheduleId: after.scheduleId, before: null, after })),
      })),
    ),
    ...all.flatMap(({ entity, schedules }) => schedules.flatMap((schedule) => itemWrites(entity, schedule))),
  ];
}

/** Schedules of one of an organisation's entities. */
interface Group<Schedule> {
  readonly entity: OwnedEntity;
  readonly schedules: readonly Schedule[];
}

const itemWrites = ({ entityId }: OwnedEntity, schedule: StoredSchedule): Write[] => [
  { put: itemOf(entityId, schedule), if: 'absent', otherwise: scheduleChanged },
  {
    put: { ...keys.scheduleParent(schedule.scheduleId), entityId },
    if: 'absent',
    otherwise: scheduleChanged,
  },
  ...dueIndexWrites(entityId, schedule.scheduleId, null, schedule),
];

/** A schedule that is created together with a change of another one. */
export function alsoCreated(entity: OwnedEntity, given: NewSchedule, more: readonly Write[]): OtherSchedule {
  const after = newSchedule(given);
  const { scheduleId } = given;
  return { scheduleId, before: null, after, writes: [...itemWrites(entity, after), ...more] };
}

/**
 * A schedule that is deleted together with a change of another one. What is below it and its files are left to the job that
 * finishes deletions: the process that ends an undo may not delete files.
 */
export const alsoRemoved = (schedule: OwnedSchedule): OtherSchedule => ({
  scheduleId: schedule.scheduleId,
  before: schedule,
  after: null,
  writes: deletionWrites(schedule, Date.parse(schedule.createdAt)),
});

/** The writes that delete schedules of some entities that were never connected and are still as they were read. */
export function removalWrites(groups: readonly Group<OwnedSchedule>[]): Write[] {
  const removed = groups.flatMap(({ schedules }) => schedules);
  return [
    ...accountsForAll(
      groups.map(({ entity, schedules }) => ({
        entity,
        changes: schedules.map((before) => ({ scheduleId: before.scheduleId, before, after: null })),
      })),
    ),
    ...removed.flatMap(({ entityId, scheduleId, version }): Write[] => [
      { delete: keys.schedule(entityId, scheduleId), if: ['version', '=', version] },
      ...dueIndexWrites(entityId, scheduleId, null, null),
    ]),
  ];
}

/** @throws Refusal `invalid` when the entity has as many schedules as it may, `not-found` when it is gone. */
export async function createSchedule(
  table: Table,
  entity: OwnedEntity,
  given: NewSchedule,
  more: readonly Write[] = [],
): Promise<OwnedSchedule> {
  await commit(table, [...creationWrites([{ entity, schedules: [given] }]), ...more]);
  return ownedFrom(entity.entityId, itemOf(entity.entityId, newSchedule(given)));
}
