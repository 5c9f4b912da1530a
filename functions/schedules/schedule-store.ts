/** Schedules: what a contract says, and where it stands with Xero. The only reader and writer of their items. */
import * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Cents } from '../../domain/money.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { FREQUENCIES } from '../../domain/schedule/frequency.ts';
import { FIGURES_MARKER, packFigures } from '../../domain/schedule/packed-figures.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../domain/schedule/terms.ts';
import { type OwnedEntity, unknownEntity } from '../entities/entity-store.ts';
import { keys, prefixes } from '../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  queryAll,
  type Table,
  type TableReader,
  type Write,
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
});

/** The opening journal in force: posted to a Xero organisation, as at a date. */
const OpeningJournal = z.object({
  journalId: z.string(),
  xeroTenantId: z.string(),
  shortCode: z.string(),
  date: StoredDate,
  /** The terms or events have changed since: nothing syncs until it is posted again. */
  outOfDate: z.boolean(),
  /** The numbers of the contract events that it contains, or will once it is posted again. */
  events: z.array(z.number()).default([]),
});

const ScheduleItem = z.object({
  scheduleId: z.string(),
  name: z.string(),
  terms: StoredTerms,
  autoSync: z.boolean(),
  /** The day auto sync was switched on. */
  autoSyncSince: StoredDate.nullable(),
  archived: z.boolean(),
  xeroConnected: z.boolean(),
  /** Ids of ledger accounts, as far as they are mapped. */
  accounts: z.record(z.string(), z.string()),
  opening: OpeningJournal.nullable(),
  /** Documents on their way to Xero: while there are any, terms, link and place stay as they are. */
  openIntents: z.number(),
  /** The opening journal among them; no payment is posted at the same time. */
  openJournal: z.string().nullable(),
  /** Opening journals begun so far: each attempt has a number of its own. */
  openingAttempts: z.number().default(0),
  /** The contact that payments are made to, in the Xero organisation it belongs to. */
  contact: z.object({ xeroTenantId: z.string(), contactId: z.string() }).nullable(),
  /** Documents of payments in Xero. */
  syncedCount: z.number(),
  /** How often a payment was paid late, in parts or reversed: only then dates of payments take a read. */
  paymentChanges: z.number().default(0),
  /** The contract events that there are. */
  eventCount: z.number().default(0),
  /** The number last given to a contract event; a number is never given twice. */
  eventNumber: z.number().default(0),
  /** The refinance that created the schedule: what its opening journal takes from the clearing account. */
  refinances: z
    .object({ scheduleId: z.string(), clearingAccountId: z.string().nullable(), payoutFigure: StoredCents })
    .nullable()
    .default(null),
  version: z.number(),
  createdAt: z.string(),
});

export type StoredSchedule = Readonly<z.output<typeof ScheduleItem>>;
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
  ({ entityId, ...ScheduleItem.parse(item) }) as OwnedSchedule;

/** A schedule id in the 22 characters that the entity's `figures` are keyed by. */
export const shortId = (scheduleId: string): string =>
  Buffer.from(scheduleId.replaceAll('-', ''), 'hex').toString('base64url');

function longId(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
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

/** An entity's schedule, or null when it is gone. */
export async function findSchedule(
  table: TableReader,
  { entityId }: OwnedEntity,
  scheduleId: string,
): Promise<OwnedSchedule | null> {
  const item = await table.get(keys.schedule(entityId, scheduleId));
  return item ? scheduleOf(entityId, item) : null;
}

/** Some of an entity's schedules, by their short ids; of those that are gone, nothing. */
export async function readSchedules(
  table: TableReader,
  entityId: string,
  shortIds: readonly string[],
): Promise<OwnedSchedule[]> {
  const items = await table.getMany(shortIds.map((id) => keys.schedule(entityId, longId(id))));
  return items.flatMap((item) => (item ? [scheduleOf(entityId, item)] : []));
}

/** All of an entity's schedules, in the order they were created. */
export async function listSchedules(table: TableReader, { entityId }: OwnedEntity): Promise<OwnedSchedule[]> {
  const { pk } = keys.anchor(entityId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.schedules } });
  return items
    .map((item) => scheduleOf(entityId, item))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** A schedule as it was and as it will be; null where there is none. */
interface ScheduleChange {
  readonly scheduleId: string;
  readonly before: StoredSchedule | null;
  readonly after: StoredSchedule | null;
}

/**
 * What the entity's item and the plan know of schedules: figures that its totals are computed from (archived ones
 * don't count) and the connections in use. Always written together with the schedules, so that they are true.
 */
function accountsFor({ tenantId, entityId }: OwnedEntity, schedules: readonly ScheduleChange[]): Write[] {
  const path = ({ scheduleId }: ScheduleChange): string => `figures.${shortId(scheduleId)}`;
  const figures = schedules.flatMap((one) =>
    one.after !== null && !one.after.archived ? [[path(one), figuresOf(one.after)] as const] : [],
  );
  const remove = schedules.filter(({ after }) => after === null || after.archived).map(path);
  const sum = (count: (one: ScheduleChange) => number): number =>
    schedules.reduce((total, one) => total + count(one), 0);
  const taken = sum(
    ({ before, after }) => Number(after?.xeroConnected ?? false) - Number(before?.xeroConnected ?? false),
  );
  const created = sum(({ before, after }) => Number(after !== null) - Number(before !== null));
  const entityWrite: Write = {
    update: keys.entity(tenantId, entityId),
    ...(figures.length > 0 && { set: Object.fromEntries(figures) }),
    ...(remove.length > 0 && { remove }),
    add: {
      version: 1,
      ...(taken !== 0 && { connected: taken }),
      ...(created !== 0 && { scheduleCount: created }),
    },
    ...(created > 0
      ? { if: ['scheduleCount', '<', MAX_SCHEDULES_PER_ENTITY], otherwise: entityFull }
      : { if: 'present', otherwise: scheduleChanged }),
  };
  if (taken === 0) return [entityWrite];
  const planWrite: Write = {
    update: keys.organisation(tenantId),
    add: { used: taken },
    ...(taken > 0
      ? { if: ['used', '<', { attribute: 'maximum' }], otherwise: limitReached }
      : { if: 'present', otherwise: scheduleChanged }),
  };
  return [entityWrite, planWrite];
}

/** Figures follow from the terms; of a schedule with events a marker says that it must be read. */
function figuresOf({ terms, eventCount }: StoredSchedule): Uint8Array {
  return eventCount > 0 ? FIGURES_MARKER : packFigures(terms, amortise(terms).rate);
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

const itemOf = (entityId: string, schedule: StoredSchedule): Item => ({
  ...keys.schedule(entityId, schedule.scheduleId),
  ...schedule,
});

/** What a schedule is created from. */
export interface NewSchedule {
  readonly scheduleId: string;
  readonly name: string;
  readonly terms: StoredTerms;
  readonly autoSyncSince: CalendarDate | null;
  readonly createdAt: string;
  readonly refinances?: StoredSchedule['refinances'];
}

/** @throws Refusal `invalid` when the entity has as many schedules as it may, `not-found` when it is gone. */
export async function createSchedule(
  table: Table,
  entity: OwnedEntity,
  given: NewSchedule,
  more: readonly Write[] = [],
): Promise<OwnedSchedule> {
  const schedule = newSchedule(given);
  await commit(table, [
    ...accountsFor(entity, [{ scheduleId: given.scheduleId, before: null, after: schedule }]),
    ...creationWrites(entity, schedule),
    ...more,
  ]);
  return scheduleOf(entity.entityId, itemOf(entity.entityId, schedule));
}

function newSchedule({ refinances = null, ...given }: NewSchedule): StoredSchedule {
  return {
    ...given,
    refinances,
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
    paymentChanges: 0,
    eventCount: 0,
    eventNumber: 0,
    version: 1,
  };
}

/** The items of a new schedule. */
const creationWrites = ({ entityId }: OwnedEntity, schedule: StoredSchedule): Write[] => [
  { put: itemOf(entityId, schedule), if: 'absent' },
  { put: { ...keys.scheduleParent(schedule.scheduleId), entityId }, if: 'absent' },
  ...agendaWrites(schedule.scheduleId, null, schedule),
];

/** The deletion of a schedule that is as it was read. */
const deletionWrites = ({ entityId, scheduleId, version, ...schedule }: OwnedSchedule): Write[] => [
  {
    delete: keys.schedule(entityId, scheduleId),
    if: ['version', '=', version],
    otherwise: scheduleChanged,
  },
  ...agendaWrites(scheduleId, { ...schedule, scheduleId, version }, null),
];

/** Another schedule of the entity that is created or deleted in the transaction that changes one. */
export type OtherSchedule = { readonly create: NewSchedule } | { readonly remove: OwnedSchedule };

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
  const after: OwnedSchedule = { ...before, ...changes, version: before.version + 1 };
  const { entityId, ...stored } = after;
  const put: Write = {
    put: itemOf(entityId, stored),
    if: ['version', '=', before.version],
    otherwise: scheduleChanged,
  };
  const { scheduleId } = after;
  await commit(table, [
    put,
    ...accountsFor(entity, [{ scheduleId, before, after }, ...(other ? [otherChange(other)] : [])]),
    ...agendaWrites(scheduleId, before, after),
    ...(other ? otherWrites(entity, other) : []),
    ...more.map((write) => ({ otherwise: scheduleChanged, ...write })),
  ]);
  return after;
}

function otherChange(other: OtherSchedule): ScheduleChange {
  return 'create' in other
    ? { scheduleId: other.create.scheduleId, before: null, after: newSchedule(other.create) }
    : { scheduleId: other.remove.scheduleId, before: other.remove, after: null };
}

const otherWrites = (entity: OwnedEntity, other: OtherSchedule): Write[] =>
  'create' in other ? creationWrites(entity, newSchedule(other.create)) : deletionWrites(other.remove);

type PostingChanges = Partial<Pick<StoredSchedule, 'opening' | 'openJournal' | 'openingAttempts'>>;

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

/** Notes outcomes of documents: how many are over, and how many payments they brought into Xero. */
export function postingNoted(
  { entityId, scheduleId }: Pick<OwnedSchedule, 'entityId' | 'scheduleId'>,
  {
    closed,
    synced,
    changes,
  }: { readonly closed: number; readonly synced: number; readonly changes: PostingChanges },
): Write {
  return {
    update: keys.schedule(entityId, scheduleId),
    set: changes,
    add: {
      openIntents: -closed,
      syncedCount: synced,
      version: 1,
      ...(synced < 0 && { paymentChanges: -synced }),
    },
    if: 'present',
  };
}

/**
 * Deletes a schedule with all that is known of its payments; what is in Xero stays there.
 * @throws Refusal `conflict` when it changed meanwhile.
 */
export async function deleteSchedule(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  more: readonly Write[] = [],
): Promise<void> {
  const { scheduleId } = schedule;
  await commit(table, [
    ...deletionWrites(schedule),
    ...accountsFor(entity, [{ scheduleId, before: schedule, after: null }]),
    ...more,
  ]);
  await sweepSchedule(table, scheduleId);
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

/** Removes what stood below a schedule that is gone; unreachable already, so an interruption does no harm. */
export async function sweepSchedule(table: Table, scheduleId: string): Promise<void> {
  const { pk } = keys.scheduleParent(scheduleId);
  const items = await queryAll(table, { pk });
  await Promise.all(items.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
}
