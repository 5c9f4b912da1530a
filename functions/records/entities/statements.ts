/** Balances from lenders' statements, an item per entity and date. The only reader and writer of them. */
import * as z from 'zod';
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { Cents } from '../../../domain/money.ts';
import { lastYearEnd, yearsEnding } from '../../../domain/reports/years.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { type Entity, ownEntity } from './entity.ts';
import { shortId } from '../../lib/short-id.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { commit, commitOne, queryAll, type Table, type TableReader, type Write } from '../../store/table.ts';
import { statedWrite } from './attention.ts';

/** Marks the attributes that are balances, each named by its schedule's short id. */
const PREFIX = 'of-';
/** Marks the reasons why differences are accepted. */
const REASON = 'why-';

const StatementsItem = z.record(z.string(), z.unknown());

/** Statement balances of entities' schedules as at a date, in cents, by schedule id. */
export interface Statements {
  balanceOf(scheduleId: string): Cents | null;
  /** Why a difference is accepted; null where it is not. */
  reasonOf(scheduleId: string): string | null;
}

export async function readStatements(
  table: TableReader,
  entities: readonly Pick<Entity, 'entityId'>[],
  date: CalendarDate,
): Promise<Statements> {
  const items = await table.getMany(entities.map(({ entityId }) => keys.statements(entityId, date)));
  return statementsIn(items);
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
  const { pk } = keys.statements(entityId, '');
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.statements } });
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
 * @throws Refusal `conflict` when one of the entities has just moved away.
 */
export async function saveStatements(
  table: Table,
  tenantId: string,
  date: CalendarDate,
  balances: readonly StatementBalance[],
  more: readonly Write[],
): Promise<void> {
  const byEntity = [...Map.groupBy(balances, ({ entityId }) => entityId)];
  const writes = byEntity.map(async ([entityId, saved]): Promise<Write[]> => {
    const { financialYearEnd } = await ownEntity(table, tenantId, entityId);
    const years = yearsEnding(financialYearEnd);
    const isYearEnd = lastYearEnd(years, date) === date;
    return [
      { check: keys.entity(tenantId, entityId), if: 'present', otherwise: entityMoved },
      updateOf(entityId, date, saved),
      statedWrite({ tenantId, entityId }, years.yearOf(date), isYearEnd ? saved : []),
    ];
  });
  await commit(table, [...(await Promise.all(writes)).flat(), ...more]);
}

function entityMoved(): Refusal {
  const message = 'One of the entities was moved or deleted. Please reload the report and try again.';
  return new Refusal('conflict', 'report/entity-changed', message);
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
  const { pk } = keys.anchor(from.entityId);
  const names = new Set(scheduleIds.flatMap((id) => [PREFIX + shortId(id), REASON + shortId(id)]));
  for (const { sk, ...item } of await queryAll(table, { pk, sk: { prefix: prefixes.statements } })) {
    const moved = Object.entries(item).filter(([name]) => names.has(name));
    if (moved.length === 0) continue;
    const update = keys.statements(into.entityId, sk.slice(prefixes.statements.length));
    await commitOne(table, { update, set: Object.fromEntries(moved), add: { version: 1 } });
  }
}
