import { useId, useMemo, useState } from 'react';
import { ApiError, fieldMessages, messageOf } from '../data/problem.ts';
import { call } from '../data/api.ts';
import { change } from '../data/change.ts';
import { TYPING_PAUSE_MS, usePreview } from '../data/use-preview.ts';
import { focusFirstError } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { termsOf } from '../contract/draft.ts';
import { type ChangeDraft, readChange, startOfChange } from './change-draft.ts';
import { KindFields } from './change-fields.tsx';
import { ChangeEffect } from './change-preview.tsx';
import { missingIn } from './change-labels.ts';
import { reportRecorded } from './report.ts';
import { eventTexts } from './texts.ts';
import type { ChangeKind } from './types.ts';
import '../contract/schedule-form.css';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import './changes.css';

const EVENTS = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/events';

interface ChangeFormProps {
  readonly kind: ChangeKind;
  readonly params: ScheduleParams;
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[] | undefined;
  /** The fields that the address fills. */
  readonly given: Partial<ChangeDraft>;
  /** Called once the change is recorded. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The fields of a change beside the service's preview of it. */
export function ChangeForm({ kind, params, schedule, accounts, given, onDone, onCancel }: ChangeFormProps) {
  const id = useId();
  const start = { ...startOfChange(kind, schedule), ...given };
  const { draft, setDraft, notice } = useKeptDraft(start);
  const [isStale, setStale] = useState(false);
  const read = useMemo(() => readChange(kind, draft), [kind, draft]);
  const body = 'body' in read ? read.body : undefined;
  const { preview, isCurrent, error, reload } = usePreview(
    body ? { params, body } : null,
    (input) => call(`${EVENTS}/preview`, input),
    TYPING_PAUSE_MS,
  );
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => ('errors' in read ? read.errors : fieldMessages(error)),
    send: async () => {
      if (error) throw error;
      if (!body || !preview || !isCurrent) return;
      const event = await change(EVENTS, {
        params,
        body: { ...body, revision: preview.revision },
      });
      reportRecorded(event);
      onDone();
    },
    onFailure: (failure) => {
      if (isStalePreview(failure)) {
        reload();
        setStale(true);
      } else toast.failure(failure, eventTexts.record);
      focusFirstError(form.ref.current);
    },
  });
  const set = (changed: Partial<typeof draft>): void => {
    setDraft({ ...draft, ...changed });
    setStale(false);
    clearError();
  };
  const shown = { ...fieldMessages(error), ...errors };
  const isEmpty = isCurrent && preview?.documents.length === 0;
  const isReady = schedule.xeroConnected && schedule.xeroSyncReady;
  return (
    <div className="schedule-form change-form">
      {notice}
      <div role="status" className="change-stale">
        {isStale && <Notice tone="warning">{eventTexts.stale}</Notice>}
      </div>
      <form className="card card-body" id={id} {...form}>
        <DateField
          label="Date"
          hint="The change takes effect on this date."
          error={shown['date']}
          required
          min={schedule.startDate}
          max={schedule.endDate}
          value={draft.date}
          onChange={(date) => set({ date })}
        />
        <KindFields
          kind={kind}
          draft={draft}
          errors={shown}
          schedule={schedule}
          accounts={accounts}
          onChange={set}
        />
        <TextField
          label="Note"
          optional
          hint="Shown in the history, such as the lender’s reference."
          error={shown['note']}
          value={draft.note}
          onChange={(note) => set({ note })}
        />
        {!isReady && <p className="card-text">{eventTexts.notReady}</p>}
      </form>
      <ChangeEffect
        schedule={schedule}
        body={body}
        newTerms={kind === 'refinance' ? termsOf(draft.newSchedule) : undefined}
        preview={preview}
        isCurrent={isCurrent}
        refusal={error && messageOf(error, eventTexts.preview)}
        accounts={accounts}
      />
      <div className="change-actions">
        <MissingFields labels={'errors' in read ? missingIn(kind, read.errors) : []} />
        <FormActions
          submit={isReady && !isEmpty ? 'Record and post to Xero' : 'Record'}
          form={id}
          isBusy={isBusy}
          disabled={body === undefined || (!isCurrent && error === undefined)}
          onCancel={onCancel}
        />
      </div>
    </div>
  );
}

/** Whether the schedule has changed since the preview. */
const isStalePreview = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.problem.code === 'event/stale';
