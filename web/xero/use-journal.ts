/** An opening journal as it is being written. */
import { useEffect, useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { journalTotals, type JournalTotals } from '../../domain/gst/tax.ts';
import type { LineAmountTypes } from '../../domain/gst/tax-types.ts';
import { useApi } from '../api.ts';
import { toast } from '../ui/toasts.tsx';
import type { LedgerAccount } from './account-fields.ts';
import {
  emptyLine,
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

/** Another date brings other fixed lines and keeps the person's own; another treatment of tax refits those. */
export function useJournal(params: Params, accounts: readonly LedgerAccount[], first: Template) {
  const [date, setDate] = useState<string>(first.date);
  const [narration, setNarration] = useState(first.description);
  const [treatment, setTreatment] = useState<LineAmountTypes>(first.lineAmountTypes);
  const [lines, setLines] = useState<readonly DraftLine[]>(() => [emptyLine()]);
  const { data: template = first, isLoading } = useTemplate(params, isCalendarDate(date) ? date : null);
  const own = lines.map((line) => withFittingTax(line, accounts, treatment, template.taxRates));
  const totals = totalsOf(template, own, treatment);
  useTaxRateWarning(totals === undefined);
  return {
    date,
    setDate,
    narration,
    setNarration,
    treatment,
    setTreatment,
    own,
    setOwn: setLines,
    template,
    totals,
    hasChanges:
      date !== first.date || narration !== first.description || own.some((line) => line.accountId !== ''),
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
