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
import type { Contract } from '../../domain/reports/contract.ts';
import { type Entity, listEntities } from '../records/entities/entity.ts';
import { longId } from '../lib/short-id.ts';
import { readNames } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';
import {
  type Attention,
  ENTITY,
  listAttention,
  NO_ATTENTION,
  readAttention,
} from '../records/entities/attention.ts';
import { contractsOf } from '../records/schedules/listed-contracts.ts';

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
  const [entities, attention] = await Promise.all([
    listEntities(table, tenantId, { search: '' }),
    listAttention(table, tenantId),
  ]);
  const items = entities.map((entity) =>
    itemsOf(table, entity, attention.get(entity.entityId) ?? NO_ATTENTION, today),
  );
  return (await Promise.all(items)).flat().toSorted(byUrgency);
}

/** Returns the attention items of one entity. */
export async function attentionItemsOf(
  table: TableReader,
  entity: Entity,
  today: CalendarDate,
): Promise<AttentionItem[]> {
  return itemsOf(table, entity, await readAttention(table, entity), today);
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
  entity: Entity,
  attention: Attention,
  today: CalendarDate,
): Promise<AttentionItem[]> {
  const { entityId, name: entityName, figures } = entity;
  const contracts = await contractsOf(table, entity);
  const found: Found[] = [
    ...attention.items
      .filter(({ subject }) => subject === ENTITY || subject in figures)
      .map(({ kind, subject, item }) => ({ kind, subject, ...item })),
    ...contracts.flatMap(({ shortId, contract }) => endOf(shortId, contract, today)),
    ...statementsOf(contracts, attention, today),
  ];
  const names = await namesOf(table, entityId, found, attention);
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
  const { kind, since, date, days, amount } = end;
  const thing = kind === 'balloon' ? 'A balloon' : 'The last payment';
  const when = days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`;
  const text = `${thing} of ${formatMoney(amount)} is due on ${formatDate(date)}, ${when}.`;
  return [{ kind, subject, since, amount, text }];
}

function statementsOf(
  contracts: readonly { readonly shortId: string; readonly contract: Contract }[],
  attention: Attention,
  today: CalendarDate,
): Found[] {
  const stated = contracts.map(({ shortId, contract }) => ({
    contract,
    stated: (year: number) => attention.statedAt(year, shortId),
  }));
  const statements = openStatements(stated, today);
  if (!statements) return [];
  const { yearEnd, since, open, loans } = statements;
  const which = loans === 1 ? 'The loan has' : `${open} of ${loans} loans have`;
  const text = `${which} no agreed statement at ${formatDate(yearEnd)}.`;
  return [{ kind: 'statements-open', subject: ENTITY, since, amount: null, text }];
}

/** Returns the schedules' names by subject: kept beside the attention items, or else read from the schedules. */
async function namesOf(
  table: TableReader,
  entityId: string,
  found: readonly Found[],
  attention: Attention,
): Promise<ReadonlyMap<string, string>> {
  const subjects = [...new Set(found.map(({ subject }) => subject))].filter((subject) => subject !== ENTITY);
  const kept = subjects.map((subject) => [subject, attention.nameOf(subject)] as const);
  const missing = kept.filter(([, name]) => name === null).map(([subject]) => subject);
  const read = await readNames(table, entityId, missing);
  return new Map([
    ...kept.flatMap(([subject, name]) => (name === null ? [] : [[subject, name] as const])),
    ...read,
  ]);
}
