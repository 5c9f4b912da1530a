import { useMemo, useState } from 'react';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { formatMoney } from '../../domain/money.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { Flag } from '../ui/flag.tsx';
import { Field, focusFirstError } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { BalloonFields } from './balloon-fields.tsx';
import { changeOf } from './draft-body.ts';
import { interestOf, isComplete, tableOf, termErrors, termsOf, type Draft } from './draft.ts';
import { withInterestOnly } from './interest-only.ts';
import { RateCheck } from './rate-check.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { missingFields, wrongFields } from './draft-problems.ts';
import { errorUnder } from '../ui/error-under.ts';
import { filledByTable } from './filled-by-table.ts';
import './schedule-form.css';
import { deferred } from '../ui/deferred.tsx';

/** With the code that drags rows. */
const TermRows = deferred(
  async () => (await import('./term-rows.tsx')).TermRows,
  <div className="terms-coming" />,
);
const ContractDetails = deferred(async () => (await import('./contract-details.tsx')).ContractDetails);
const LenderTableField = deferred(async () => (await import('./lender-table-field.tsx')).LenderTableField);
const SchedulePreview = deferred(
  async () => (await import('./preview.tsx')).SchedulePreview,
  <div className="card preview" />,
);

TermRows.preload();
ContractDetails.preload();

interface ScheduleFormProps {
  /** The stored schedule. */
  readonly start: Draft;
  readonly submit: string;
  readonly isReadOnly?: boolean;
  /** The draft is a copy of another schedule, which can be created without changes. */
  readonly isCopy?: boolean;
  /** Posted payments or recorded changes fix the terms: name, auto sync and contract details can change. */
  readonly areTermsFixed?: boolean;
  /** Fields that were read from a document; another object replaces what the form holds. */
  readonly filled?: Partial<Draft> | undefined;
  /** Rejects after reporting the failure; the form then stays. */
  readonly onSubmit: (draft: Draft) => Promise<void>;
  readonly onCancel: () => void;
}

/** The form of a schedule with a preview of its amortisation. */
export function ScheduleForm({
  start,
  submit,
  isReadOnly = false,
  isCopy = false,
  areTermsFixed = isReadOnly,
  filled,
  onSubmit,
  onCancel,
}: ScheduleFormProps) {
  const { draft, setDraft, notice } = useKeptDraft(start, {
    isChanged: (typed) => !isReadOnly && changeOf(typed, start) !== 'nothing',
  });
  const [taken, setTaken] = useState(filled);
  if (filled !== taken) {
    setTaken(filled);
    setDraft({ ...draft, ...filled });
  }
  const hasChanges = isCopy || changeOf(draft, start) !== 'nothing';
  const { isBusy, errors, clearError, form } = useSubmit({
    send: () => onSubmit(draft),
    onFailure: () => focusFirstError(form.ref.current),
  });
  const set = (change: Partial<Draft>): void => {
    setDraft({ ...draft, ...change });
    clearError();
  };
  const interest = interestOf(draft);
  const terms = termsOf(draft);
  const text = JSON.stringify(terms ?? null);
  const refusals = useMemo(() => {
    const complete = JSON.parse(text) as Terms | null;
    return complete ? termErrors(complete) : {};
  }, [text]);
  const shown = { ...wrongFields(draft), ...refusals, ...errors };
  return (
    <div className="schedule-form">
      {notice}
      <form className="card card-body" {...form}>
        <ScheduleFields
          draft={draft}
          errors={shown}
          isReadOnly={isReadOnly}
          areTermsFixed={areTermsFixed}
          onChange={set}
        />
        <PaymentsSource usesTable={draft.usesTable} isReadOnly={areTermsFixed} onChange={set} />
        {draft.usesTable ? (
          <LenderTableField
            text={draft.tableText}
            read={readTable(draft)}
            error={errorUnder(shown, 'schedulePayments')}
            isReadOnly={areTermsFixed}
            onChange={(tableText) => set(filledByTable(draft, tableText))}
          />
        ) : (
          <>
            <TermRows
              rows={draft.rows}
              error={errorUnder(shown, 'schedulePaymentPlans')}
              isReadOnly={areTermsFixed}
              interestOnly={(index) => withInterestOnly(draft, index)}
              onChange={(rows) => set({ rows })}
            />
            {!areTermsFixed && (
              <BalloonFields
                draft={draft}
                loanAmount={parseMoneyInput(draft.loanAmount)}
                isInAdvance={draft.firstPaymentOnStartDate}
                onChange={set}
              />
            )}
          </>
        )}
        <RateCheck
          draft={draft}
          isReadOnly={isReadOnly}
          areTermsFixed={areTermsFixed}
          error={shown['contractRate']}
          onChange={set}
        />
        <Field label="Total interest" hint="Payments less the loan amount.">
          {(control) => (
            <output {...outputOf(control)} className="input input-number total-interest">
              {interest === undefined ? '–' : formatMoney(interest).replace('-', '−')}
            </output>
          )}
        </Field>
        <ContractDetails draft={draft} errors={shown} isReadOnly={isReadOnly} onChange={set} />
        {!isReadOnly && <MissingFields labels={missingFields(draft)} />}
        <FormActions
          submit={submit}
          isReadOnly={isReadOnly}
          disabled={!isComplete(draft) || Object.keys(refusals).length > 0 || !hasChanges}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </form>
      {(isReadOnly || !areTermsFixed) && <SchedulePreview terms={terms} />}
    </div>
  );
}

function readTable(draft: Draft): { count?: number; problem?: string } {
  const { table, problem } = tableOf(draft);
  return { ...(table && { count: table.length }), ...(problem !== undefined && { problem }) };
}

function outputOf({
  id,
  'aria-describedby': describedBy,
}: {
  id: string;
  'aria-describedby': string | undefined;
}) {
  return { id, 'aria-describedby': describedBy };
}

interface PaymentsSourceProps {
  readonly usesTable: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

function PaymentsSource({ usesTable, isReadOnly, onChange }: PaymentsSourceProps) {
  return (
    <Flag
      label="Use the lender’s payment table"
      hint="Paste the table from the contract instead of entering payment terms. It is kept as the lender wrote it."
      checked={usesTable}
      disabled={isReadOnly}
      onChange={(checked) => onChange({ usesTable: checked })}
    />
  );
}
