/** Adjusting journals on the wire. */
import type * as z from 'zod';
import { calendarDate } from '../../domain/calendar.ts';
import { invalid } from '../../domain/refusal.ts';
import { narrationOf } from '../../domain/reports/adjusting-journal.ts';
import { documentView } from '../events/event-view.ts';
import type { JournalPlan, JournalsWanted, PlannedJournal } from '../posting/plan-journals.ts';
import { journalLink } from '../services/xero/links.ts';
import type { AdjustingJournals, JournalRequest } from './routes.ts';

/** @throws Refusal `invalid` for a reversal that is left out where later payments reclassify the same amounts. */
export function journalsWanted(body: z.output<typeof JournalRequest>): JournalsWanted {
  const { date, kinds, reverse, allCurrent, nonCurrentAccounts } = body;
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

export const journalsView = (
  { journals, warnings }: JournalPlan,
  xeroWeb: string,
): z.input<typeof AdjustingJournals> => ({
  documents: journals.map((journal) => journalView(journal, xeroWeb)),
  warnings: [...warnings],
});

function journalView({ place, document, stored }: PlannedJournal, xeroWeb: string) {
  const { kind, date, isReversal } = place;
  const isPosted = stored?.state === 'posted' && stored.documentId !== null;
  return {
    ...documentView(document),
    kind,
    isReversal,
    narration: narrationOf(kind, date, isReversal),
    xeroSynchronized: isPosted,
    xeroUrl: isPosted ? journalLink(xeroWeb, stored.shortCode, stored.documentId ?? '') : null,
  };
}
