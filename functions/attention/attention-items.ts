/** The attention items of an organisation that need attention, from stored state only. */
import {
  addDays,
  businessDate,
  type CalendarDate,
  formatShortDay,
  formatDay,
  earliestOf,
} from '../../domain/calendar.ts';
import { formatMoney, sumCents, type Cents } from '../../domain/money.ts';
import {
  ATTENTION_KINDS,
  type AttentionKind,
  comingEnd,
  type OpenStatements,
  type Stated,
  statedYearEnd,
} from '../../domain/reports/attention.ts';
import type { Debts } from '../../domain/reports/debts.ts';
import { type Outline, owesOn } from '../../domain/reports/outline.ts';
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
import {
  listedDebts,
  listedOutline,
  MOST_PAYMENTS,
  workOfListed,
} from '../records/schedules/listed-schedules.ts';
import type { ListedSchedule } from '../records/entities/schedule-chunks.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';
import { yearsEnding } from '../../domain/years.ts';
import { nameSome } from '../../domain/text.ts';
import { ENTITY, subjectOf } from '../records/entities/attention-keys.ts';

/** Receives the payments that may be worked out, before they are. */
export type Charge = (payments: number) => Promise<void>;

/** Returns the attention items of a scope: snoozed ones last, then by urgency and age. */
export async function listAttentionItems(
  table: TableReader,
  scope: EntityScope,
  today: CalendarDate,
  charge: Charge = async () => {},
): Promise<AttentionItem[]> {
  const entities = await readEntities(table, scope, today, charge);
  const statements = statementsItem(entities.flatMap((one) => one.statements ?? []));
  return [...entities.flatMap(({ items }) => items), ...(statements ? [statements] : [])].toSorted(byUrgency);
}

export async function attentionItemsOf(
  table: TableReader,
  entity: Entity,
  today: CalendarDate,
  charge: Charge,
): Promise<readonly AttentionItem[]> {
  const entry = await readDirectoryEntry(table, entity);
  await charge(workOfListed(entry.schedules));
  const budget = { payments: MOST_PAYMENTS };
  return (await openIn(table, entry, await readAllAttention(table, entity), today, budget)).items;
}

/** Returns the entities of a scope that have loans without an agreed statement. */
export async function entitiesWithOpenStatements(
  table: TableReader,
  scope: EntityScope,
  today: CalendarDate,
  charge: Charge,
): Promise<Entity[]> {
  const entities = await readEntities(table, scope, today, charge);
  return entities.flatMap(({ statements }) => (statements ? [statements.entity] : []));
}

async function readEntities(
  table: TableReader,
  scope: EntityScope,
  today: CalendarDate,
  charge: Charge,
): Promise<Open[]> {
  const [directory, attention] = await Promise.all([
    readDirectory(table, scope),
    listAttention(table, scope),
  ]);
  await charge(workOfListed(directory.flatMap(({ schedules }) => schedules)));
  const budget = { payments: MOST_PAYMENTS };
  return Promise.all(
    directory.map((entry) =>
      openIn(table, entry, attention.get(entry.entity.entityId) ?? NO_ATTENTION, today, budget),
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
type Found = Pick<AttentionItem, 'kind' | 'since' | 'date' | 'amount' | 'text'> & {
  readonly registerId?: string | undefined;
  /** The schedule's short id, or the entity's mark. */
  readonly subject: string;
};

async function openIn(
  table: TableReader,
  entry: DirectoryEntry,
  attention: Attention,
  today: CalendarDate,
  budget: Budget,
): Promise<Open> {
  const { entity } = entry;
  const { entityId, name: entityName } = entity;
  const years = yearsEnding(entity.financialYearEnd);
  const yearEnd = statedYearEnd(years, today);
  const loans = entry.schedules.map(loanOf);
  const unarchived = loans.filter(({ listed }) => listed.archivedEnd === null);
  const names = new Map(unarchived.map(({ listed }) => [subjectOf(listed.scheduleId), listed.name]));
  const unfinished = unarchived.filter(
    ({ listed, outline }) => outline.endDate >= today && (entity.xero === null || !listed.isSetUp),
  );
  // A statement is due of archived loans too that had a balance.
  const owing = loans.filter(
    ({ listed: { archivedEnd }, outline }) =>
      (archivedEnd === null || archivedEnd > yearEnd) && owesOn(outline, yearEnd),
  );
  const statedOf = ({ listed }: Loan): Stated | null =>
    attention.statedAt(years.yearOf(yearEnd), subjectOf(listed.scheduleId));
  const stated = owing.filter((loan) => typeof statedOf(loan) === 'number');
  const debts = await debtsWithin(table, entry, [...unfinished, ...stated], budget);
  const debtsOf = ({ listed }: Loan) => debts.get(listed.scheduleId);
  const isOpen = (loan: Loan): boolean => {
    const balance = statedOf(loan);
    if (balance === null || balance === 'accepted') return balance === null;
    return debtsOf(loan)?.statedAt(yearEnd) !== balance;
  };
  const open = owing.filter(isOpen).length;
  const untilOf = (kind: AttentionKind, subject: string): CalendarDate | null => {
    const until = attention.snoozedUntil(kind, subject);
    return until !== null && until > today ? until : null;
  };
  const found: Found[] = [
    ...attention.items
      .filter(({ subject }) => subject === ENTITY || names.has(subject))
      .map(({ kind, subject, item: { payments: _payments, ...item } }) => ({ kind, subject, ...item })),
    ...unfinishedItem(entity, unfinished, debtTogether(unfinished.map(debtsOf), today)),
    ...unarchived.flatMap(({ listed, outline }) => endOf(subjectOf(listed.scheduleId), outline, today)),
  ];
  return {
    items: found.map(({ subject, ...item }) => ({
      ...item,
      entityId,
      entityName,
      scheduleId: subject === ENTITY ? null : longId(subject),
      description: names.get(subject) ?? null,
      registerId: item.registerId ?? null,
      snoozedUntil: untilOf(item.kind, subject),
    })),
    statements:
      open === 0
        ? null
        : {
            yearEnd,
            since: addDays(yearEnd, 1),
            open,
            entity,
            snoozedUntil: untilOf('statements-open', ENTITY),
          },
  };
}

interface Loan {
  readonly listed: ListedSchedule;
  readonly outline: Outline;
  /** Whether its debts follow from the projection. */
  readonly isProjected: boolean;
}

const loanOf = (listed: ListedSchedule): Loan => ({
  listed,
  outline: listedOutline(listed),
  isProjected: listed.figures !== null,
});

/** The payments whose debts a read of the board may still read. */
interface Budget {
  payments: number;
}

/**
 * Returns the debts that the board needs. Those that don't follow from the projection are read one by one, so the read
 * leaves out those beyond its budget: no account can make it cost more.
 */
async function debtsWithin(
  table: TableReader,
  { entity }: DirectoryEntry,
  loans: readonly Loan[],
  budget: Budget,
): Promise<ReadonlyMap<string, Debts>> {
  const within = [...new Set(loans)].filter(({ isProjected, outline }) => {
    if (isProjected) return true;
    budget.payments -= outline.count;
    return budget.payments >= 0;
  });
  const read = await listedDebts(table, { entity, schedules: within.map(({ listed }) => listed) });
  return new Map(read.map(({ listed, debts }) => [listed.scheduleId, debts]));
}

/** Null where a loan is beyond the budget. */
function debtTogether(debts: readonly (Debts | undefined)[], today: CalendarDate): Cents | null {
  const known = debts.flatMap((each) => each ?? []);
  if (known.length < debts.length) return null;
  return sumCents(known.map((each) => each.balanceAt(today)));
}

/** Loans with payments to come that can't reach Xero: their entity is not linked, or they are not set up. */
function unfinishedItem({ xero, createdAt }: Entity, open: readonly Loan[], amount: Cents | null): Found[] {
  if (open.length === 0) return [];
  const loans = open.length === 1 ? '1 loan is' : `${open.length} loans are`;
  const missing = xero === null ? 'not linked to Xero' : 'not set up in Xero';
  return [
    {
      kind: xero === null ? 'not-linked' : 'setup-incomplete',
      subject: ENTITY,
      since: businessDate(Date.parse(createdAt)),
      amount,
      text: `${loans} ${missing}: ${nameSome(open.map(({ listed }) => listed.name))}.`,
    },
  ];
}

function endOf(subject: string, outline: Outline, today: CalendarDate): Found[] {
  const end = comingEnd(outline, today);
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
  const open = shown.reduce((sum, one) => sum + one.open, 0);
  const yearEnds = [...new Set(shown.map(({ yearEnd }) => yearEnd))].toSorted().map(formatDay);
  return {
    kind: 'statements-open',
    entityId: others.length === 0 ? first.entity.entityId : null,
    entityName: others.length === 0 ? first.entity.name : `${shown.length} entities`,
    scheduleId: null,
    description: null,
    registerId: null,
    since: earliestOf(shown.map(({ since }) => since)) ?? first.since,
    amount: null,
    text: `${open} ${open === 1 ? 'loan' : 'loans'} not yet agreed to the lender’s statement at ${yearEnds.join(' or ')}.`,
    snoozedUntil: awake.length > 0 ? null : earliestOf(all.map(({ snoozedUntil }) => snoozedUntil)),
  };
}

interface AttentionItem {
  readonly kind: AttentionKind;
  /** Null where the item is about several entities, which its name then counts. */
  readonly entityId: string | null;
  readonly entityName: string;
  readonly scheduleId: string | null;
  readonly description: string | null;
  /** The register that it is about; null for none or several. */
  readonly registerId: string | null;
  readonly since: CalendarDate;
  /** The date of the check that found it, where a check did. */
  readonly date?: CalendarDate | undefined;
  readonly amount: Cents | null;
  readonly text: string;
  readonly snoozedUntil: CalendarDate | null;
}
