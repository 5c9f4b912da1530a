/** Schedules: their terms, contract fields and integration with Xero. With `creation.ts` the only writer of their items. */
import { conflict, invalid, notFound, type Refusal } from '../../../domain/refusal.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../../domain/amortisation/terms.ts';
import { type OwnedEntity, unknownEntity } from '../entities/entity.ts';
import { type AttachmentOwner, eraseBelow, type Eraser } from '../entities/attachments.ts';
import { deletionWrite } from '../entities/deletions.ts';
import { attentionWrites } from '../entities/attention.ts';
import { chunkWrites } from '../entities/schedule-chunks.ts';
import { type Size, sizeWrites, sumOfSizes } from '../tenants/size.ts';
import { connectionLimit } from '../tenants/tenant.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { commit, type Item, listUnder, type Table, type TableReader, type Write } from '../../store/table.ts';
import { dueIndexWrites, isDueAnew } from './due-index.ts';
import { paymentsIn, projectionOf } from './projection.ts';
import { itemOf, ownedFrom, type OwnedSchedule, type StoredSchedule } from './schedule-item.ts';

export type { OwnedSchedule, StoredSchedule };

export const unknownSchedule = (): Refusal =>
  notFound('schedule/unknown', 'The schedule could not be found.');

export const scheduleChanged = (): Refusal =>
  conflict('schedule/changed', 'This schedule was changed elsewhere. Please check it and try again.');

/** @throws Refusal `not-found` unless the schedule is the entity's. */
export async function ownSchedule(
  table: TableReader,
  { entityId }: OwnedEntity,
  scheduleId: string,
): Promise<OwnedSchedule> {
  const item = await table.get(keys.schedule(entityId, scheduleId));
  if (!item) throw unknownSchedule();
  return ownedFrom(entityId, item);
}

export async function findSchedule(
  table: TableReader,
  { entityId }: OwnedEntity,
  scheduleId: string,
): Promise<OwnedSchedule | null> {
  const item = await table.get(keys.schedule(entityId, scheduleId));
  return item ? ownedFrom(entityId, item) : null;
}

/** Returns some of an entity's schedules, without those that are gone. */
export async function readSchedules(
  table: TableReader,
  entityId: string,
  scheduleIds: readonly string[],
): Promise<OwnedSchedule[]> {
  if (scheduleIds.length === 0) return [];
  const items = await table.getMany(scheduleIds.map((id) => keys.schedule(entityId, id)));
  return items.flatMap((item) => (item ? [ownedFrom(entityId, item)] : []));
}

/** All of an entity's schedules, in the order they were created. */
export async function listSchedules(table: TableReader, { entityId }: OwnedEntity): Promise<OwnedSchedule[]> {
  const items = await listUnder(table, keys.anchor(entityId), prefixes.schedules);
  return items
    .map((item) => ownedFrom(entityId, item))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** A schedule as it was and as it will be; null where there is none. */
interface ScheduleChange {
  readonly scheduleId: string;
  readonly before: StoredSchedule | null;
  readonly after: StoredSchedule | null;
}

/** Another schedule of the entity that is created or deleted in the transaction that changes one. */
export interface OtherSchedule extends ScheduleChange {
  readonly writes: readonly Write[];
}

/**
 * The writes that go with every write of a schedule: the entity's counts and version, the connections in use, the size of
 * the organisation, the projections in the entity's chunks, and the attention items.
 */
export const accountsFor = (entity: OwnedEntity, changes: readonly ScheduleChange[]): Write[] =>
  accountsForAll([{ entity, changes }]);

export interface EntityChanges {
  readonly entity: OwnedEntity;
  readonly changes: readonly ScheduleChange[];
}

/** The same of several entities of one organisation, whose size is one item. */
export function accountsForAll(all: readonly EntityChanges[]): Write[] {
  const accounts = all.map(accountsOf);
  const tenantId = all[0]?.entity.tenantId;
  return [
    ...accounts.flatMap(({ writes }) => writes),
    ...(tenantId === undefined ? [] : sizeWrites(tenantId, sumOfSizes(accounts.map(({ size }) => size)))),
  ];
}

function accountsOf({ entity, changes }: EntityChanges): { writes: Write[]; size: Size } {
  const { tenantId, entityId } = entity;
  const sum = (count: (change: ScheduleChange) => number): number =>
    changes.reduce((total, change) => total + count(change), 0);
  const taken = sum(
    ({ before, after }) => Number(after?.xeroConnected ?? false) - Number(before?.xeroConnected ?? false),
  );
  const created = sum(({ before, after }) => Number(after !== null) - Number(before !== null));
  const projections = changes.map(({ scheduleId, before, after }) => ({
    scheduleId,
    before: before && projectionOf(before),
    after: after && projectionOf(after),
  }));
  const payments = projections.reduce(
    (total, { before, after }) => total + paymentsIn(after) - paymentsIn(before),
    0,
  );
  const fileBytes = sum(({ before, after }) => (after?.fileBytes ?? 0) - (before?.fileBytes ?? 0));
  const entityWrite: Write = {
    update: keys.entity(tenantId, entityId),
    add: {
      version: 1,
      ...(taken !== 0 && { connected: taken }),
      ...(created !== 0 && { scheduleCount: created }),
      ...(payments !== 0 && { payments }),
      ...(fileBytes !== 0 && { fileBytes }),
    },
    ...(created > 0
      ? { if: ['scheduleCount', '<=', MAX_SCHEDULES_PER_ENTITY - created], otherwise: entityFull }
      : { if: 'present', otherwise: scheduleChanged }),
  };
  const size = { schedules: created, payments, fileBytes, xeroOrganisations: 0 };
  const chunks = chunkWrites(entity, projections);
  const attention = attentionWrites(
    entity,
    changes.map((change) => ({ ...change, isDueAnew: isDueAnew(change.before, change.after) })),
  );
  if (taken === 0) return { writes: [entityWrite, ...chunks, ...attention], size };
  const planWrite: Write = {
    update: keys.organisation(tenantId),
    add: { used: taken },
    ...(taken > 0
      ? { if: ['used', '<', { attribute: 'maximum' }], otherwise: limitReached }
      : { if: 'present', otherwise: scheduleChanged }),
  };
  return { writes: [entityWrite, planWrite, ...chunks, ...attention], size };
}

function entityFull(entity: Item | undefined): Refusal {
  if (!entity) return unknownEntity();
  const message = `An entity can have at most ${MAX_SCHEDULES_PER_ENTITY} schedules.`;
  return invalid('schedules', 'schedule/limit-reached', message);
}

function limitReached(organisation: Item | undefined): Refusal {
  return organisation ? connectionLimit(Number(organisation['maximum'])) : scheduleChanged();
}

type Changes = Partial<Omit<StoredSchedule, 'scheduleId' | 'version' | 'createdAt'>>;

/** Returns a schedule as it is stored after changes. */
export function changedSchedule(before: OwnedSchedule, changes: Changes): OwnedSchedule {
  // The contact has the lender's name, so another lender is another contact.
  const isOtherLender = changes.lender !== undefined && changes.lender !== before.lender;
  return {
    ...before,
    ...(isOtherLender && { contact: null }),
    ...changes,
    version: before.version + 1,
  };
}

/**
 * Returns the writes that store schedules of an entity if their versions are still those read, with their projections,
 * due entries and the plan's count. `other` joins the same transaction.
 */
export function scheduleWrites(
  entity: OwnedEntity,
  all: readonly { readonly before: OwnedSchedule; readonly after: OwnedSchedule }[],
  other: OtherSchedule | null = null,
): Write[] {
  const changes = all.map(({ before, after }) => ({ scheduleId: after.scheduleId, before, after }));
  return [
    ...all.map(({ before, after: { entityId, ...stored } }): Write => ({
      put: itemOf(entityId, stored),
      if: ['version', '=', before.version],
      otherwise: scheduleChanged,
    })),
    ...accountsFor(entity, [...changes, ...(other ? [other] : [])]),
    ...changes.flatMap(({ scheduleId, before, after }) =>
      dueIndexWrites(after.entityId, scheduleId, before, after),
    ),
    ...(other?.writes ?? []),
  ];
}

/**
 * Stores the changes of a schedule if its version is still the one read, together with its projection and the plan's
 * count. `more` joins the same transaction, and so does `other`.
 * @throws Refusal `conflict` when the schedule has changed, its entity has moved, the plan has no connection left, or
 * a write of `more` that carries no refusal of its own fails.
 */
export async function saveSchedule(
  table: Table,
  entity: OwnedEntity,
  before: OwnedSchedule,
  changes: Changes,
  more: readonly Write[] = [],
  other: OtherSchedule | null = null,
): Promise<OwnedSchedule> {
  const after = changedSchedule(before, changes);
  await commit(table, [
    ...scheduleWrites(entity, [{ before, after }], other),
    ...more.map((write) => ({ otherwise: scheduleChanged, ...write })),
  ]);
  return after;
}

/**
 * Deletes a schedule, and leaves what is below it and its files to `eraseSchedule`; documents in Xero stay there.
 * @param now milliseconds since the epoch
 * @throws Refusal `conflict` when it has changed since it was read.
 */
export async function deleteSchedule(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  now: number,
  more: readonly Write[] = [],
): Promise<void> {
  const { scheduleId } = schedule;
  await commit(table, [
    ...deletionWrites(schedule, now),
    ...accountsFor(entity, [{ scheduleId, before: schedule, after: null }]),
    ...more,
  ]);
}

/** Removes what is below a deleted schedule, and its files. May be repeated. */
export const eraseSchedule = (
  services: Eraser,
  schedule: Pick<OwnedSchedule, 'entityId' | 'scheduleId'>,
): Promise<void> => eraseBelow(services, filesOfSchedule(schedule));

/**
 * The writes that delete a schedule that is as it was read, with the record of its deletion.
 * @param since as that of `deletionWrite`
 */
export const deletionWrites = (schedule: OwnedSchedule, since: number): Write[] => {
  const { entityId, scheduleId, version } = schedule;
  return [
    {
      delete: keys.schedule(entityId, scheduleId),
      if: ['version', '=', version],
      otherwise: scheduleChanged,
    },
    ...dueIndexWrites(entityId, scheduleId, schedule, null),
    deletionWrite({ kind: 'schedule', entityId, scheduleId }, since),
  ];
};

/** @throws Refusal `conflict` for an archived schedule. */
export function refuseArchived({ archived }: Pick<StoredSchedule, 'archived'>): void {
  if (!archived) return;
  throw conflict('schedule/archived', 'An archived schedule cannot be changed.');
}

/** The schedule as the owner of its attachments. */
export const filesOfSchedule = ({
  entityId,
  scheduleId,
}: Pick<OwnedSchedule, 'entityId' | 'scheduleId'>): AttachmentOwner => ({
  id: scheduleId,
  noun: 'schedule',
  item: keys.schedule(entityId, scheduleId),
  below: keys.scheduleParent(scheduleId),
  unknown: unknownSchedule,
});
