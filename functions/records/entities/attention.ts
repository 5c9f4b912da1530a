/**
 * Attention items of an entity, an item each beside the entity's own, so that one query lists those of an organisation.
 * Jobs and writes keep them; balloons, ends and statements are worked out when they are read. The only reader and
 * writer of these items.
 */
import * as z from 'zod';
import type { Cents } from '../../../domain/money.ts';
import { ATTENTION_KINDS, type AttentionKind } from '../../../domain/reports/attention.ts';
import { shortId } from '../../lib/short-id.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { type Item, queryAll, type SingleWrite, type TableReader, type Write } from '../../store/table.ts';
import { type EntityScope, isInScope } from '../tenants/entity-scope.ts';

export type StoredKind = Exclude<
  AttentionKind,
  'not-linked' | 'setup-incomplete' | 'balloon' | 'ending' | 'statements-open'
>;

const AttentionItem = z.object({
  since: StoredDate,
  amount: StoredCents.nullable(),
  /** The payments that it is about, where it counts them. */
  payments: z.number().optional(),
  /** The sentence that people read. */
  text: z.string(),
});

export type AttentionItem = Readonly<z.output<typeof AttentionItem>>;

const LastCheck = z.object({
  date: StoredDate,
  /** Milliseconds since the epoch. */
  checkedAt: z.number(),
  status: z.enum(['agrees', 'differs', 'unknown']),
  /** The sum of the accounts' differences without their signs; null where it is unknown. */
  difference: StoredCents.nullable(),
});

export type LastCheck = Readonly<z.output<typeof LastCheck>>;

const Snooze = z.object({ until: StoredDate, note: z.string(), userId: z.string() });

export type Snooze = Readonly<z.output<typeof Snooze>>;

/** An attention item's subject: a schedule's short id, or the entity itself. */
type Subject = string;

export const ENTITY: Subject = '@';

export const subjectOf = (scheduleId: string | null): Subject =>
  scheduleId === null ? ENTITY : shortId(scheduleId);

/** 48 random bits of a schedule's id, which tell it from the others of its entity: every loan has a statement. */
const briefly = (subject: Subject): string => subject.slice(0, 8);

/**
 * The attributes of an item: `m:kind:subject` an attention item, `z:` a snooze, `t:year:subject` a statement, `c` the last
 * ledger check.
 */
const attributes = {
  item: (kind: AttentionKind, subject: Subject): string => `m:${kind}:${subject}`,
  snooze: (kind: AttentionKind, subject: Subject): string => `z:${kind}:${subject}`,
  statement: (year: number, subject: Subject): string => `t:${year % 100}:${briefly(subject)}`,
  lastCheck: 'c',
};

export interface Attention {
  readonly itemOf: (kind: StoredKind, subject: Subject) => AttentionItem | null;
  readonly items: readonly {
    readonly kind: StoredKind;
    readonly subject: Subject;
    readonly item: AttentionItem;
  }[];
  readonly snoozeOf: (kind: AttentionKind, subject: Subject) => Snooze | null;
  /** The balance on the lender's statement at 30 June of the year. */
  readonly statedAt: (year: number, subject: Subject) => Cents | null;
  readonly lastCheck: LastCheck | null;
  readonly version: number;
}

const isStoredKind = (kind: string): kind is StoredKind =>
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
    snoozeOf: (kind, subject) => read(Snooze, attributes.snooze(kind, subject)),
    statedAt: (year, subject) => read(StoredCents, attributes.statement(year, subject)),
    lastCheck: read(LastCheck, attributes.lastCheck),
    version: Number(known['version'] ?? 0),
  };
}

interface EntityPlace {
  readonly tenantId: string;
  readonly entityId: string;
}

const keyOf = ({ tenantId, entityId }: EntityPlace) => keys.attention(tenantId, entityId);

export async function readAttention(table: TableReader, entity: EntityPlace): Promise<Attention> {
  return attentionOf(await table.get(keyOf(entity)));
}

/** Returns the attention of the entities of a scope by their ids. The read is eventually consistent. */
export async function listAttention(
  table: TableReader,
  scope: EntityScope,
): Promise<ReadonlyMap<string, Attention>> {
  const { pk } = keys.organisation(scope.tenantId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.attention }, consistent: false });
  const byEntity = items.map((item) => [item.sk.slice(prefixes.attention.length), item] as const);
  const visible = byEntity.filter(([entityId]) => isInScope(scope, entityId));
  return new Map(visible.map(([entityId, item]) => [entityId, attentionOf(item)]));
}

/** The attention of an entity without any stored attention item. */
export const NO_ATTENTION: Attention = attentionOf(undefined);

/**
 * Changes the attention items of a schedule, or with null the entity's own. Null closes an item, which ends its snooze.
 * @param lastCheck the entity's last ledger check; null forgets it.
 */
export function attentionWrite(
  entity: EntityPlace,
  scheduleId: string | null,
  changes: readonly (readonly [kind: StoredKind, item: AttentionItem | null])[],
  lastCheck?: LastCheck | null,
): Extract<SingleWrite, { update: unknown }> {
  const subject = subjectOf(scheduleId);
  const opened = changes.flatMap(([kind, item]) =>
    item === null ? [] : [[attributes.item(kind, subject), item] as const],
  );
  const closed = changes.filter(([, item]) => item === null);
  return {
    update: keyOf(entity),
    set: {
      ...Object.fromEntries(opened),
      ...(lastCheck && { [attributes.lastCheck]: lastCheck }),
    },
    remove: [
      ...closed.flatMap(([kind]) => [attributes.item(kind, subject), attributes.snooze(kind, subject)]),
      ...(lastCheck === null ? [attributes.lastCheck] : []),
    ],
    add: { version: 1 },
  };
}

/** Hides an attention item until a date; null shows it again. */
export function snoozeWrite(
  entity: EntityPlace,
  { kind, subject }: { readonly kind: AttentionKind; readonly subject: Subject },
  snooze: Snooze | null,
): Write {
  const name = attributes.snooze(kind, subject);
  return {
    update: keyOf(entity),
    ...(snooze ? { set: { [name]: snooze } } : { remove: [name] }),
    add: { version: 1 },
  };
}

/** Stores the statement balances at 30 June of a year for the attention board; null deletes one. */
export function statedWrite(
  entity: EntityPlace,
  year: number,
  balances: readonly { readonly scheduleId: string; readonly balance: Cents | null }[],
): Write {
  const named = balances.map(({ scheduleId, balance }) => [subjectOf(scheduleId), balance] as const);
  const stated = named.filter(([, balance]) => balance !== null);
  const gone = named.filter(([, balance]) => balance === null);
  return {
    update: keyOf(entity),
    set: Object.fromEntries(
      stated.map(([subject, balance]) => [attributes.statement(year, subject), balance]),
    ),
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
  'overdue',
  'opening-out-of-date',
] as const satisfies readonly StoredKind[];

/** Attention items of schedules that were never connected, or not any more. */
const UNCONNECTED_KINDS = ['balloon', 'ending'] as const satisfies readonly AttentionKind[];

/** A schedule as it was and as it will be; null where there is none. */
interface ScheduleChange {
  readonly scheduleId: string;
  readonly before: ScheduleFacts | null;
  readonly after: ScheduleFacts | null;
}

/** The write, if any, with which changes of schedules close attention items. */
export function attentionWrites(entity: EntityPlace, changes: readonly ScheduleChange[]): Write[] {
  const remove = changes.flatMap(closedAttributes);
  return remove.length === 0 ? [] : [{ update: keyOf(entity), remove, add: { version: 1 } }];
}

function closedAttributes({ scheduleId, before, after }: ScheduleChange): string[] {
  if (before === null || before.archived) return [];
  const subject = subjectOf(scheduleId);
  const namesOf = (kinds: readonly AttentionKind[]): string[] =>
    kinds.flatMap((kind) => [attributes.item(kind, subject), attributes.snooze(kind, subject)]);
  if (after === null || after.archived) {
    return namesOf(before.xeroConnected ? ATTENTION_KINDS : UNCONNECTED_KINDS);
  }
  const isDisconnected = before.xeroConnected && !after.xeroConnected;
  const isManual = before.autoSync && !after.autoSync;
  return namesOf(isDisconnected ? SYNC_KINDS : isManual ? ['auto-sync-failing'] : []);
}

/** Returns an entity's item, for its move. */
export const readAttentionItem = (table: TableReader, entity: EntityPlace): Promise<Item | undefined> =>
  table.get(keyOf(entity));

export function movedAttention(item: Item | undefined, entity: EntityPlace, targetTenantId: string): Write[] {
  const here = keyOf(entity);
  if (!item) return [{ check: here, if: 'absent' }];
  const there = keyOf({ tenantId: targetTenantId, entityId: entity.entityId });
  return [{ delete: here, if: ['version', '=', Number(item['version'])] }, { put: { ...item, ...there } }];
}

/**
 * Returns the writes that move the attributes of schedules into another entity; `isLast` deletes the item. They are
 * refused when the item has changed since the read.
 */
export function mergedAttention(
  item: Item | undefined,
  entity: EntityPlace,
  into: EntityPlace,
  { scheduleIds, isLast }: { readonly scheduleIds: readonly string[]; readonly isLast: boolean },
): Write[] {
  const here = keyOf(entity);
  if (!item) return [{ check: here, if: 'absent' }];
  const subjects = new Set(scheduleIds.map(subjectOf).flatMap((subject) => [subject, briefly(subject)]));
  const moved = Object.entries(item).filter(([name]) => subjects.has(name.split(':').at(-1) ?? ''));
  const asRead = ['version', '=', Number(item['version'])] as const;
  const names = moved.map(([name]) => name);
  return [
    isLast ? { delete: here, if: asRead } : { update: here, remove: names, add: { version: 1 }, if: asRead },
    ...(moved.length > 0
      ? [{ update: keyOf(into), set: Object.fromEntries(moved), add: { version: 1 } }]
      : []),
  ];
}
