import { useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { sumDollars, toDollars, ZERO } from '../../domain/money.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import { filesOfRegister } from '../attachments/files-of.ts';
import { ACCEPTED, MAX_SIZE, obstacleTo, sendFile } from '../attachments/send-file.ts';
import type { Entity } from '../data/answers.ts';
import { HelpLink } from '../help/help-link.tsx';
import { FileButton } from '../reading/file-button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { today } from '../ui/dates.ts';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { formatDollars } from '../ui/money.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { ChangeFrame } from './change-frame.tsx';
import { type Found, FoundRepayments, useFound } from './found-repayments.tsx';
import type { Division7aRegister, Division7aYear, Repayment } from './types.ts';
import { useRecording } from './use-recording.ts';

interface RepaymentDraft {
  readonly by: Repayment['by'];
  readonly date: string;
  readonly amount: string;
  readonly resolvedOn: string;
  /** The documents in Xero that are ticked. */
  readonly documentIds: readonly string[];
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

const LABELS = { loan: 'Loan', interestIncome: 'Interest income', dividend: 'Dividend' };

interface RepaymentFormProps {
  readonly entity: Entity;
  readonly register: Division7aRegister;
  readonly page: string;
}

/** The form of a repayment beside the years after it. */
export function RepaymentForm({ entity, register, page }: RepaymentFormProps) {
  const { years } = register.figures;
  const [start] = useState((): RepaymentDraft => ({
    by: 'cash',
    date: today(),
    amount: '',
    resolvedOn: '',
    documentIds: [],
    isAgreed: false,
    note: '',
  }));
  const { draft, setDraft, notice } = useKeptDraft(start);
  // A file can't be kept with the draft.
  const [minute, setMinute] = useState<File | null>(null);
  const params = { entityId: entity.id, registerId: register.id };
  const isDividend = draft.by === 'dividend';
  const year = yearOfDate(years, draft.date) ?? yearOfDate(years, today());
  const isSearched = draft.by === 'cash' && entity.hasXeroLink && register.accounts['loan'] !== undefined;
  const { found, error } = useFound(params, isSearched ? (year?.year ?? null) : null);
  const ticked = isSearched
    ? (found ?? []).filter(({ documentId }) => draft.documentIds.includes(documentId))
    : [];
  const missing = ticked.length > 1 ? [] : missingIn(draft);
  const bodies = missing.length > 0 ? [] : repaymentsOf(draft, ticked);
  const recording = useRecording(entity.id, register, bodies, page, async () => {
    if (isDividend && minute) await sendFile(filesOfRegister(params), minute);
  });
  const { errors } = recording;
  const set = (changed: Partial<RepaymentDraft>): void => {
    setDraft({ ...draft, ...changed });
    recording.edited();
  };
  const choose = (by: Repayment['by']): void => {
    const isProposed = by === 'dividend' && draft.amount === '' && year !== undefined && year.shortfall > 0;
    set({ by, ...(isProposed && { amount: year.shortfall.toFixed(2) }) });
  };
  const toggle = ({ documentId }: Found): void => {
    const documentIds = [...new Set(draft.documentIds).symmetricDifference(new Set([documentId]))];
    const [only, ...others] = (found ?? []).filter((one) => documentIds.includes(one.documentId));
    const isOne = only !== undefined && others.length === 0;
    set({ documentIds, ...(isOne && { date: only.date, amount: only.amount.toFixed(2) }) });
  };
  const choosePaper = (file: File): void => {
    const obstacle = obstacleTo(file);
    if (obstacle === null) setMinute(file);
    else toast.error(obstacle);
  };
  return (
    <ChangeFrame
      entity={entity}
      page={page}
      recording={recording}
      notice={notice}
      missing={missing}
      submit={bodies.length > 1 ? `Record ${bodies.length} repayments` : 'Record'}
      awaiting="The years after it appear here."
      labels={LABELS}
      from={ticked[0]?.date ?? draft.date}
    >
      <RadioField label="Repaid by" choices={WAYS} value={draft.by} onChange={choose} />
      {isSearched && year && (
        <FoundRepayments
          year={year.year}
          found={found}
          error={error}
          chosen={new Set(draft.documentIds)}
          onToggle={toggle}
        />
      )}
      {ticked.length > 1 ? (
        <p className="card-text">
          {ticked.length} repayments, {formatDollars(sumDollars(ticked.map(({ amount }) => amount)))} in all,
          each on its own date.
        </p>
      ) : (
        <>
          <DateField
            label={isDividend ? 'Set off on' : 'Date'}
            hint="Counts for the income year in which it lies, up to 30 June."
            error={errors['date']}
            required
            value={draft.date}
            onChange={(date) => set({ date })}
          />
          <MoneyField
            label="Amount"
            hint={
              year && year.shortfall > 0
                ? `${formatDollars(year.shortfall)} is missing in the year to 30 June ${year.year}.`
                : undefined
            }
            error={errors['amount']}
            required
            value={draft.amount}
            onChange={(amount) => set({ amount })}
          />
        </>
      )}
      {isDividend && (
        <>
          <DateField
            label="Resolved on"
            hint="The directors’ resolution, on or before the set-off. Its minute is signed within a month."
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
          <div className="field">
            <span className="field-label">
              Minute <span className="field-optional">(optional)</span>
            </span>
            <FileButton
              label="Minute of the resolution"
              text={minute ? 'Choose another file' : 'Attach the minute'}
              accept={ACCEPTED}
              isBusy={false}
              onFile={choosePaper}
            />
            <p className="field-hint">
              {minute?.name ?? `PDF or photo, up to ${MAX_SIZE}. It is kept with the loan.`}
            </p>
          </div>
        </>
      )}
      <TextField
        label="Note"
        optional
        error={errors['note']}
        value={draft.note}
        onChange={(note) => set({ note })}
      />
      {!isDividend && (
        <p className="field-hint">
          Leave out repayments that are made to borrow again: they are disregarded (section 109R).{' '}
          <HelpLink page="division-7a">About Division 7A loans</HelpLink>
        </p>
      )}
    </ChangeFrame>
  );
}

/** The year of the ladder in which a date lies. */
const yearOfDate = (years: readonly Division7aYear[], date: string): Division7aYear | undefined =>
  isCalendarDate(date) ? years.find(({ year }) => year === INCOME_YEARS.yearOf(date)) : undefined;

function missingIn({ by, date, amount, resolvedOn, isAgreed }: RepaymentDraft): string[] {
  const isDividend = by === 'dividend';
  return [
    !isCalendarDate(date) && (isDividend ? 'Set off on' : 'Date'),
    parseMoneyInput(amount) === undefined && 'Amount',
    isDividend && !isCalendarDate(resolvedOn) && 'Resolved on',
    isDividend && !isAgreed && 'The agreement to set it off',
  ].filter((label) => label !== false);
}

/** The repayments of a complete draft: one for each ticked document, or the typed one. */
function repaymentsOf(draft: RepaymentDraft, ticked: readonly Found[]): Repayment[] {
  const { by, resolvedOn } = draft;
  const shared = {
    kind: 'repayment',
    by,
    resolvedOn: by === 'dividend' ? resolvedOn : null,
    note: draft.note.trim(),
  } as const;
  if (ticked.length > 1) {
    return ticked.map(({ documentId, date, amount }) => ({ ...shared, date, amount, documentId }));
  }
  const amount = toDollars(parseMoneyInput(draft.amount) ?? ZERO);
  return [{ ...shared, date: draft.date, amount, documentId: ticked[0]?.documentId ?? null }];
}
