/** Schedules: what a contract says, and where it stands with Xero. The only reader and writer of their items. */
import * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Cents } from '../../domain/money.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { FREQUENCIES } from '../../domain/schedule/frequency.ts';
import { CONTRACT_KINDS } from '../../domain/schedule/contract.ts';
import { packFigures } from '../../domain/schedule/packed-figures.ts';
import { syncedBits, syncedNumbersIn } from '../../domain/schedule/synced-numbers.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../domain/schedule/terms.ts';
import { type OwnedEntity, unknownEntity } from '../entities/entity-store.ts';
import { longId, shortId } from '../lib/short-id.ts';
import { searchWrites } from '../search/search-store.ts';
import { keys, prefixes } from '../store/keys.ts';
import {
  commit as commitWrites,
  type Item,
  queryAll,
  type Table,
  type TableReader,
  type Write,
  WriteRefused,
} from '../store/table.ts';
import { agendaWrites } from './agenda-store.ts';

const StoredCents = z.number().transform((value) => value as Cents);
const StoredDate = z.string().transform((value) => value as CalendarDate);

const StoredTerms = z.object({
  loanAmount: StoredCents,
  frequency: z.enum(FREQUENCIES),
  startDate: StoredDate,
  firstPaymentOnStartDate: z.boolean(),
  administrationFee: StoredCents,
  rows: z.array(z.object({ id: z.string(), qty: z.number(), amount: StoredCents })),
  /** The lender's own table, where it states the payments. */
  table: z.array(z.object({ date: StoredDate, amount: StoredCents, balance: StoredCents })).optional(),
});

/** What the contract says beside its terms; '' where it isn't known. */
const ContractFields = z.object({
  lender: z.string().default(''),
  contractNumber: z.string().default(''),
  asset: z.string().default(''),
  kind: z.enum([...CONTRACT_KINDS, '']).default(''),
});

export type ContractFields = Readonly<z.output<typeof ContractFields>>;

const NO_CONTRACT_FIELDS = ContractFields.parse({});

/** The opening journal in force: posted to a Xero organisation, as at a date. */
const OpeningJournal = z.object({
  journalId: z.string(),
  xeroTenantId: z.string(),
  shortCode: z.string(),
  date: StoredDate,
  /** The terms have changed since: nothing syncs until it is posted again. */
  outOfDate: z.boolean(),
});

const ScheduleItem = z.object({
  scheduleId: z.string(),
  name: z.string(),
  ...ContractFields.shape,
  terms: StoredTerms,
  autoSync: z.boolean(),
  /** The day auto sync was switched on. */
  autoSyncSince: StoredDate.nullable(),
  archived: z.boolean(),
  xeroConnected: z.boolean(),
  /** Ids of ledger accounts, as far as they are mapped. */
  accounts: z.record(z.string(), z.string()),
  opening: OpeningJournal.nullable(),
  /** Postings under way: while there are any, terms, link and place stay as they are. */
  openIntents: z.number(),
  /** The attempt at an opening journal among them; it shares that state with no posting of payments. */
  openJournal: z.string().nullable(),
  /** The contact that payments are made to, in the Xero organisation it belongs to. */
  contact: z.object({ xeroTenantId: z.string(), contactId: z.string() }).nullable(),
  /** Payments in Xero. */
  syncedCount: z.number(),
  version: z.number(),
  createdAt: z.string(),
});

export type StoredSchedule = Readonly<z.output<typeof ScheduleItem>> & {
  /** The synced payments' numbers as words of bits; stored as attributes of their own, which can be added to. */
  readonly syncedWords: readonly number[];
};
export type StoredTerms = StoredSchedule['terms'];

declare const owned: unique symbol;

/** A schedule of an entity that is the caller's own; only `ownSchedule` and `listSchedules` give it. */
export type OwnedSchedule = StoredSchedule & { readonly entityId: string; readonly [owned]: true };

const unknownSchedule = (): Refusal =>
  new Refusal('not-found', 'schedule/unknown', 'The schedule could not be found.');

export const scheduleChanged = (): Refusal =>
  new Refusal(
    'conflict',
    'schedule/changed',
    'Somebody else has just changed this schedule. Please reload it.',
  );

const scheduleOf = (entityId: string, item: Item): OwnedSchedule =>
  ({ entityId, ...ScheduleItem.parse(item), syncedWords: syncedWordsOf(item) }) as unknown as OwnedSchedule;

const SYNCED_WORD = /^synced(\d+)$/;

function syncedWordsOf(item: Item): number[] {
  const words: number[] = [];
  for (const [name, value] of Object.entries(item)) {
    const index = SYNCED_WORD.exec(name)?.[1];
    if (index !== undefined) words[Number(index)] = Number(value);
  }
  return Array.from(words, (word) => word ?? 0);
}

/**
 * The numbers of the payments in Xero, by the schedule itself; null where it was synced before schedules kept them,
 * and the payments must be read.
 */
export function syncedNumbersOf({ syncedWords, syncedCount }: StoredSchedule): readonly number[] | null {
  const numbers = syncedNumbersIn(syncedWords);
  return numbers.length === syncedCount ? numbers : null;
}

/** @throws Refusal `not-found` unless the schedule is the entity's. */
export async function ownSchedule(
  table: TableReader,
  { entityId }: OwnedEntity,
  scheduleId: string,
): Promise<OwnedSchedule> {
  const item = await table.get(keys.schedule(entityId, scheduleId));
  if (!item) throw unknownSchedule();
  return scheduleOf(entityId, item);
}

/** The terms of some of an entity's schedules, by their short ids; of those that are gone, nothing. */
export async function readTerms(
  table: TableReader,
  entityId: string,
  shortIds: readonly string[],
): Promise<StoredTerms[]> {
  const items = await table.getMany(shortIds.map((id) => keys.schedule(entityId, longId(id))));
  return items.flatMap((item) => (item ? [scheduleOf(entityId, item).terms] : []));
}

/** All of an entity's schedules, in the order they were created. */
export async function listSchedules(table: TableReader, { entityId }: OwnedEntity): Promise<OwnedSchedule[]> {
  const { pk } = keys.anchor(entityId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.schedules } });
  return items
    .map((item) => scheduleOf(entityId, item))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/**
 * What the entity's item and the plan know of a schedule: figures that its totals are computed from (archived ones
 * don't count) and the connections in use. Always written together with the schedule, so that they are true.
 */
function accountsFor(
  { tenantId, entityId }: OwnedEntity,
  scheduleId: string,
  before: StoredSchedule,
  after: StoredSchedule | null,
): Write[] {
  const path = figurePath(scheduleId);
  const counted = after !== null && !after.archived;
  const taken = Number(after?.xeroConnected ?? false) - Number(before.xeroConnected);
  const search = searchWrites({ tenantId, entityId }, [{ scheduleId, before, after }]);
  const entityWrite: Write = {
    update: keys.entity(tenantId, entityId),
    ...(counted ? { set: { [path]: figuresOf(after) } } : { remove: [path] }),
    add: {
      version: 1,
      ...(taken !== 0 && { connected: taken }),
      ...(after === null && { scheduleCount: -1 }),
    },
    if: 'present',
  };
  if (taken === 0) return [entityWrite, ...search];
  const planWrite: Write = {
    update: keys.organisation(tenantId),
    add: { used: taken },
    if: taken > 0 ? ['used', '<', { attribute: 'maximum' }] : 'present',
  };
  return [entityWrite, planWrite, ...search];
}

const limitReached = (organisation: Item | undefined): Refusal =>
  new Refusal(
    'conflict',
    'plan/limit-reached',
    organisation?.['maximum'] === 0
      ? 'Please upgrade your plan to integrate schedules to Xero.'
      : 'You have exceeded your limit for connected schedules.',
  );

const itemOf = (entityId: string, { syncedWords, ...schedule }: StoredSchedule): Item => ({
  ...keys.schedule(entityId, schedule.scheduleId),
  ...schedule,
  ...Object.fromEntries(syncedWords.map((bits, word) => [`synced${word}`, bits])),
});

export interface NewSchedule extends Partial<ContractFields> {
  readonly scheduleId: string;
  readonly name: string;
  readonly terms: StoredTerms;
  readonly autoSyncSince: CalendarDate | null;
  readonly createdAt: string;
}

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
      set: Object.fromEntries(figures),
      add: { version: 1, scheduleCount: schedules.length },
      if: ['scheduleCount', '<=', MAX_SCHEDULES_PER_ENTITY - schedules.length],
    },
    ...schedules.flatMap((schedule): Write[] => [
      { put: itemOf(entityId, schedule), if: 'absent' },
      { put: { ...keys.scheduleParent(schedule.scheduleId), entityId }, if: 'absent' },
      ...agendaWrites(schedule.scheduleId, null, schedule),
    ]),
    ...searchWrites(
      entity,
      schedules.map((schedule) => ({ scheduleId: schedule.scheduleId, before: null, after: schedule })),
    ),
  ];
}

/** The writes that delete schedules of one entity that were never connected and are still as they were read. */
export function removalWrites(entity: OwnedEntity, schedules: readonly OwnedSchedule[]): Write[] {
  const { tenantId, entityId } = entity;
  return [
    {
      update: keys.entity(tenantId, entityId),
      remove: schedules.map(({ scheduleId }) => figurePath(scheduleId)),
      add: { version: 1, scheduleCount: -schedules.length },
      if: 'present',
    },
    ...schedules.flatMap(({ scheduleId, version }): Write[] => [
      { delete: keys.schedule(entityId, scheduleId), if: ['version', '=', version] },
      ...agendaWrites(scheduleId, null, null),
    ]),
    ...searchWrites(
      entity,
      schedules.map((schedule) => ({ scheduleId: schedule.scheduleId, before: schedule, after: null })),
    ),
  ];
}

const figurePath = (scheduleId: string): string => `figures.${shortId(scheduleId)}`;

const figuresOf = ({ terms }: StoredSchedule): Uint8Array => packFigures(terms, amortise(terms).rate);

/** @throws Refusal `invalid` when the entity has as many schedules as it may, `not-found` when it is gone. */
export async function createSchedule(
  table: Table,
  entity: OwnedEntity,
  given: NewSchedule,
  more: readonly Write[] = [],
): Promise<OwnedSchedule> {
  try {
    await commitWrites(table, [...creationWrites(entity, [given]), ...more]);
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    const full = error.failures.find(({ item }) => item?.['scheduleCount'] === MAX_SCHEDULES_PER_ENTITY);
    if (full) {
      const message = `An entity can have at most ${MAX_SCHEDULES_PER_ENTITY} schedules.`;
      throw invalid('schedules', 'schedule/limit-reached', message);
    }
    throw error.failed(0) ? unknownEntity() : error;
  }
  return scheduleOf(entity.entityId, itemOf(entity.entityId, newSchedule(given)));
}

/**
 * Writes a schedule as it now stands, if it is still as it was read, together with its entity's figures and the
 * plan's connections. `more` goes into the same transaction: what must be true, or change, together with it.
 * @throws Refusal `conflict` when it changed meanwhile, its entity moved away, or the plan has no connection left.
 */
export async function saveSchedule(
  table: Table,
  entity: OwnedEntity,
  before: OwnedSchedule,
  changes: Partial<Omit<StoredSchedule, 'scheduleId' | 'version' | 'createdAt'>>,
  more: readonly Write[] = [],
): Promise<OwnedSchedule> {
  const after: OwnedSchedule = { ...before, ...changes, version: before.version + 1 };
  const { entityId, ...stored } = after;
  const put: Write = { put: itemOf(entityId, stored), if: ['version', '=', before.version] };
  const { scheduleId } = after;
  await commit(table, [
    put,
    ...accountsFor(entity, scheduleId, before, after),
    ...agendaWrites(scheduleId, before, after),
    ...more,
  ]);
  return after;
}

/** What the end of a posting changes of its schedule. */
export interface PostingEnd {
  /** Whether the posting is over, or some of it still open. */
  readonly isOver: boolean;
  /** Numbers of the payments that it brought into Xero. */
  readonly synced: readonly number[];
  readonly changes?: Partial<Pick<StoredSchedule, 'opening' | 'openJournal'>>;
}

/** Notes the end of a posting, whatever else happened to the schedule meanwhile. */
export function postingEnded(
  { entityId, scheduleId }: Pick<OwnedSchedule, 'entityId' | 'scheduleId'>,
  { isOver, synced, changes = {} }: PostingEnd,
): Write {
  const words = [...syncedBits(synced)].map(([word, bits]) => [`synced${word}`, bits] as const);
  const counts = { openIntents: isOver ? -1 : 0, syncedCount: synced.length, version: 1 };
  return {
    update: keys.schedule(entityId, scheduleId),
    set: changes,
    add: { ...counts, ...Object.fromEntries(words) },
    if: 'present',
  };
}

/**
 * Deletes a schedule with all that is known of its payments; what is in Xero stays there. Returns the ids of its
 * attachments, whose files remain.
 * @throws Refusal `conflict` when it changed meanwhile.
 */
export async function deleteSchedule(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  more: readonly Write[] = [],
): Promise<string[]> {
  const { entityId, scheduleId, version } = schedule;
  const remove: Write = { delete: keys.schedule(entityId, scheduleId), if: ['version', '=', version] };
  await commit(table, [
    remove,
    ...accountsFor(entity, scheduleId, schedule, null),
    ...agendaWrites(scheduleId, schedule, null),
    ...more,
  ]);
  return sweepSchedule(table, scheduleId);
}

/** The schedule's own write, then its entity's, then perhaps the plan's: their failures in people's words. */
async function commit(table: Table, writes: readonly Write[]): Promise<void> {
  try {
    await commitWrites(table, writes);
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    if (error.failed(0) || error.failed(1)) throw scheduleChanged();
    const plan = error.failures.find(({ item }) => item?.['used'] !== undefined);
    throw plan ? limitReached(plan.item) : scheduleChanged();
  }
}

/**
 * Nothing about a schedule moves while Xero may still be taking what was sent.
 * @throws Refusal `conflict`
 */
export function refuseWhilePosting({ openIntents }: Pick<StoredSchedule, 'openIntents'>): void {
  if (openIntents === 0) return;
  const message = 'Payments of this schedule are being posted to Xero. Please try again in a few minutes.';
  throw new Refusal('conflict', 'schedule/posting', message);
}

/** @throws Refusal `conflict` for an archived schedule. */
export function refuseArchived({ archived }: Pick<StoredSchedule, 'archived'>): void {
  if (!archived) return;
  throw new Refusal('conflict', 'schedule/archived', 'An archived schedule cannot be changed.');
}

/** Counts a change of what stands beside a schedule as one of its own. */
export const touchWrite = ({ entityId, scheduleId }: OwnedSchedule): Write => ({
  update: keys.schedule(entityId, scheduleId),
  add: { version: 1 },
  if: 'present',
});

/**
 * Removes what stood below a schedule that is gone; unreachable already, so an interruption does no harm. Returns the
 * ids of its attachments, whose files remain.
 */
export async function sweepSchedule(table: Table, scheduleId: string): Promise<string[]> {
  const { pk } = keys.scheduleParent(scheduleId);
  const items = await queryAll(table, { pk });
  await Promise.all(items.map(({ sk }) => table.write({ delete: { pk, sk } })));
  return items.flatMap(({ sk, id }) => (sk.startsWith(prefixes.attachments) ? [String(id)] : []));
}
