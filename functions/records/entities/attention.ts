/**
 * Attention items of an entity beside its own item, so that one query lists those of an organisation: one item for the
 * entity's own and its statements, and ten for its schedules, since those of 2,000 exceed what one item holds.
 * Jobs and writes keep them; balloons, ends and statements follow from projections when they are read. The only reader and
 * writer of these items.
 */
import * as z from 'zod';
import type { CalendarDate } from '../../../domain/calendar.ts';
import { CHECK_OBSTACLES } from '../../../domain/ledger/ledger-check.ts';
import { ATTENTION_KINDS, type AttentionKind, type Stated } from '../../../domain/reports/attention.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import {
  type Item,
  listUnder,
  queryAll,
  type SingleWrite,
  type TableReader,
  type Write,
} from '../../store/table.ts';
import { type EntityScope, isInScope } from '../tenants/entity-scope.ts';
import type { Cause } from '../tenants/messages.ts';
import type { ChunkOwner } from './schedule-chunks.ts';
import {
  briefly,
  ENTITY,
  entityKey,
  type EntityPlace,
  scheduleKey,
  type AttentionSubject,
  subjectOf,
} from './attention-keys.ts';

export type StoredAttentionKind = Exclude<
  AttentionKind,
  'not-linked' | 'setup-incomplete' | 'balloon' | 'ending' | 'statements-open'
>;

const AttentionItem = z.object({
  since: StoredDate,
  /** The date of the check that found it, where a check did. */
  date: StoredDate.optional(),
  amount: StoredCents.nullable(),
  /** The payments that it is about, where it counts them. */
  payments: z.number().optional(),
  /** The register that it is about, where it is about one. */
  registerId: z.string().optional(),
  /** The sentence that people read. */
  text: z.string(),
});

export type AttentionItem = Readonly<z.output<typeof AttentionItem>>;

const LastCheck = z.object({
  date: StoredDate,
  /** Milliseconds since the epoch. */
  checkedAt: z.number(),
  status: z.enum(['agrees', 'differs', 'unknown']),
  /** Why the status is unknown. */
  obstacle: z.enum(CHECK_OBSTACLES).nullable(),
  /** The sum of the accounts' differences without their signs; null where it is unknown. */
  difference: StoredCents.nullable(),
});

export type LastCheck = Readonly<z.output<typeof LastCheck>>;

/**
 * The attributes of an item: `m:kind:subject` an attention item, `z:` a snooze, `t:year:subject` a statement, `c` the last
 * ledger check, `n` that its last message stands.
 */
const attributes = {
  item: (kind: AttentionKind, subject: AttentionSubject): string => `m:${kind}:${subject}`,
  snooze: (kind: AttentionKind, subject: AttentionSubject): string => `z:${kind}:${subject}`,
  statement: (year: number, subject: AttentionSubject): string => `t:${year % 100}:${briefly(subject)}`,
  lastCheck: 'c',
  ledgerNews: 'n',
};

/** `accepted`: whatever the balance is, its difference has a reason. */
const StoredStatement = z.union([StoredCents, z.literal('accepted')]);

export interface Attention {
  readonly itemOf: (kind: StoredAttentionKind, subject: AttentionSubject) => AttentionItem | null;
  readonly items: readonly {
    readonly kind: StoredAttentionKind;
    readonly subject: AttentionSubject;
    readonly item: AttentionItem;
  }[];
  /** The day on which a snoozed item returns. */
  readonly snoozedUntil: (kind: AttentionKind, subject: AttentionSubject) => CalendarDate | null;
  /** The balance on the lender's statement at the end of the year. */
  readonly statedAt: (year: number, subject: AttentionSubject) => Stated | null;
  readonly lastCheck: LastCheck | null;
}

const isStoredKind = (kind: string): kind is StoredAttentionKind =>
  (ATTENTION_KINDS as readonly string[]).includes(kind);

function attentionOf(item: Item | undefined): Attention {
  const known = item ?? ({} as Readonly<Record<string, unknown>>);
  const read = <Value>(schema: z.ZodType<Value>, name: string): Value | null =>
    known[name] === undefined ? null : schema.parse(known[name]);
  return {
    itemOf: (kind, subject) => read(AttentionItem, attributes.item(kind, subject)),
    items: Object.entries(known).flatMap(([name, value]) => {
      const [mark, kind = '', subject = ''] = name.split(':');
      return mark === 'm' && isStoredKind(kind) ? [{ kind, subject, item: AttentionItem.parse(value) }] : [];
    }),
    snoozedUntil: (kind, subject) => read(StoredDate, attributes.snooze(kind, subject)),
    statedAt: (year, subject) => read(StoredStatement, attributes.statement(year, subject)),
    lastCheck: read(LastCheck, attributes.lastCheck),
  };
}

/** Reads the entity's own attention items and its statements. */
export async function readAttention(table: TableReader, entity: EntityPlace): Promise<Attention> {
  return attentionOf(await table.get(entityKey(entity)));
}

/** Reads the attention items of a schedule. */
export async function readScheduleAttention(
  table: TableReader,
  entity: ChunkOwner,
  scheduleId: string,
): Promise<Attention> {
  return attentionOf(await table.get(scheduleKey(entity, scheduleId)));
}

/** Reads the attention items of an entity and of all its schedules. */
export async function readAllAttention(table: TableReader, entity: EntityPlace): Promise<Attention> {
  return attentionOf(Object.assign({}, ...(await readAttentionItems(table, entity))));
}

/** Returns the attention of the entities of a scope by their ids. The read is eventually consistent. */
export async function listAttention(
  table: TableReader,
  scope: EntityScope,
): Promise<ReadonlyMap<string, Attention>> {
  const { pk } = keys.organisation(scope.tenantId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.attention }, consistent: false });
  const byEntity = Map.groupBy(items, ({ sk }) => sk.split('#')[1] ?? '');
  const visible = [...byEntity].filter(([entityId]) => isInScope(scope, entityId));
  return new Map(visible.map(([entityId, some]) => [entityId, attentionOf(Object.assign({}, ...some))]));
}

/** The attention of an entity without any stored attention item. */
export const NO_ATTENTION: Attention = attentionOf(undefined);

type Changes = readonly (readonly [kind: StoredAttentionKind, item: AttentionItem | null])[];

/** Changes the attention items of a schedule. Null closes an item, which ends its snooze. */
export const scheduleAttentionWrite = (
  entity: ChunkOwner,
  scheduleId: string,
  changes: Changes,
): AttentionWrite => ({
  update: scheduleKey(entity, scheduleId),
  ...changed(subjectOf(scheduleId), changes),
});

/**
 * Changes the entity's own attention items. Null closes an item, which ends its snooze.
 * @param check the entity's last ledger check where there is a new one, and whether the message about it requires an action; null forgets it.
 */
export function attentionWrite(
  entity: EntityPlace,
  changes: Changes,
  check?: { readonly last?: LastCheck; readonly isReported: boolean } | null,
): AttentionWrite {
  const { set, remove, add } = changed(ENTITY, changes);
  return {
    update: entityKey(entity),
    set: {
      ...set,
      ...(check?.last && { [attributes.lastCheck]: check.last }),
      ...(check?.isReported === true && { [attributes.ledgerNews]: true }),
    },
    remove: [
      ...remove,
      ...(check === null ? [attributes.lastCheck] : []),
      ...(check === undefined || check?.isReported === true ? [] : [attributes.ledgerNews]),
    ],
    add,
  };
}

type AttentionWrite = Extract<SingleWrite, { update: unknown }>;

function changed(subject: AttentionSubject, changes: Changes) {
  const opened = changes.filter(([, item]) => item !== null);
  const closed = changes.filter(([, item]) => item === null);
  return {
    set: Object.fromEntries(opened.map(([kind, item]) => [attributes.item(kind, subject), item])),
    remove: closed.flatMap(([kind]) => [attributes.item(kind, subject), attributes.snooze(kind, subject)]),
    add: { version: 1 },
  };
}

/** Returns the cause of a message that announces one of an entity's own attention items. */
export const entityCause = (entity: EntityPlace, ...kinds: readonly StoredAttentionKind[]): Cause => ({
  item: entityKey(entity).sk,
  attributes: kinds.map((kind) => attributes.item(kind, ENTITY)),
});

/** Returns the cause of a message that announces an attention item of a schedule. */
export const scheduleCause = (
  entity: ChunkOwner,
  scheduleId: string,
  ...kinds: readonly StoredAttentionKind[]
): Cause => ({
  item: scheduleKey(entity, scheduleId).sk,
  attributes: kinds.map((kind) => attributes.item(kind, subjectOf(scheduleId))),
});

/** Returns the cause of a message about an entity's ledger, which stands until a check has other news. */
export const ledgerCause = (entity: EntityPlace): Cause => ({
  item: entityKey(entity).sk,
  attributes: [attributes.ledgerNews],
});

/** Hides an attention item until a date; null shows it again. The audit entry keeps the note. */
export function snoozeWrite(
  entity: ChunkOwner,
  { kind, scheduleId }: { readonly kind: AttentionKind; readonly scheduleId: string | null },
  until: CalendarDate | null,
): AttentionWrite {
  const name = attributes.snooze(kind, subjectOf(scheduleId));
  return {
    update: scheduleId === null ? entityKey(entity) : scheduleKey(entity, scheduleId),
    ...(until === null ? { remove: [name] } : { set: { [name]: until } }),
    add: { version: 1 },
  };
}

/** Stores the statement balances at the end of a year for the attention board; null deletes one. */
export function statedWrite(
  entity: EntityPlace,
  year: number,
  balances: readonly { readonly scheduleId: string; readonly stated: Stated | null }[],
): Write {
  const named = balances.map(({ scheduleId, stated }) => [subjectOf(scheduleId), stated] as const);
  const known = named.filter(([, stated]) => stated !== null);
  const gone = named.filter(([, stated]) => stated === null);
  return {
    update: entityKey(entity),
    set: Object.fromEntries(known.map(([subject, stated]) => [attributes.statement(year, subject), stated])),
    remove: [
      ...gone.map(([subject]) => attributes.statement(year, subject)),
      // Only the last year end is in question.
      ...named.map(([subject]) => attributes.statement(year - 1, subject)),
    ],
    add: { version: 1 },
  };
}

/** The facts of a schedule that its stored attention items depend on. */
interface ScheduleFacts {
  readonly archived: boolean;
  readonly xeroConnected: boolean;
  readonly autoSync: boolean;
}

/** Attention items about documents in Xero, which end with the connection. */
const SYNC_KINDS = [
  'document-missing',
  'document-changed',
  'unmatched',
  'auto-sync-failing',
  'tracking',
  'overdue',
  'opening-out-of-date',
] as const satisfies readonly StoredAttentionKind[];

/** Attention items of schedules that were never connected, or not any more. */
const UNCONNECTED_KINDS = ['balloon', 'ending'] as const satisfies readonly AttentionKind[];

/** A schedule as it was and as it will be; null where there is none. */
interface ScheduleChange {
  readonly scheduleId: string;
  readonly before: ScheduleFacts | null;
  readonly after: ScheduleFacts | null;
  /** Auto sync starts anew, as what its payments depend on has changed. */
  readonly isDueAnew: boolean;
}

/** The writes with which changes of schedules close attention items. */
export function attentionWrites(entity: ChunkOwner, changes: readonly ScheduleChange[]): Write[] {
  const closing = changes.filter((change) => closedAttributes(change).length > 0);
  const byChunk = Map.groupBy(closing, ({ scheduleId }) => scheduleKey(entity, scheduleId).sk);
  return [...byChunk.values()].map((some) => ({
    update: scheduleKey(entity, some[0]?.scheduleId ?? ''),
    remove: some.flatMap(closedAttributes),
    add: { version: 1 },
  }));
}

function closedAttributes({ scheduleId, before, after, isDueAnew }: ScheduleChange): string[] {
  if (before === null || before.archived) return [];
  const subject = subjectOf(scheduleId);
  const namesOf = (kinds: readonly AttentionKind[]): string[] =>
    kinds.flatMap((kind) => [attributes.item(kind, subject), attributes.snooze(kind, subject)]);
  if (after === null || after.archived) {
    return namesOf(before.xeroConnected ? ATTENTION_KINDS : UNCONNECTED_KINDS);
  }
  const isDisconnected = before.xeroConnected && !after.xeroConnected;
  const isManual = before.autoSync && !after.autoSync;
  return namesOf(
    isDisconnected ? SYNC_KINDS : isManual || isDueAnew ? ['auto-sync-failing', 'tracking'] : [],
  );
}

/** Returns the items of an entity and its schedules. */
export const readAttentionItems = (table: TableReader, entity: EntityPlace): Promise<readonly Item[]> =>
  listUnder(table, entityKey(entity), entityKey(entity).sk);
