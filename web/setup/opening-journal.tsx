import { PlusIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { journalAccounts } from '../../domain/accounts/ledger-account.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import type { LineAmountTypes } from '../../domain/gst/tax-types.ts';
import { scheduleTexts } from '../contract/texts.ts';
import { deferred } from '../ui/deferred.tsx';
import { HelpLink } from '../help/help-link.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { MissingFields } from '../ui/missing-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { SelectField, type Choice } from '../ui/select-field.tsx';
import { CardSkeleton, TableSkeleton } from '../ui/skeleton.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { IncludesDate } from './includes-date.tsx';
import { emptyLine, missingInJournal, type Template } from './journal-lines.ts';
import { PurchaseLink } from './purchase-link.tsx';
import { confirmReplacement, postJournal } from './post-journal.ts';
import { xeroTexts } from '../xero/texts.ts';
import { useJournal, useTemplate } from './use-journal.ts';
import { useArchivedWarning, useSetup } from './use-setup.ts';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import './opening-journal.css';

const JournalTable = deferred(
  async () => (await import('./journal-table.tsx')).JournalTable,
  <TableSkeleton columns={5} />,
);

JournalTable.preload();

const TREATMENTS: readonly Choice<LineAmountTypes>[] = [
  { value: 'NoTax', label: 'No tax' },
  { value: 'Inclusive', label: 'Tax inclusive' },
  { value: 'Exclusive', label: 'Tax exclusive' },
];

/** The form of a schedule's opening balances journal. */
export function OpeningJournal() {
  const { params, schedule, accounts, above, goBack, finish } = useSetup({
    loadFailure: xeroTexts.loadSchedule,
  });
  useArchivedWarning(schedule?.archived, xeroTexts.archivedJournal, goBack);
  const isReady = schedule !== undefined && !schedule.archived;
  const { data: template, error } = useTemplate(params, isReady ? undefined : null);
  useLoadFailure(error, xeroTexts.loadSchedule);
  return (
    <Page
      title="Opening balances journal"
      documentTitle={schedule && `Opening balances journal of ${schedule.description}`}
      above={above}
      subtitle={
        <>
          Bring existing balances into Xero as at a date. What is in them isn’t posted again.{' '}
          <HelpLink page="opening-balances">About opening balances</HelpLink>
          <br />A new asset, bought with this contract: <PurchaseLink params={params} />
        </>
      }
    >
      {schedule && accounts && template ? (
        <JournalForm
          // An answer from before a purchase was saved is shown until the next one: the form begins anew with that.
          key={JSON.stringify([
            schedule.id,
            schedule.openingBalanceJournalOutOfDate,
            template.date,
            template.purchaseRevision,
          ])}
          params={params}
          schedule={schedule}
          accounts={journalAccounts(accounts)}
          first={template}
          onPosted={finish}
          onCancel={goBack}
        />
      ) : (
        <CardSkeleton columns={5} />
      )}
    </Page>
  );
}

interface JournalFormProps {
  readonly params: ScheduleParams;
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[];
  readonly first: Template;
  readonly onPosted: () => void;
  readonly onCancel: () => void;
}

function JournalForm({ params, schedule, accounts, first, onPosted, onCancel }: JournalFormProps) {
  const journal = useJournal(params, accounts, first, schedule.openingBalanceJournalOutOfDate);
  const { purchaseLines } = journal.template;
  const { date, includesDate } = journal.draft;
  const { isBusy, form } = useSubmit({
    ask: () => confirmReplacement(schedule),
    send: async () => {
      await postJournal(params, journal.body());
      onPosted();
    },
    onFailure: (error) => toast.failure(error, xeroTexts.postJournal),
  });
  return (
    <form className="journal" {...form}>
      {journal.notice}
      {schedule.openingBalanceJournalOutOfDate && (
        <Notice tone="warning">{scheduleTexts.journalOutOfDate}</Notice>
      )}
      <div className="card card-body">
        <div className="journal-head">
          <TextField
            label="Narration"
            required
            hint={xeroTexts.narrationToken(journal.template.token)}
            value={journal.draft.narration}
            onChange={(narration) => journal.set({ narration })}
          />
          <DateField
            label="Date"
            required
            value={date}
            onChange={(typed) => journal.set({ date: typed, includesDate: undefined })}
          />
          <SelectField
            label="Amounts are"
            choices={TREATMENTS}
            value={journal.draft.treatment}
            onChange={(treatment) => journal.set({ treatment })}
          />
        </div>
        {isCalendarDate(date) &&
          schedule.schedulePayments.some(({ paymentDate }) => paymentDate === date) && (
            <IncludesDate
              date={date}
              loans={1}
              value={includesDate ?? journal.template.includesDate}
              onChange={(answer) => journal.set({ includesDate: answer })}
            />
          )}
      </div>
      <div className="card">
        <JournalTable
          template={journal.template}
          own={journal.own}
          accounts={accounts}
          treatment={journal.draft.treatment}
          totals={journal.totals}
          onChange={(lines) => journal.set({ lines })}
        />
      </div>
      <MissingFields labels={missingInJournal(journal.draft, journal.own)} />
      <div className="form-actions">
        <Button
          leadingVisual={PlusIcon}
          onClick={() => journal.set({ lines: [...journal.own, emptyLine()] })}
        >
          Add line
        </Button>
        {purchaseLines && (
          <Button onClick={() => journal.takePurchase(purchaseLines)}>Take the lines of the purchase</Button>
        )}
        <span className="journal-space" />
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!journal.isPostable} loading={isBusy}>
          Post to Xero
        </Button>
      </div>
    </form>
  );
}
