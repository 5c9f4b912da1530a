/**
 * Balances from lenders' statements and the sign-offs of a year end, an item per entity and date. The only reader and
 * writer of them.
 */
import * as z from 'zod';
import { addMonths, businessDate, type CalendarDate, formatDay } from '../../../domain/calendar.ts';
import type { Cents } from '../../../domain/money.ts';
import { lastYearEnd, yearsEnding } from '../../../domain/years.ts';
import { conflict, invalid, type Refusal } from '../../../domain/refusal.ts';
import { type Entity, ownEntity } from './entity.ts';
import { shortId } from '../../lib/short-id.ts';
import { StoredCents } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Condition,
  type Item,
  ItemTooLarge,
  listUnder,
  type Table,
  type TableReader,
  type Write,
} from '../../store/table.ts';
import type { EntityScope } from '../tenants/entity-scope.ts';
import { statedWrite } from './attention.ts';

/** Marks the attributes that are balances, each named by its schedule's short id. */
const PREFIX = 'of-';
/** Marks the reasons why differences are accepted. */
const REASON = 'why-';

const StatementsItem = z.record(z.string(), z.unknown());

export const SIGN_OFF_ROLES = ['prepared', 'reviewed'] as const;
export type SignOffRole = (typeof SIGN_OFF_ROLES)[number];

/** The user who signed a year end off, with the name of that day: a working paper outlives its preparer's account. */
const SignOff = z.object({
  userId: z.string(),
  name: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type SignOff = Readonly<z.output<typeof SignOff>>;

/** Figures of the loans that were reviewed, by schedule id, in cents; null for a figure that was not known. */
const Figures = z.record(z.string(), z.array(StoredCents.nullable()));
export type ReviewedFigures = Readonly<z.output<typeof Figures>>;

const Review = SignOff.extend({
  figures: Figures,
  /** The reviewer prepared it too: the organisation has no other member. */
  isOnlyMember: z.boolean(),
});
type Review = Readonly<z.output<typeof Review>>;

const SignOffs = z.object({
  prepared: SignOff.optional(),
  reviewed: Review.optional(),
});
/** A year end that is reviewed takes no statements or journals. */
export type SignOffs = Readonly<z.output<typeof SignOffs>>;

/** Statement balances of entities' schedules as at a date, in cents, by schedule id. */
export interface Statements {
  balanceOf(scheduleId: string): Cents | null;
  /** Why a difference is accepted; null where it is not. */
  reasonOf(scheduleId: string): string | null;
}

export interface YearEnds extends Statements {
  signOffsOf(entityId: string): SignOffs;
}

export async function readStatements(
  table: TableReader,
  entities: readonly Pick<Entity, 'entityId'>[],
  date: CalendarDate,
): Promise<YearEnds> {
  const items = await table.getMany(entities.map(({ entityId }) => keys.statements(entityId, date)));
  const signOffs = new Map(
    entities.map(({ entityId }, index) => [entityId, SignOffs.parse(items[index] ?? {})]),
  );
  return { ...statementsIn(items), signOffsOf: (entityId) => signOffs.get(entityId) ?? {} };
}

/** @throws Refusal `conflict` when the year end of the entity is reviewed. */
export async function refuseReviewed(
  table: TableReader,
  entityId: string,
  date: CalendarDate,
): Promise<void> {
  const item = await table.get(keys.statements(entityId, date));
  if (item && SignOffs.parse(item).reviewed) throw alreadyReviewed(item);
}

interface NewSignOff {
  readonly date: CalendarDate;
  readonly role: SignOffRole;
  readonly by: SignOff | Review;
  /** The preparation that is reviewed; null without one. */
  readonly prepared: SignOff | null;
  readonly reasons: readonly { readonly scheduleId: string; readonly reason: string }[];
}

/**
 * Signs a year end off, with reasons for what is open. The same user's second sign-off in a role changes nothing.
 * @throws Refusal `conflict` for a year end that is reviewed, or prepared anew since it was read; `invalid` when its reasons leave no room.
 */
export async function signOff(
  table: Table,
  { tenantId, entityId }: Pick<Entity, 'tenantId' | 'entityId'>,
  { date, role, by, prepared, reasons }: NewSignOff,
  more: readonly Write[],
): Promise<void> {
  const key = keys.statements(entityId, date);
  if (SignOffs.parse((await table.get(key)) ?? {})[role]?.userId === by.userId) return;
  await commitStatements(table, [
    { check: keys.entity(tenantId, entityId), if: 'present', otherwise: entityMoved },
    {
      update: key,
      set: {
        [role]: by,
        ...Object.fromEntries(
          reasons.map(({ scheduleId, reason }) => [REASON + shortId(scheduleId), reason]),
        ),
      },
      add: { version: 1 },
      if: { all: [['reviewed', 'absent'], ...(role === 'reviewed' ? isAsRead(prepared) : [])] },
      otherwise: (stored) =>
        SignOffs.parse(stored ?? {}).reviewed ? alreadyReviewed(stored) : preparedAnew(),
    },
    ...more,
  ]);
}

/** The reviewer is another person than the preparer, so the preparation stays the one that was read. */
const isAsRead = (prepared: SignOff | null): Condition[] =>
  prepared === null
    ? [['prepared', 'absent']]
    : [
        ['prepared.userId', '=', prepared.userId],
        ['prepared.at', '=', prepared.at],
      ];

const preparedAnew = (): Refusal =>
  conflict('signoff/prepared-anew', 'This year end was prepared anew. Please look at it again.');

/** Takes both sign-offs of a year end away, so that it may be changed. */
export async function reopen(
  table: Table,
  { entityId }: Pick<Entity, 'entityId'>,
  date: CalendarDate,
  more: readonly Write[],
): Promise<void> {
  const update = keys.statements(entityId, date);
  await commit(table, [{ update, remove: [...SIGN_OFF_ROLES], add: { version: 1 } }, ...more]);
}

function alreadyReviewed(item: Item | undefined): Refusal {
  const { reviewed } = SignOffs.parse(item ?? {});
  const by = reviewed ? ` by ${reviewed.name} on ${formatDay(businessDate(reviewed.at))}` : '';
  const message = `This year end was reviewed${by}. An Admin can reopen it.`;
  return conflict('report/reviewed', message);
}

function statementsIn(items: readonly unknown[]): Statements {
  const balances = new Map<string, Cents>();
  const reasons = new Map<string, string>();
  for (const item of items) {
    for (const [name, value] of Object.entries(StatementsItem.parse(item ?? {}))) {
      if (name.startsWith(PREFIX)) balances.set(name, value as Cents);
      if (name.startsWith(REASON)) reasons.set(name, String(value));
    }
  }
  return {
    balanceOf: (scheduleId) => balances.get(PREFIX + shortId(scheduleId)) ?? null,
    reasonOf: (scheduleId) => reasons.get(REASON + shortId(scheduleId)) ?? null,
  };
}

/** Returns all statements of an entity, the oldest first. */
export async function listStatements(
  table: TableReader,
  entityId: string,
): Promise<(Statements & { readonly date: string })[]> {
  const items = await listUnder(table, keys.statements(entityId, ''), prefixes.statements);
  return items.map((item) => ({ date: item.sk.slice(prefixes.statements.length), ...statementsIn([item]) }));
}

export interface StatementBalance {
  readonly entityId: string;
  readonly scheduleId: string;
  /** Null takes the statement away. */
  readonly balance: Cents | null;
  /** Why a difference is accepted; '' for none. */
  readonly reason: string;
}

/**
 * Saves statements of an organisation's schedules, all or none.
 * @throws Refusal `conflict` when one of the entities has just moved away, or its year end is reviewed; `invalid` when the
 * reasons of an entity are too long together.
 */
export async function saveStatements(
  table: Table,
  scope: EntityScope,
  { date, today }: { readonly date: CalendarDate; readonly today: CalendarDate },
  balances: readonly StatementBalance[],
  more: readonly Write[],
): Promise<void> {
  const { tenantId } = scope;
  // The board asks for the last year end only.
  const isRecent = date >= addMonths(today, -12) && date <= addMonths(today, 12);
  const byEntity = [...Map.groupBy(balances, ({ entityId }) => entityId)];
  const writes = byEntity.map(async ([entityId, saved]): Promise<Write[]> => {
    const { financialYearEnd } = await ownEntity(table, scope, entityId);
    const years = yearsEnding(financialYearEnd);
    const isOnBoard = isRecent && lastYearEnd(years, date) === date;
    return [
      { check: keys.entity(tenantId, entityId), if: 'present', otherwise: entityMoved },
      updateOf(entityId, date, saved),
      statedWrite({ tenantId, entityId }, years.yearOf(date), isOnBoard ? saved.map(statedOf) : []),
    ];
  });
  await commitStatements(table, [...(await Promise.all(writes)).flat(), ...more]);
}

const statedOf = ({ scheduleId, balance, reason }: StatementBalance) => ({
  scheduleId,
  stated: balance !== null && reason !== '' ? ('accepted' as const) : balance,
});

/** The balances and reviewed figures of a full entity leave 100 KB for the reasons of a date. */
async function commitStatements(table: Table, writes: readonly Write[]): Promise<void> {
  try {
    await commit(table, writes);
  } catch (error) {
    if (!(error instanceof ItemTooLarge)) throw error;
    const message = 'The reasons of this entity are too long together. Please shorten some of them.';
    throw invalid('reason', 'report/reasons-too-long', message);
  }
}

function entityMoved(): Refusal {
  const message = 'One of the entities was moved or deleted. Please reload the report and try again.';
  return conflict('report/entity-changed', message);
}

function updateOf(entityId: string, date: CalendarDate, saved: readonly StatementBalance[]): Write {
  const named = saved.flatMap(({ scheduleId, balance, reason }): [string, Cents | string | null][] => [
    [PREFIX + shortId(scheduleId), balance],
    [REASON + shortId(scheduleId), balance === null || reason === '' ? null : reason],
  ]);
  return {
    update: keys.statements(entityId, date),
    set: Object.fromEntries(named.filter(([, balance]) => balance !== null)),
    remove: named.filter(([, balance]) => balance === null).map(([name]) => name),
    add: { version: 1 },
    if: ['reviewed', 'absent'],
    otherwise: alreadyReviewed,
  };
}

/**
 * Copies the statements of schedules into the entity that they move to. Statements of other schedules are not in its
 * reports, so a copy of a move that fails does no harm.
 */
export async function copyStatements(
  table: Table,
  from: Pick<Entity, 'entityId'>,
  into: Pick<Entity, 'entityId'>,
  scheduleIds: readonly string[],
): Promise<void> {
  const names = new Set(scheduleIds.flatMap((id) => [PREFIX + shortId(id), REASON + shortId(id)]));
  for (const { sk, ...item } of await listUnder(table, keys.anchor(from.entityId), prefixes.statements)) {
    const moved = Object.entries(item).filter(([name]) => names.has(name));
    if (moved.length === 0) continue;
    const update = keys.statements(into.entityId, sk.slice(prefixes.statements.length));
    await commitOne(table, { update, set: Object.fromEntries(moved), add: { version: 1 } });
  }
}
