/** The draft of an opening journal. */
import type { ScheduleParams } from '../data/answers.ts';
import { useEffect, useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { journalTotals, type JournalTotals } from '../../domain/gst/tax.ts';
import type { LineAmountTypes } from '../../domain/gst/tax-types.ts';
import { useApi } from '../data/api.ts';
import { isEqual } from '../ui/equality.ts';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { isSame, rebased } from '../ui/rebased.ts';
import { toast } from '../ui/toasts.tsx';
import type { LedgerAccount } from '../xero/account-fields.ts';
import {
  draftLineOf,
  emptyLine,
  hasValue,
  isIncomplete,
  journalBody,
  taxedLines,
  withAllowedTax,
  type DraftLine,
  type Template,
} from './journal-lines.ts';
import { xeroTexts } from '../xero/texts.ts';

/**
 * Reads the fixed lines as at a date; undefined takes the service's proposed date, null sends no request. Without
 * `includesDate` the service answers whether the balances hold what falls on the date.
 */
export function useTemplate(params: ScheduleParams, date: string | null | undefined, includesDate?: boolean) {
  return useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
    date === null
      ? null
      : {
          params,
          query: {
            ...(date !== undefined && { date }),
            ...(includesDate !== undefined && { includesDate: String(includesDate) }),
          },
        },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
}

interface JournalDraft {
  readonly date: string;
  /** Undefined takes the service's answer for the date. */
  readonly includesDate: boolean | undefined;
  readonly narration: string;
  readonly treatment: LineAmountTypes;
  readonly lines: readonly DraftLine[];
  /** The revision of the purchase that the lines were taken from. */
  readonly purchaseRevision: string;
}

/**
 * Returns the draft of a journal. A new date loads new fixed lines and keeps the user's own; a new tax treatment
 * adjusts their tax types.
 * @param isOutOfDate whether the posted journal is
 */
export function useJournal(
  params: ScheduleParams,
  accounts: readonly LedgerAccount[],
  first: Template,
  isOutOfDate: boolean,
) {
  const [start] = useState(() => startOf(first, isOutOfDate));
  const { draft, setDraft, notice } = useKeptDraft(start, {
    isChanged: (typed) => isTyped(typed, start),
    rebase: rebasedJournal,
  });
  const { date, includesDate, narration, treatment } = draft;
  const { data: template = first, isLoading } = useTemplate(
    params,
    isCalendarDate(date) ? date : null,
    includesDate,
  );
  const own = draft.lines.map((line) => withAllowedTax(line, accounts, treatment, template.taxRates));
  const totals = totalsOf(template, own, treatment);
  useTaxRateWarning(totals === undefined);
  return {
    draft,
    set: (change: Partial<JournalDraft>) => setDraft({ ...draft, ...change }),
    notice,
    own,
    template,
    totals,
    isPostable:
      narration.trim() !== '' &&
      template.date === date &&
      (includesDate ?? template.includesDate) === template.includesDate &&
      !isLoading &&
      own.length > 0 &&
      !own.some(isIncomplete) &&
      totals?.outBy === 0,
    /** Takes the lines of the purchase as it is. */
    takePurchase: (lines: NonNullable<Template['purchaseLines']>) =>
      setDraft({ ...draft, ...draftOfPurchase(lines), purchaseRevision: template.purchaseRevision }),
    body: () =>
      journalBody({
        date,
        includesDate: template.includesDate,
        narration,
        lineAmountTypes: treatment,
        fixed: template.lineItems,
        own,
        purchaseRevision: draft.purchaseRevision,
      }),
  };
}

/** A replacement starts from the lines of the posted journal, unless a purchase has changed them. */
function startOf(template: Template, isOutOfDate: boolean): JournalDraft {
  const { date, includesDate, description, lineAmountTypes, posted, purchaseLines, purchaseRevision } =
    template;
  const start = { date, includesDate, narration: description, purchaseRevision };
  if (purchaseLines && (!posted || isOutOfDate)) return { ...start, ...draftOfPurchase(purchaseLines) };
  if (!posted) return { ...start, treatment: lineAmountTypes, lines: [emptyLine()] };
  const lines = posted.lineItems.map(draftLineOf);
  return { ...start, narration: posted.description, treatment: posted.lineAmountTypes, lines };
}

const draftOfPurchase = (lines: NonNullable<Template['purchaseLines']>) =>
  ({ treatment: 'Inclusive', lines: lines.map(draftLineOf) }) as const;

/** The lines, their treatment and the purchase that they were taken from go together. */
function rebasedJournal(draft: JournalDraft, before: JournalDraft, now: JournalDraft): JournalDraft {
  const { treatment, lines, purchaseRevision } = draft;
  const isUntouched =
    isSame(lines.filter(hasValue), before.lines.filter(hasValue)) && treatment === before.treatment;
  return { ...rebased(draft, before, now), ...(isUntouched ? {} : { treatment, lines, purchaseRevision }) };
}

function isTyped({ date, includesDate, narration, lines }: JournalDraft, start: JournalDraft): boolean {
  const hasSameLines = isEqual(lines.filter(hasValue), start.lines.filter(hasValue));
  const isOther = date !== start.date || (includesDate ?? start.includesDate) !== start.includesDate;
  return isOther || narration !== start.narration || !hasSameLines;
}

/** Returns the totals of all lines; undefined if a line's tax type has no rate. */
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
