/** The attention items of an organisation that need attention, from stored state only. */
import { businessDate, type CalendarDate, formatShortDay, formatDay } from '../../domain/calendar.ts';
import { formatMoney, sumCents, type Cents } from '../../domain/money.ts';
import {
  ATTENTION_KINDS,
  type AttentionKind,
  comingEnd,
  type OpenStatements,
  openStatements,
  statedYearEnd,
} from '../../domain/reports/attention.ts';
import { type ReportedContract, contractOf, contractsOf } from '../../domain/reports/contract.ts';
import { type DirectoryEntry, readDirectory, readDirectoryEntry } from '../records/entities/directory.ts';
import type { Entity } from '../records/entities/entity.ts';
import { longId } from '../lib/short-id.ts';
import type { TableReader } from '../store/table.ts';
import {
  type Attention,
  listAttention,
  NO_ATTENTION,
  readAllAttention,
} from '../records/entities/attention.ts';
import { type ListedContract, listedContracts } from '../records/schedules/listed-schedules.ts';
import type { ListedSchedule } from '../records/entities/schedule-chunks.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';
import { yearsEnding } from '../../domain/years.ts';
import { ENTITY, subjectOf } from '../records/entities/attention-keys.ts';

/** Returns the attention items of a scope: snoozed ones last, then by urgency and age. */
export async function listAttentionItems(
  table: TableReader,
  scope: EntityScope,
  today: CalendarDate,
): Promise<AttentionItem[]> {
  const entities = await readEntities(table, scope, today);
  const statements = statementsItem(entities.flatMap((one) => one.statements ?? []));
  return [...entities.flatMap(({ items }) => items), ...(statements ? [statements] : [])].toSorted(byUrgency);
}

export async function attentionItemsOf(
  table: TableReader,
  entity: Entity,
  today: CalendarDate,
): Promise<readonly AttentionItem[]> {
  const entry = await readDirectoryEntry(table, entity);
  return (await openIn(table, entry, await readAllAttention(table, entity), today)).items;
}

/** Returns the entities of a scope that have loans without an agreed statement. */
export async function entitiesWithOpenStatements(
  table: TableReader,
  scope: EntityScope,
  today: CalendarDate,
): Promise<Entity[]> {
  const entities = await readEntities(table, scope, today);
  return entities.flatMap(({ statements }) => (statements ? [statements.entity] : []));
}

async function readEntities(table: TableReader, scope: EntityScope, today: CalendarDate): Promise<Open[]> {
  const [directory, attention] = await Promise.all([
    readDirectory(table, scope),
    listAttention(table, scope),
  ]);
  return Promise.all(
    directory.map((entry) =>
      openIn(table, entry, attention.get(entry.entity.entityId) ?? NO_ATTENTION, today),
    ),
  );
}

function byUrgency(a: AttentionItem, b: AttentionItem): number {
  return (
    Number(a.snoozedUntil !== null) - Number(b.snoozedUntil !== null) ||
    ATTENTION_KINDS.indexOf(a.kind) - ATTENTION_KINDS.indexOf(b.kind) ||
    a.since.localeCompare(b.since)
  );
}

/** The open items of an entity. Open statements of all entities are one item. */
interface Open {
  readonly items: readonly AttentionItem[];
  readonly statements: EntityStatements | null;
}

/** An attention item before it has its entity, name and snooze. */
type Found = Pick<AttentionItem, 'kind' | 'since' | 'amount' | 'text'> & {
  /** The schedule's short id, or the entity's mark. */
  readonly subject: string;
};

async function openIn(
  table: TableReader,
  entry: DirectoryEntry,
  attention: Attention,
  today: CalendarDate,
): Promise<Open> {
  const { entity } = entry;
  const { entityId, name: entityName } = entity;
  const years = yearsEnding(entity.financialYearEnd);
  const yearEnd = statedYearEnd(years, today);
  const names = new Map(
    entry.schedules.filter(isUnarchived).map(({ scheduleId, name }) => [subjectOf(scheduleId), name]),
  );
  // A statement is due of archived loans too that had a balance.
  const schedules = entry.schedules.filter(
    ({ archivedEnd }) => archivedEnd === null || archivedEnd > yearEnd,
  );
  const stating = await listedContracts(table, { entity, schedules });
  const contracts = stating.filter(({ listed }) => isUnarchived(listed));
  const untilOf = (kind: AttentionKind, subject: string): CalendarDate | null => {
    const until = attention.snoozedUntil(kind, subject);
    return until !== null && until > today ? until : null;
  };
  const found: Found[] = [
    ...attention.items
      .filter(({ subject }) => subject === ENTITY || names.has(subject))
      .map(({ kind, subject, item: { since, amount, text } }) => ({ kind, subject, since, amount, text })),
    ...unfinished(entity, contracts, today),
    ...contracts.flatMap(({ listed, schedule }) =>
      endOf(subjectOf(listed.scheduleId), contractOf(schedule), today),
    ),
  ];
  const open = openStatements(
    stating.map(({ listed: { scheduleId }, schedule }) => ({
      contract: contractsOf(schedule)(yearEnd),
      stated: attention.statedAt(years.yearOf(yearEnd), subjectOf(scheduleId)),
    })),
    yearEnd,
  );
  return {
    items: found.map(({ subject, ...item }) => ({
      ...item,
      entityId,
      entityName,
      scheduleId: subject === ENTITY ? null : longId(subject),
      description: names.get(subject) ?? null,
      snoozedUntil: untilOf(item.kind, subject),
    })),
    statements: open && { ...open, entity, snoozedUntil: untilOf('statements-open', ENTITY) },
  };
}

const isUnarchived = ({ archivedEnd }: ListedSchedule): boolean => archivedEnd === null;

/** The loans named one by one; the others are counted. */
const NAMED = 3;

/** Loans with payments to come that can't reach Xero: their entity is not linked, or they are not set up. */
function unfinished(
  { xero, createdAt }: Entity,
  contracts: readonly ListedContract[],
  today: CalendarDate,
): Found[] {
  const current = contracts.filter(({ schedule }) => schedule.endDate >= today);
  const open = xero === null ? current : current.filter(({ listed }) => !listed.isSetUp);
  if (open.length === 0) return [];
  const names = open.slice(0, NAMED).map(({ listed }) => listed.name);
  const loans = open.length === 1 ? '1 loan is' : `${open.length} loans are`;
  const more = open.length > NAMED ? [`${open.length - NAMED} more`] : [];
  const missing = xero === null ? 'not linked to Xero' : 'not set up in Xero';
  return [
    {
      kind: xero === null ? 'not-linked' : 'setup-incomplete',
      subject: ENTITY,
      since: businessDate(Date.parse(createdAt)),
      amount: sumCents(open.map(({ schedule }) => schedule.balanceAt(today))),
      text: `${loans} ${missing}: ${[...names, ...more].join(', ')}.`,
    },
  ];
}

function endOf(subject: string, contract: ReportedContract, today: CalendarDate): Found[] {
  const end = comingEnd(contract, today);
  if (!end) return [];
  const { kind, isPayout, since, date, days, amount } = end;
  const thing = isPayout ? 'The payout' : kind === 'balloon' ? 'A balloon' : 'The last payment';
  const when = days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`;
  const text = `${thing} of ${formatMoney(amount)} is due on ${formatShortDay(date)}, ${when}.`;
  return [{ kind, subject, since, amount, text }];
}

interface EntityStatements extends OpenStatements {
  readonly entity: Entity;
  readonly snoozedUntil: CalendarDate | null;
}

/** Returns the one item of all entities. It leaves snoozed entities out, unless all are. */
function statementsItem(all: readonly EntityStatements[]): AttentionItem | null {
  const awake = all.filter(({ snoozedUntil }) => snoozedUntil === null);
  const shown = awake.length > 0 ? awake : all;
  const [first, ...others] = shown;
  if (!first) return null;
  const earliest = (dates: readonly CalendarDate[]): CalendarDate | null => dates.toSorted()[0] ?? null;
  const open = shown.reduce((sum, one) => sum + one.open, 0);
  const yearEnds = [...new Set(shown.map(({ yearEnd }) => yearEnd))].toSorted().map(formatDay);
  return {
    kind: 'statements-open',
    entityId: others.length === 0 ? first.entity.entityId : null,
    entityName: others.length === 0 ? first.entity.name : `${shown.length} entities`,
    scheduleId: null,
    description: null,
    since: earliest(shown.map(({ since }) => since)) ?? first.since,
    amount: null,
    text: `${open} ${open === 1 ? 'loan' : 'loans'} not yet agreed to the lender’s statement at ${yearEnds.join(' or ')}.`,
    snoozedUntil: awake.length > 0 ? null : earliest(all.flatMap(({ snoozedUntil }) => snoozedUntil ?? [])),
  };
}

interface AttentionItem {
  readonly kind: AttentionKind;
  /** Null where the item is about several entities, which its name then counts. */
  readonly entityId: string | null;
  readonly entityName: string;
  readonly scheduleId: string | null;
  readonly description: string | null;
  readonly since: CalendarDate;
  readonly amount: Cents | null;
  readonly text: string;
  readonly snoozedUntil: CalendarDate | null;
}
