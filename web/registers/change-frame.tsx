import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Entity } from '../data/answers.ts';
import { messageOf } from '../data/problem.ts';
import { useAccounts } from '../xero/use-accounts.ts';
import { FormActions } from '../ui/form-actions.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { RegisterPreviewCard } from './register-preview.tsx';
import { registerTexts } from './texts.ts';
import type { useRecording } from './use-recording.ts';
import '../contract/schedule-form.css';
import '../events/changes.css';

interface ChangeFrameProps {
  readonly entity: Entity;
  /** The address of the register. */
  readonly page: string;
  readonly recording: ReturnType<typeof useRecording>;
  /** Of the draft. */
  readonly notice: ReactNode;
  /** The labels of the fields that are missing, in their order. */
  readonly missing: readonly string[];
  readonly submit: string;
  /** Stands in place of the preview while a field is missing. */
  readonly awaiting: string;
  /** By role: what stands in place of an account that is not chosen. */
  readonly labels: Readonly<Record<string, string>>;
  /** The day from which the change counts: the first journal from then on is shown. */
  readonly from?: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** The form of a change of a register, beside its entries after it. */
export function ChangeFrame({
  entity,
  page,
  recording,
  notice,
  missing,
  submit,
  awaiting,
  labels,
  from,
  children,
}: ChangeFrameProps) {
  const [, navigate] = useLocation();
  const accounts = useAccounts(entity);
  const { preview, isCurrent, error, isStale, isBusy, form } = recording;
  return (
    <div className="schedule-form">
      {notice}
      <div role="status" className="change-stale">
        {isStale && <Notice tone="warning">{registerTexts.stale}</Notice>}
      </div>
      <form className="card card-body" {...form}>
        {children}
        <MissingFields labels={missing} />
        <FormActions
          submit={submit}
          isBusy={isBusy}
          disabled={missing.length > 0 || (!isCurrent && error === undefined)}
          onCancel={() => navigate(page)}
        />
      </form>
      <RegisterPreviewCard
        preview={preview}
        isCurrent={isCurrent}
        isRefused={error !== undefined}
        message={error ? messageOf(error, registerTexts.preview) : awaiting}
        accounts={accounts}
        labels={labels}
        {...(from !== undefined && { from })}
      />
    </div>
  );
}
