/** Adjusting journals on the wire. */
import type * as z from 'zod';
import { calendarDate } from '../../domain/calendar.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { narrationOf } from '../../domain/reports/adjusting-journal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { documentView } from '../views/document.ts';
import {
  type JournalPlan,
  journalsRevision,
  type JournalsWanted,
  type PlannedJournal,
} from '../books/adjusting-journals.ts';
import type { XeroTracking } from '../services/xero/port.ts';
import { knownTracking } from './known-tracking.ts';
import type { TrackingOption } from '../../domain/journal/tracking.ts';
import { readSchedules } from '../records/schedules/schedule.ts';
import { journalLink } from '../services/xero/links.ts';
import type { TableReader } from '../store/table.ts';
import type { AdjustingJournals, JournalRequest } from '../api/reports.ts';

/**
 * @throws Refusal `invalid` for a reversal that is left out where later payments reclassify the same amounts,
 * `not-found` when `allCurrent` names a schedule that is not the entity's.
 */
export async function journalsWanted(
  table: TableReader,
  { entityId }: OwnedEntity,
  body: z.output<typeof JournalRequest>,
): Promise<JournalsWanted> {
  const { date, kinds, reverse, allCurrent, nonCurrentAccounts } = body;
  const named = new Set(allCurrent.map((id) => id.toLowerCase()));
  const found = await readSchedules(table, entityId, [...named]);
  if (found.length < named.size) throw unknownSchedule();
  if (!reverse && kinds.includes('current-non-current')) {
    const message = 'This journal is always reversed: later payments reclassify the same amounts.';
    throw invalid('reverse', 'journal/always-reversed', message);
  }
  return {
    date: calendarDate(date),
    kinds: [...new Set(kinds)],
    reverse,
    allCurrent,
    nonCurrentAccounts: nonCurrentAccounts && {
      hirePurchase: nonCurrentAccounts.hirePurchaseId,
      unexpiredCharges: nonCurrentAccounts.unexpiredChargesId,
    },
  };
}

function unknownSchedule(): Refusal {
  const message = 'A schedule to show as all current is not in this entity.';
  return new Refusal('not-found', 'report/unknown-schedule', message, { allCurrent: [message] });
}

/** Shows journals without a call to Xero: names of options are those of its last answer, else those of the choices. */
export async function journalsView(
  table: TableReader,
  entity: OwnedEntity,
  { journals, warnings }: JournalPlan,
  { xeroWeb, now }: { readonly xeroWeb: string; readonly now: number },
): Promise<z.input<typeof AdjustingJournals>> {
  const isTracked = journals.some(({ document }) =>
    document.lines.some(({ tracking = [] }) => tracking.length > 0),
  );
  const named = isTracked ? await knownTracking(table, entity, now) : [];
  return {
    documents: journals.map((journal) => journalView(journal, named, xeroWeb)),
    warnings: [...warnings],
    revision: journalsRevision(journals),
  };
}

function journalView(
  { place, document, stored }: PlannedJournal,
  named: readonly XeroTracking[],
  xeroWeb: string,
) {
  const { kind, date, isReversal } = place;
  const isPosted = stored?.state === 'posted' && stored.documentId !== null;
  return {
    ...documentView(document, ({ tracking = [] }) => tracking.map((option) => namedOption(option, named))),
    kind,
    isReversal,
    narration: narrationOf(kind, date, isReversal),
    xeroSynchronized: isPosted,
    xeroUrl: isPosted ? journalLink(xeroWeb, stored.shortCode, stored.documentId ?? '') : null,
  };
}

const namedOption = (option: TrackingOption, named: readonly XeroTracking[]): XeroTracking =>
  named.find(
    ({ categoryId, optionId }) => categoryId === option.categoryId && optionId === option.optionId,
  ) ?? { ...option, name: '', option: 'Deleted option' };
