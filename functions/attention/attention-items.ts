/** The attention items of an organisation that need attention, from stored state only. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { formatDate } from '../../domain/calendar.ts';
import { type Cents, formatMoney } from '../../domain/money.ts';
import {
  ATTENTION_KINDS,
  type AttentionKind,
  comingEnd,
  openStatements,
} from '../../domain/reports/attention.ts';
import { type Contract, contractOf, contractsOf } from '../../domain/reports/contract.ts';
import { yearsEnding } from '../../domain/reports/years.ts';
import { type DirectoryEntry, readDirectory, readDirectoryEntry } from '../records/entities/directory.ts';
import type { Entity } from '../records/entities/entity.ts';
import { longId } from '../lib/short-id.ts';
import type { TableReader } from '../store/table.ts';
import {
  type Attention,
  ENTITY,
  listAttention,
  NO_ATTENTION,
  readAttention,
  subjectOf,
} from '../records/entities/attention.ts';
import { type Unarchived, unarchivedSchedules } from '../records/schedules/listed-schedules.ts';

export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly entityId: string;
  readonly entityName: string;
  /** The schedule's short id, or the entity's mark. */
  readonly subject: string;
  /** Null where the attention item is the entity's. */
  readonly scheduleId: string | null;
  readonly description: string | null;
  readonly since: CalendarDate;
  readonly amount: Cents | null;
  readonly text: string;
  readonly snoozedUntil: CalendarDate | null;
}

/** Returns the attention items of an organisation: snoozed ones last, then by urgency and age. */
export async function listAttentionItems(
  table: TableReader,
  tenantId: string,
  today: CalendarDate,
): Promise<AttentionItem[]> {
  const [directory, attention] = await Promise.all([
    readDirectory(table, tenantId),
    listAttention(table, tenantId),
  ]);
  const items = directory.map((entry) =>
    itemsOf(table, entry, attention.get(entry.entity.entityId) ?? NO_ATTENTION, today),
  );
  return (await Promise.all(items)).flat().toSorted(byUrgency);
}

/** Returns the attention items of one entity. */
export async function attentionItemsOf(
  table: TableReader,
  entity: Entity,
  today: CalendarDate,
): Promise<AttentionItem[]> {
  const entry = await readDirectoryEntry(table, entity);
  return itemsOf(table, entry, await readAttention(table, entity), today);
}

function byUrgency(a: AttentionItem, b: AttentionItem): number {
  return (
    Number(a.snoozedUntil !== null) - Number(b.snoozedUntil !== null) ||
    ATTENTION_KINDS.indexOf(a.kind) - ATTENTION_KINDS.indexOf(b.kind) ||
    a.since.localeCompare(b.since)
  );
}

/** An attention item before it has its entity, name and snooze. */
type Found = Pick<AttentionItem, 'kind' | 'subject' | 'since' | 'amount' | 'text'>;

async function itemsOf(
  table: TableReader,
  entry: DirectoryEntry,
  attention: Attention,
  today: CalendarDate,
): Promise<AttentionItem[]> {
  const { entityId, name: entityName } = entry.entity;
  const unarchived = entry.schedules.filter(({ archived }) => archived !== true);
  const names = new Map(unarchived.map(({ scheduleId, name }) => [subjectOf(scheduleId), name]));
  const contracts = await unarchivedSchedules(table, entry);
  const found: Found[] = [
    ...attention.items
      .filter(({ subject }) => subject === ENTITY || names.has(subject))
      .map(({ kind, subject, item }) => ({ kind, subject, ...item })),
    ...contracts.flatMap(({ listed, schedule }) =>
      endOf(subjectOf(listed.scheduleId), contractOf(schedule), today),
    ),
    ...statementsOf(entry.entity, contracts, attention, today),
  ];
  return found.map((item) => {
    const { kind, subject } = item;
    const until = attention.snoozeOf(kind, subject)?.until ?? null;
    return {
      ...item,
      entityId,
      entityName,
      scheduleId: subject === ENTITY ? null : longId(subject),
      description: names.get(subject) ?? null,
      snoozedUntil: until !== null && until > today ? until : null,
    };
  });
}

function endOf(subject: string, contract: Contract, today: CalendarDate): Found[] {
  const end = comingEnd(contract, today);
  if (!end) return [];
  const { kind, isPayout, since, date, days, amount } = end;
  const thing = isPayout ? 'The payout' : kind === 'balloon' ? 'A balloon' : 'The last payment';
  const when = days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`;
  const text = `${thing} of ${formatMoney(amount)} is due on ${formatDate(date)}, ${when}.`;
  return [{ kind, subject, since, amount, text }];
}

function statementsOf(
  { financialYearEnd }: Entity,
  contracts: readonly Unarchived[],
  attention: Attention,
  today: CalendarDate,
): Found[] {
  const stated = contracts.map(({ listed, schedule }) => ({
    contractAt: contractsOf(schedule),
    stated: (year: number) => attention.statedAt(year, subjectOf(listed.scheduleId)),
  }));
  const statements = openStatements(stated, yearsEnding(financialYearEnd), today);
  if (!statements) return [];
  const { yearEnd, since, open, loans } = statements;
  const which = loans === 1 ? 'The loan has' : `${open} of ${loans} loans have`;
  const text = `${which} no agreed statement at ${formatDate(yearEnd)}.`;
  return [{ kind: 'statements-open', subject: ENTITY, since, amount: null, text }];
}
