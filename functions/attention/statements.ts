/** The loans without an agreed statement at the last year end of their entities, as one attention item. */
import { type CalendarDate, formatDay } from '../../domain/calendar.ts';
import { type OpenStatements, openStatements } from '../../domain/reports/attention.ts';
import { contractsOf } from '../../domain/reports/contract.ts';
import { yearsEnding } from '../../domain/reports/years.ts';
import { type Attention, subjectOf } from '../records/entities/attention.ts';
import type { Entity } from '../records/entities/entity.ts';
import type { Unarchived } from '../records/schedules/listed-schedules.ts';
import type { AttentionItem } from './attention-item.ts';

export interface EntityStatements extends OpenStatements {
  readonly entity: Entity;
  readonly snoozedUntil: CalendarDate | null;
}

/** Returns what is open at an entity's last year end: from the day after it, and of loans that are older. */
export function openStatementsOf(
  { financialYearEnd }: Entity,
  contracts: readonly Unarchived[],
  attention: Attention,
  today: CalendarDate,
): OpenStatements | null {
  const stated = contracts.map(({ listed, schedule }) => ({
    contractAt: contractsOf(schedule),
    stated: (year: number) => attention.statedAt(year, subjectOf(listed.scheduleId)),
  }));
  return openStatements(stated, yearsEnding(financialYearEnd), today);
}

/** Returns the one item of all entities. It leaves snoozed entities out, unless all are. */
export function statementsItem(all: readonly EntityStatements[]): AttentionItem | null {
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
