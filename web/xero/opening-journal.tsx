import { PlusIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useEffect, useState, type FormEvent } from 'react';
import { journalAccounts } from '../../domain/accounts/ledger-account.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import { journalTotals, type JournalTotals } from '../../domain/gst/tax.ts';
import { NO_GST, type LineAmountTypes } from '../../domain/gst/tax-types.ts';
import { MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { call, refresh, useApi } from '../api.ts';
import type { Schedule } from '../schedules/draft.ts';
import { scheduleTexts } from '../schedules/texts.ts';
import { confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges, useUnsavedChanges } from '../ui/unsaved.ts';
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
import { JournalTable } from './journal-table.tsx';
import { xeroTexts } from './texts.ts';
import { useArchivedWarning, useSetup } from './use-setup.ts';
import './opening-journal.css';

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

const TREATMENTS: readonly [LineAmountTypes, string][] = [
  ['NoTax', 'No tax'],
  ['Inclusive', 'Tax inclusive'],
  ['Exclusive', 'Tax exclusive'],
];

/** The balances that a contract begins with in Xero. */
export function OpeningJournal() {
  const { params, schedule, accounts, above, goBack } = useSetup(xeroTexts.loadSchedule);
  useArchivedWarning(schedule?.archived, xeroTexts.archivedJournal, goBack);
  const isReady = schedule !== undefined && !schedule.archived;
  const { data: template, error } = useTemplate(params, isReady ? undefined : null);
  useLoadFailure(error, xeroTexts.loadSchedule);
  return (
    <Page
      title="Opening balances journal"
      above={above}
      subtitle="What the contract’s accounts hold on the journal’s date. Payments dated before it are in the balances and never synced."
    >
      {schedule && accounts && template ? (
        <JournalForm
          key={schedule.id}
          params={params}
          schedule={schedule}
          accounts={journalAccounts(accounts)}
          first={template}
          onDone={goBack}
        />
      ) : (
        <div className="card">
          <TableSkeleton columns={5} />
        </div>
      )}
    </Page>
  );
}

/** The fixed lines as at a date; without one, as at the date that the service proposes; null asks for nothing. */
function useTemplate(params: Params, date: string | null | undefined) {
  return useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
    date === null ? null : { params, query: date === undefined ? {} : { date } },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
}

interface JournalFormProps {
  readonly params: Params;
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[];
  readonly first: Template;
  readonly onDone: () => void;
}

function JournalForm({ params, schedule, accounts, first, onDone }: JournalFormProps) {
  const [date, setDate] = useState<string>(first.date);
  const [narration, setNarration] = useState(first.description);
  const [treatment, setTreatment] = useState<LineAmountTypes>(first.lineAmountTypes);
  const [own, setOwn] = useState<readonly DraftLine[]>(() => [emptyLine()]);
  const [isBusy, setBusy] = useState(false);
  const { data: template = first, isLoading } = useTemplate(params, isCalendarDate(date) ? date : null);
  const totals = totalsOf(template, own, treatment);
  const hasChanges =
    date !== first.date || narration !== first.description || own.some((line) => line.accountId !== '');
  useUnsavedChanges(hasChanges && !isBusy);
  useTaxRateWarning(totals);

  const fit = (line: DraftLine, types = treatment): DraftLine =>
    withFittingTax(line, accounts, types, template.taxRates);
  const treat = (types: LineAmountTypes): void => {
    setTreatment(types);
    setOwn(own.map((line) => (types === 'NoTax' ? { ...line, taxType: NO_GST } : fit(line, types))));
  };
  const isPostable =
    narration.trim() !== '' &&
    isCalendarDate(date) &&
    template.date === date &&
    !isLoading &&
    own.length > 0 &&
    !own.some(isIncomplete) &&
    totals?.outBy === 0;

  const post = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isPostable || isBusy || !(await mayReplace(schedule))) return;
    setBusy(true);
    const body = journalBody({ date, narration, lineAmountTypes: treatment, fixed: template.lineItems, own });
    const isPosted = await postJournal(params, body);
    setBusy(false);
    if (!isPosted) return;
    forgetChanges();
    onDone();
  };

  return (
    <form className="journal" noValidate onSubmit={(event) => void post(event)}>
      {schedule.openingBalanceJournalOutOfDate && (
        <Notice tone="warning">{scheduleTexts.journalOutOfDate}</Notice>
      )}
      <div className="card card-body">
        <div className="journal-head">
          <Field label="Narration" required>
            {(control) => (
              <input
                {...control}
                className="input"
                autoComplete="off"
                maxLength={MAX_TEXT_LENGTH}
                value={narration}
                onChange={({ currentTarget }) => setNarration(currentTarget.value)}
              />
            )}
          </Field>
          <Field label="Date" required>
            {(control) => (
              <input
                {...control}
                className="input"
                type="date"
                value={date}
                onChange={({ currentTarget }) => setDate(currentTarget.value)}
              />
            )}
          </Field>
          <Field label="Amounts are">
            {(control) => (
              <select
                {...control}
                className="input"
                value={treatment}
                onChange={({ currentTarget }) => treat(currentTarget.value as LineAmountTypes)}
              >
                {TREATMENTS.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </div>
      <div className="card">
        <JournalTable
          template={template}
          own={own}
          accounts={accounts}
          treatment={treatment}
          totals={totals}
          onChange={(lines) => setOwn(lines.map((line) => fit(line)))}
        />
      </div>
      <div className="form-actions">
        <Button leadingVisual={PlusIcon} onClick={() => setOwn([...own, emptyLine()])}>
          Add line
        </Button>
        <span className="journal-space" />
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!isPostable} loading={isBusy}>
          Post to Xero
        </Button>
      </div>
    </form>
  );
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

function useTaxRateWarning(totals: JournalTotals | undefined): void {
  const isMissing = totals === undefined;
  useEffect(() => {
    if (isMissing) toast.error(xeroTexts.taxRate);
  }, [isMissing]);
}

async function mayReplace({ openingBalanceJournalId }: Schedule): Promise<boolean> {
  if (openingBalanceJournalId === null) return true;
  return confirm({
    title: 'Replace the posted journal?',
    body: 'An opening balances journal of this schedule is in Xero already. It will be voided, and this one posted in its place.',
    action: 'Replace',
  });
}

/** Posts it and tells how that went. A refused replacement may have left no journal in Xero, so the schedule is read again. */
async function postJournal(params: Params, body: ReturnType<typeof journalBody>): Promise<boolean> {
  const route = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal';
  try {
    const { openingBalanceJournalXeroUrl } = await call(route, { params, body });
    toast.success(xeroTexts.journalPosted);
    if (!openingBalanceJournalXeroUrl) toast.error(xeroTexts.journalUrl);
    return true;
  } catch (error) {
    toast.failure(error, xeroTexts.postJournal);
    return false;
  } finally {
    await refresh(
      'GET /v1/entities/{entityId}/schedules/{scheduleId}',
      'GET /v1/entities/{entityId}/schedules',
    );
  }
}
