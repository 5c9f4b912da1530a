/** Schedules: their terms, contract fields and integration with Xero. With `creation-store.ts` the only writer of their items. */
import { invalid, Refusal } from '../../../domain/refusal.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { FIGURES_MARKER, packFigures } from '../../../domain/contract/packed-figures.ts';
import { syncedBits } from '../../../domain/contract/synced-numbers.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../../domain/amortisation/terms.ts';
import { type OwnedEntity, unknownEntity } from '../entities/entity.ts';
import { figuresWithLender, lenderChanges } from '../entities/lenders.ts';
import { longId, shortId } from '../../lib/short-id.ts';
import { attentionWrites } from '../entities/attention.ts';
import { searchWrites } from '../entities/search-index.ts';
import { keys, prefixes } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  queryAll,
  type Table,
  type TableReader,
  type Write,
} from '../../store/table.ts';
import { dueIndexWrites } from './due-index.ts';
import { itemOf, ownedFrom, type OwnedSchedule, type StoredSchedule } from './schedule-item.ts';

export type { OwnedSchedule, StoredSchedule };

const unknownSchedule = (): Refusal =>
  new Refusal('not-found', 'schedule/unknown', 'The schedule could not be found.');

export const scheduleChanged = (): Refusal =>
  new Refusal('conflict', 'schedule/changed', 'This schedule was changed elsewhere. Please reload it.');

/** The path of a schedule's figures in the item of its entity. */
const figurePath = (scheduleId: string): string => `figures.${shortId(scheduleId)}`;

/** The figures that an entity's totals are computed from. A schedule with events has the marker: it must be read. */
const figuresOf = ({ terms, lender, eventCount }: StoredSchedule): Uint8Array =>
  figuresWithLender(eventCount > 0 ? FIGURES_MARKER : packFigures(terms, amortise(terms).rate), lender);

/** The lender of a schedule with figures on its entity's item. */
const listedLender = (schedule: StoredSchedule | null): string | null =>
  schedule === null || schedule.archived ? null : schedule.lender;

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

/** An entity's schedule, or null when it is gone. */
export async function findSchedule(
  table: TableReader,
  { entityId }: OwnedEntity,
  scheduleId: string,
): Promise<OwnedSchedule | null> {
  const item = await table.get(keys.schedule(entityId, scheduleId));
  return item ? ownedFrom(entityId, item) : null;
}

/** Returns some of an entity's schedules by their short ids, without schedules that are gone. */
export async function readSchedules(
  table: TableReader,
  entityId: string,
  shortIds: readonly string[],
): Promise<OwnedSchedule[]> {
  if (shortIds.length === 0) return [];
  const items = await table.getMany(shortIds.map((id) => keys.schedule(entityId, longId(id))));
  return items.flatMap((item) => (item ? [ownedFrom(entityId, item)] : []));
}

/** Returns the names of some of an entity's schedules by their short ids; the read is eventually consistent. */
export async function readNames(
  table: TableReader,
  entityId: string,
  shortIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (shortIds.length === 0) return new Map();
  const wanted = shortIds.map((id) => keys.schedule(entityId, longId(id)));
  const items = await table.getMany(wanted, { consistent: false });
  return new Map(
    items.flatMap((item, index) => {
      const id = shortIds[index];
      return item && id !== undefined ? [[id, String(item['name'])] as const] : [];
    }),
  );
}

/** All of an entity's schedules, in the order they were created. */
export async function listSchedules(table: TableReader, { entityId }: OwnedEntity): Promise<OwnedSchedule[]> {
  const { pk } = keys.anchor(entityId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.schedules } });
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
  /** The writes of its own items. */
  readonly writes: readonly Write[];
}

/**
 * The writes of schedules' figures on their entity (archived schedules have none), the connections in use and the
 * search, which go with every write of a schedule.
 */
export function accountsFor(entity: OwnedEntity, changes: readonly ScheduleChange[]): Write[] {
  const { tenantId, entityId } = entity;
  const isCounted = ({ after }: ScheduleChange): boolean => after !== null && !after.archived;
  const figures = changes.flatMap(({ scheduleId, after }) =>
    after !== null && !after.archived ? [[figurePath(scheduleId), figuresOf(after)] as const] : [],
  );
  const remove = changes.filter((each) => !isCounted(each)).map(({ scheduleId }) => figurePath(scheduleId));
  const lenders = lenderChanges(
    entity,
    changes.map(({ scheduleId, before, after }) => ({
      shortId: shortId(scheduleId),
      before: listedLender(before),
      after: listedLender(after),
    })),
  );
  const sum = (count: (change: ScheduleChange) => number): number =>
    changes.reduce((total, change) => total + count(change), 0);
  const taken = sum(
    ({ before, after }) => Number(after?.xeroConnected ?? false) - Number(before?.xeroConnected ?? false),
  );
  const created = sum(({ before, after }) => Number(after !== null) - Number(before !== null));
  const entityWrite: Write = {
    update: keys.entity(tenantId, entityId),
    set: { ...Object.fromEntries(figures), ...lenders.set },
    remove: [...remove, ...lenders.remove],
    add: {
      version: 1,
      ...(taken !== 0 && { connected: taken }),
      ...(created !== 0 && { scheduleCount: created }),
    },
    ...(created > 0
      ? { if: ['scheduleCount', '<=', MAX_SCHEDULES_PER_ENTITY - created], otherwise: entityFull }
      : { if: 'present', otherwise: scheduleChanged }),
  };
  const search = searchWrites({ tenantId, entityId }, changes);
  const attention = attentionWrites(entity, changes);
  if (taken === 0) return [entityWrite, ...search, ...attention];
  const planWrite: Write = {
    update: keys.organisation(tenantId),
    add: { used: taken },
    ...(taken > 0
      ? { if: ['used', '<', { attribute: 'maximum' }], otherwise: limitReached }
      : { if: 'present', otherwise: scheduleChanged }),
  };
  return [entityWrite, planWrite, ...search, ...attention];
}

function entityFull(entity: Item | undefined): Refusal {
  if (!entity) return unknownEntity();
  const message = `An entity can have at most ${MAX_SCHEDULES_PER_ENTITY} schedules.`;
  return invalid('schedules', 'schedule/limit-reached', message);
}

function limitReached(organisation: Item | undefined): Refusal {
  if (!organisation) return scheduleChanged();
  const message =
    organisation['maximum'] === 0
      ? 'Please upgrade your plan to integrate schedules to Xero.'
      : 'You have exceeded your limit for connected schedules.';
  return new Refusal('conflict', 'plan/limit-reached', message);
}

/**
 * Stores the changes of a schedule if its version is still the one read, together with its entity's figures and the
 * plan's count. `more` joins the same transaction, and so does `other`.
 * @throws Refusal `conflict` when the schedule has changed, its entity has moved, the plan has no connection left, or
 * a write of `more` that carries no refusal of its own fails.
 */
export async function saveSchedule(
  table: Table,
  entity: OwnedEntity,
  before: OwnedSchedule,
  changes: Partial<Omit<StoredSchedule, 'scheduleId' | 'version' | 'createdAt'>>,
  more: readonly Write[] = [],
  other: OtherSchedule | null = null,
): Promise<OwnedSchedule> {
  // The contact has the lender's name, so another lender is another contact.
  const isOtherLender = changes.lender !== undefined && changes.lender !== before.lender;
  const after: OwnedSchedule = {
    ...before,
    ...(isOtherLender && { contact: null }),
    ...changes,
    version: before.version + 1,
  };
  const { entityId, ...stored } = after;
  const put: Write = {
    put: itemOf(entityId, stored),
    if: ['version', '=', before.version],
    otherwise: scheduleChanged,
  };
  const { scheduleId } = after;
  await commit(table, [
    put,
    ...accountsFor(entity, [{ scheduleId, before, after }, ...(other ? [other] : [])]),
    ...dueIndexWrites(entityId, scheduleId, before, after),
    ...(other?.writes ?? []),
    ...more.map((write) => ({ otherwise: scheduleChanged, ...write })),
  ]);
  return after;
}

type PostingChanges = Partial<
  Pick<StoredSchedule, 'opening' | 'openJournal' | 'openingAttempts' | 'eventNumber'>
>;

/** Counts documents that are about to be posted, if the schedule is as it was read; it keeps its terms from then on. */
export function postingOpened(
  { entityId, scheduleId, version }: OwnedSchedule,
  documents: number,
  changes: PostingChanges,
): Write {
  return {
    update: keys.schedule(entityId, scheduleId),
    set: changes,
    add: { openIntents: documents, version: 1 },
    if: ['version', '=', version],
    otherwise: scheduleChanged,
  };
}

/** The payments whose documents came into Xero or left it. */
export interface PaymentsMoved {
  /** Numbers of the payments that came into Xero at once. */
  readonly synced: readonly number[];
  /** Numbers on the schedule's item whose payments left Xero. */
  readonly unsynced?: readonly number[];
  /** Other documents that came into Xero, such as those of parts, less those that left it. */
  readonly otherDocuments?: number;
}

/** Records outcomes: how many documents are closed, and the payments that they moved. */
export function postingNoted(
  { entityId, scheduleId }: Pick<OwnedSchedule, 'entityId' | 'scheduleId'>,
  {
    closed,
    synced,
    unsynced = [],
    otherDocuments = 0,
    changes,
  }: PaymentsMoved & { readonly closed: number; readonly changes: PostingChanges },
): Write {
  const taken = [...syncedBits(unsynced)].map(([word, bits]) => [word, -bits] as const);
  const words = new Map<string, number>();
  for (const [word, bits] of [...syncedBits(synced), ...taken]) {
    words.set(`synced${word}`, (words.get(`synced${word}`) ?? 0) + bits);
  }
  const left = unsynced.length + Math.max(0, -otherDocuments);
  return {
    update: keys.schedule(entityId, scheduleId),
    set: changes,
    add: {
      openIntents: -closed,
      syncedCount: synced.length - unsynced.length + otherDocuments,
      version: 1,
      ...(left > 0 && { paymentChanges: left }),
      ...Object.fromEntries(words),
    },
    if: 'present',
  };
}

/**
 * Deletes a schedule with the states of its payments; documents in Xero stay there. Returns the ids of its attachments,
 * whose files remain.
 * @throws Refusal `conflict` when it has changed since it was read.
 */
export async function deleteSchedule(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  more: readonly Write[] = [],
): Promise<string[]> {
  const { scheduleId } = schedule;
  await commit(table, [
    ...deletionWrites(schedule),
    ...accountsFor(entity, [{ scheduleId, before: schedule, after: null }]),
    ...more,
  ]);
  return sweepSchedule(table, scheduleId);
}

/** The writes that delete the items of a schedule that is as it was read. */
export const deletionWrites = (schedule: OwnedSchedule): Write[] => [
  {
    delete: keys.schedule(schedule.entityId, schedule.scheduleId),
    if: ['version', '=', schedule.version],
    otherwise: scheduleChanged,
  },
  ...dueIndexWrites(schedule.entityId, schedule.scheduleId, schedule, null),
];

/**
 * Nothing about a schedule moves while Xero may still be taking what was sent.
 * @throws Refusal `conflict`
 */
export function refuseWhilePosting({ openIntents }: Pick<StoredSchedule, 'openIntents'>): void {
  if (openIntents > 0) throw postingInProgress();
}

export const postingInProgress = (): Refusal =>
  new Refusal(
    'conflict',
    'schedule/posting',
    'Payments of this schedule are being posted to Xero. Please try again in a few minutes.',
  );

/** @throws Refusal `conflict` for an archived schedule. */
export function refuseArchived({ archived }: Pick<StoredSchedule, 'archived'>): void {
  if (!archived) return;
  throw new Refusal('conflict', 'schedule/archived', 'An archived schedule cannot be changed.');
}

/** Counts a change of an item below a schedule, such as an attachment, as one of its own. */
export const touchWrite = ({ entityId, scheduleId }: OwnedSchedule): Write => ({
  update: keys.schedule(entityId, scheduleId),
  add: { version: 1 },
  if: 'present',
  otherwise: scheduleChanged,
});

/**
 * Removes the items below a deleted schedule; no path leads to them, so an interruption does no harm. Returns the ids of
 * its attachments, whose files remain.
 */
export async function sweepSchedule(table: Table, scheduleId: string): Promise<string[]> {
  const { pk } = keys.scheduleParent(scheduleId);
  const items = await queryAll(table, { pk });
  await Promise.all(items.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
  return items.flatMap(({ sk, id }) => (sk.startsWith(prefixes.attachments) ? [String(id)] : []));
}
