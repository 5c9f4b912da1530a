/** An opening journal as it is being written. */
import { useEffect, useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { journalTotals, type JournalTotals } from '../../domain/gst/tax.ts';
import type { LineAmountTypes } from '../../domain/gst/tax-types.ts';
import { useApi } from '../api.ts';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { toast } from '../ui/toasts.tsx';
import type { LedgerAccount } from './account-fields.ts';
import {
  draftOf,
  emptyLine,
  isBegun,
  isIncomplete,
  journalBody,
  taxedLines,
  withFittingTax,
  type DraftLine,
  type Template,
} from './journal-lines.ts';
import { xeroTexts } from './texts.ts';

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

/** The fixed lines as at a date; without one, as at the date that the service proposes; null asks for nothing. */
export function useTemplate(params: Params, date: string | null | undefined) {
  return useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
    date === null ? null : { params, query: date === undefined ? {} : { date } },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
}

/** A journal as typed. */
interface JournalDraft {
  readonly date: string;
  readonly narration: string;
  readonly treatment: LineAmountTypes;
  readonly lines: readonly DraftLine[];
}

/** Another date brings other fixed lines and keeps the person's own; another treatment of tax refits those. */
export function useJournal(params: Params, accounts: readonly LedgerAccount[], first: Template) {
  const [start] = useState(() => startOf(first));
  const { draft, setDraft, isBack, discard } = useKeptDraft(start, (typed) => isTyped(typed, start));
  const { date, narration, treatment } = draft;
  const { data: template = first, isLoading } = useTemplate(params, isCalendarDate(date) ? date : null);
  const own = draft.lines.map((line) => withFittingTax(line, accounts, treatment, template.taxRates));
  const totals = totalsOf(template, own, treatment);
  useTaxRateWarning(totals === undefined);
  return {
    draft,
    set: (change: Partial<JournalDraft>) => setDraft({ ...draft, ...change }),
    isBack,
    discard,
    own,
    template,
    totals,
    isPostable:
      narration.trim() !== '' &&
      template.date === date &&
      !isLoading &&
      own.length > 0 &&
      !own.some(isIncomplete) &&
      totals?.outBy === 0,
    body: () => journalBody({ date, narration, lineAmountTypes: treatment, fixed: template.lineItems, own }),
  };
}

/** Who replaces a journal goes on from the lines of the one that is posted. */
function startOf({ date, description, lineAmountTypes, posted }: Template): JournalDraft {
  if (!posted) return { date, narration: description, treatment: lineAmountTypes, lines: [emptyLine()] };
  const lines = posted.lineItems.map(draftOf);
  return { date, narration: posted.description, treatment: posted.lineAmountTypes, lines };
}

function isTyped({ date, narration, lines }: JournalDraft, start: JournalDraft): boolean {
  const isSame = JSON.stringify(lines.filter(isBegun)) === JSON.stringify(start.lines.filter(isBegun));
  return date !== start.date || narration !== start.narration || !isSame;
}

/** The sums of all lines; undefined when a line's tax type has no rate. */
function totalsOf(
  { lineItems, taxRates }: Template,
  own: readonly DraftLine[],
  treatment: LineAmountTypes,
): JournalTotals | undefined {
  try {
    return journalTotals(taxedLines(lineItems, own), treatment, taxRates);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function useTaxRateWarning(isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) toast.error(xeroTexts.taxRate);
  }, [isMissing]);
}
