import { Button } from '@primer/react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { isCalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import type { Entity } from '../data/answers.ts';
import { messageOf } from '../data/problem.ts';
import { useAccounts } from '../events/accounts.ts';
import { HelpLink } from '../help/help-link.tsx';
import { DateField } from '../ui/date-field.tsx';
import { today } from '../ui/dates.ts';
import { Field } from '../ui/field.tsx';
import { DraftRestored, useKeptDraft } from '../ui/kept-draft.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { formatDollars } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Notice } from '../ui/notice.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { RegisterPreviewCard } from './register-preview.tsx';
import { registerTexts } from './texts.ts';
import type { Division7aRegister, Repayment } from './types.ts';
import { useRecording } from './use-recording.ts';
import '../contract/schedule-form.css';
import '../events/changes.css';

interface RepaymentDraft {
  readonly by: Repayment['by'];
  readonly date: string;
  readonly amount: string;
  readonly resolvedOn: string;
  /** Whether the directors have resolved a dividend and the borrower agreed to set it off. */
  readonly isAgreed: boolean;
  readonly note: string;
}

const WAYS = [
  {
    value: 'cash',
    label: 'Received in Xero',
    hint: 'Money in the loan account in Xero. Paydown posts nothing.',
  },
  {
    value: 'dividend',
    label: 'Dividend',
    hint: 'Set off against the loan. Paydown posts the set-off as a journal.',
  },
  { value: 'other', label: 'Other', hint: 'For example salary that is set off. Book it in Xero yourself.' },
] as const satisfies readonly { value: Repayment['by']; label: string; hint: string }[];

interface RepaymentFormProps {
  readonly entity: Entity;
  readonly register: Division7aRegister;
  readonly page: string;
}

/** The form of a repayment beside the years after it. */
export function RepaymentForm({ entity, register, page }: RepaymentFormProps) {
  const [, navigate] = useLocation();
  const accounts = useAccounts(entity);
  const params = { entityId: entity.id, registerId: register.id };
  const open = register.figures.years.find(({ status }) => status === 'open');
  const missing = open?.stillToRepay ?? 0;
  const [start] = useState((): RepaymentDraft => ({
    by: 'cash',
    date: today(),
    amount: '',
    resolvedOn: '',
    isAgreed: false,
    note: '',
  }));
  const { draft, setDraft, isRestored, discard } = useKeptDraft(
    start,
    (typed) => JSON.stringify(typed) !== JSON.stringify(start),
  );
  const body = repaymentOf(draft);
  const recording = useRecording(params, body, page);
  const { preview, isCurrent, error, errors, isStale, isBusy, form } = recording;
  const set = (changed: Partial<RepaymentDraft>): void => {
    setDraft({ ...draft, ...changed });
    recording.edited();
  };
  const choose = (by: Repayment['by']): void => {
    const isProposed = by === 'dividend' && draft.amount === '' && missing > 0;
    set({ by, ...(isProposed && { amount: missing.toFixed(2) }) });
  };
  return (
    <div className="schedule-form">
      {isRestored && <DraftRestored onDiscard={discard} />}
      <div role="status" className="change-stale">
        {isStale && <Notice tone="warning">{registerTexts.stale}</Notice>}
      </div>
      <form className="card card-body" {...form}>
        <RadioField label="Repaid by" choices={WAYS} value={draft.by} onChange={choose} />
        <DateField
          label={draft.by === 'dividend' ? 'Set off on' : 'Date'}
          hint="Counts for the income year in which it lies, up to 30 June."
          error={errors['date']}
          required
          value={draft.date}
          onChange={(date) => set({ date })}
        />
        <Field
          label="Amount"
          hint={
            open
              ? `${formatDollars(missing)} is still to be repaid by 30 June ${open.year}.`
              : 'Leave out repayments that are made to borrow again.'
          }
          error={errors['amount']}
          required
        >
          {(control) => (
            <MoneyInput {...control} value={draft.amount} onChange={(amount) => set({ amount })} />
          )}
        </Field>
        {draft.by === 'dividend' && (
          <>
            <DateField
              label="Resolved on"
              hint="The directors’ resolution, on or before the set-off. Keep the minute, signed within a month."
              error={errors['resolvedOn']}
              required
              value={draft.resolvedOn}
              onChange={(resolvedOn) => set({ resolvedOn })}
            />
            <label className="pick">
              <input
                type="checkbox"
                checked={draft.isAgreed}
                onChange={({ currentTarget }) => set({ isAgreed: currentTarget.checked })}
              />
              <span>The directors have resolved it and the borrower agreed to set it off</span>
            </label>
          </>
        )}
        <TextField
          label="Note"
          optional
          error={errors['note']}
          value={draft.note}
          onChange={(note) => set({ note })}
        />
        <p className="field-hint">
          Leave out repayments that are made to borrow again: they are disregarded (section 109R).{' '}
          <HelpLink page="division-7a">About Division 7A loans</HelpLink>
        </p>
        <MissingFields labels={missingIn(draft)} />
        <div className="form-actions">
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            disabled={body === null || (!isCurrent && error === undefined)}
          >
            Record
          </Button>
          <Button onClick={() => navigate(page)}>Cancel</Button>
        </div>
      </form>
      <RegisterPreviewCard
        preview={preview}
        isCurrent={isCurrent}
        isRefused={error !== undefined}
        message={error ? messageOf(error, registerTexts.preview) : 'The years after it appear here.'}
        accounts={accounts}
        labels={{ loan: 'Loan', interestIncome: 'Interest income', dividend: 'Dividend' }}
      />
    </div>
  );
}

function missingIn({ by, date, amount, resolvedOn, isAgreed }: RepaymentDraft): string[] {
  const isDividend = by === 'dividend';
  return [
    !isCalendarDate(date) && (isDividend ? 'Set off on' : 'Date'),
    parseMoneyInput(amount) === undefined && 'Amount',
    isDividend && !isCalendarDate(resolvedOn) && 'Resolved on',
    isDividend && !isAgreed && 'The agreement to set it off',
  ].filter((label) => label !== false);
}

/** Null while a field is missing. */
function repaymentOf(draft: RepaymentDraft): Repayment | null {
  const amount = parseMoneyInput(draft.amount);
  if (amount === undefined || missingIn(draft).length > 0) return null;
  const { by, date, resolvedOn } = draft;
  return {
    kind: 'repayment',
    date,
    amount: toDollars(amount),
    by,
    resolvedOn: by === 'dividend' ? resolvedOn : null,
    note: draft.note.trim(),
  };
}
