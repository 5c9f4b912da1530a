import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { expenseAccounts, journalAccounts } from '../../domain/accounts/ledger-account.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { BalloonFields } from '../contract/balloon-fields.tsx';
import { withInterestOnly } from '../contract/interest-only.ts';
import { ContractDetails } from '../contract/contract-details.tsx';
import type { Draft } from '../contract/draft.ts';
import { errorUnder } from '../ui/error-under.ts';
import { RateCheck } from '../contract/rate-check.tsx';
import { ScheduleFields } from '../contract/schedule-fields.tsx';
import { TermRows } from '../contract/term-rows.tsx';
import { deferred } from '../ui/deferred.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Field } from '../ui/field.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import { accountChoicesOf, type LedgerAccount } from '../xero/account-fields.ts';
import { AmountField, type KindFieldsProps } from './amount-field.tsx';
import { emptyFee, type DraftFee } from './change-draft.ts';
import { GstAccountField } from './gst-account-field.tsx';
import { FieldError } from '../ui/field-error.tsx';

const PayoutEstimate = deferred(
  async () => (await import('./payout-estimate.tsx')).PayoutEstimate,
  <p className="card-text">Estimate: …</p>,
);

const MAX_FEES = 20;
const BANK = 'bank';
const FEE_ACCOUNT = 'fee';

/** The fields of a payout, and of the schedule that refinances it. */
export function PayoutFields(props: KindFieldsProps) {
  const { kind, draft, errors, schedule, accounts, onChange } = props;
  return (
    <>
      <AmountField
        label="Payout figure"
        field="payoutFigure"
        hint="From the lender’s letter, with its fees."
        {...props}
      />
      <PayoutEstimate schedule={schedule} date={draft.date} />
      <GstAccountField {...props} />
      <Fees fees={draft.fees} errors={errors} accounts={accounts} onChange={(fees) => onChange({ fees })} />
      {kind === 'payout' ? <PaidFrom {...props} /> : <NewScheduleFields {...props} />}
    </>
  );
}

interface FeesProps {
  readonly fees: readonly DraftFee[];
  readonly errors: FormErrors;
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly onChange: (fees: readonly DraftFee[]) => void;
}

function Fees({ fees, errors, accounts, onChange }: FeesProps) {
  return (
    <fieldset className="field-group" aria-describedby={errors['fees'] ? 'fees-error' : undefined}>
      <legend className="field-label">
        Fees in the payout figure <span className="field-optional">(optional)</span>
      </legend>
      {fees.map((fee, index) => (
        <FeeRow
          key={fee.key}
          fee={fee}
          number={index + 1}
          error={errors[`fees.${index}.amount`]}
          isInvalid={errors['fees'] !== undefined}
          accounts={accounts}
          onChange={(changed) => onChange(fees.with(index, changed))}
          onRemove={() => onChange(fees.toSpliced(index, 1))}
        />
      ))}
      {errors['fees'] && <FieldError id="fees-error">{errors['fees']}</FieldError>}
      {fees.length < MAX_FEES && (
        <div>
          <Button size="small" leadingVisual={PlusIcon} onClick={() => onChange([...fees, emptyFee()])}>
            Add fee
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface FeeRowProps {
  readonly fee: DraftFee;
  readonly number: number;
  readonly error: string | undefined;
  readonly isInvalid: boolean;
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly onChange: (fee: DraftFee) => void;
  readonly onRemove: () => void;
}

function FeeRow({ fee, number, error, isInvalid, accounts, onChange, onRemove }: FeeRowProps) {
  return (
    <div className="fees-row">
      <Field label={`Fee ${number}`} error={error} required>
        {(control) => (
          <MoneyInput
            {...control}
            aria-invalid={control['aria-invalid'] ?? (isInvalid || undefined)}
            value={fee.amount}
            onChange={(amount) => onChange({ ...fee, amount })}
          />
        )}
      </Field>
      <SelectField
        label={`Account of fee ${number}`}
        choices={[
          { value: FEE_ACCOUNT, label: 'Administration fee account' },
          ...accountChoicesOf(expenseAccounts(accounts ?? [])),
        ]}
        value={fee.accountId === '' ? FEE_ACCOUNT : fee.accountId}
        onChange={(id) => onChange({ ...fee, accountId: id === FEE_ACCOUNT ? '' : id })}
      />
      <SelectField
        label={`GST of fee ${number}`}
        choices={[
          { value: 'none', label: 'No GST' },
          { value: 'included', label: 'Includes GST' },
        ]}
        value={fee.hasGst ? 'included' : 'none'}
        onChange={(gst) => onChange({ ...fee, hasGst: gst === 'included' })}
      />
      <IconButton
        icon={TrashIcon}
        label={`Remove fee ${number}`}
        size="small"
        hint="none"
        onClick={onRemove}
      />
    </div>
  );
}

/** The account that pays: the bank account, or another one such as a dealer's, when a vehicle is traded in. */
function PaidFrom({ draft, errors, accounts, onChange }: KindFieldsProps) {
  return (
    <SelectField
      label="Paid from"
      hint="Choose another account if a dealer, a trade-in or a clearing account settles the debt. A manual journal is posted then."
      error={errors['settledFrom'] ?? errors['settledFrom.accountId']}
      choices={[{ value: BANK, label: 'Bank account' }, ...accountChoicesOf(journalAccounts(accounts ?? []))]}
      value={draft.settledFrom === '' ? BANK : draft.settledFrom}
      onChange={(id) => onChange({ settledFrom: id === BANK ? '' : id })}
    />
  );
}

function NewScheduleFields({ draft, errors, accounts, onChange }: KindFieldsProps) {
  const { newSchedule } = draft;
  const own = errorsOf(errors, 'newSchedule.');
  const set = (change: Partial<Draft>): void => onChange({ newSchedule: { ...newSchedule, ...change } });
  return (
    <>
      <SelectField
        label="Clearing account"
        hint="Holds the payout figure until the new schedule’s opening balances are posted."
        error={errors['clearingAccountId']}
        choices={accountChoicesOf(journalAccounts(accounts ?? []))}
        value={draft.clearingAccountId}
        onChange={(clearingAccountId) => onChange({ clearingAccountId })}
      />
      <fieldset className="field-group new-schedule">
        <legend className="visually-hidden">New schedule</legend>
        <h2 className="card-title">New schedule</h2>
        <ScheduleFields draft={newSchedule} errors={own} takesFocus={false} onChange={set} />
        <TermRows
          rows={newSchedule.rows}
          error={errorUnder(own, 'schedulePaymentPlans')}
          isReadOnly={false}
          interestOnly={(index) => withInterestOnly(newSchedule, index)}
          onChange={(rows) => set({ rows })}
        />
        <BalloonFields
          draft={newSchedule}
          loanAmount={parseMoneyInput(newSchedule.loanAmount)}
          isInAdvance={newSchedule.firstPaymentOnStartDate}
          onChange={set}
        />
        <RateCheck
          draft={newSchedule}
          isReadOnly={false}
          areTermsFixed={false}
          error={own['contractRate']}
          onChange={set}
        />
        <ContractDetails draft={newSchedule} errors={own} isReadOnly={false} onChange={set} />
      </fieldset>
    </>
  );
}

/** Returns the errors of the fields below a prefix, named without it. */
function errorsOf(errors: FormErrors, prefix: string): FormErrors {
  const below = Object.entries(errors).filter(([field]) => field.startsWith(prefix));
  return Object.fromEntries(below.map(([field, message]) => [field.slice(prefix.length), message]));
}
