import { EARLIEST_START, LATEST_START } from '../../domain/amortisation/terms.ts';
import { CONTRACT_KINDS, contractKindLabel } from '../../domain/contract/contract-kinds.ts';
import { FREQUENCIES, frequencyLabel } from '../../domain/amortisation/frequency.ts';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import type { Draft } from './draft.ts';
import { FirstPaymentField, MonthEndFlag } from './payment-date-fields.tsx';

interface ScheduleFieldsProps {
  readonly draft: Draft;
  readonly errors: FormErrors;
  readonly isReadOnly?: boolean;
  readonly areTermsFixed?: boolean;
  /** Whether the name takes the focus. */
  readonly takesFocus?: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The fields of a schedule but its rows of payments. */
export function ScheduleFields({
  draft,
  errors,
  isReadOnly = false,
  areTermsFixed = isReadOnly,
  takesFocus = !isReadOnly,
  onChange,
}: ScheduleFieldsProps) {
  const fee = (
    <MoneyField
      label="Administration fee"
      error={errors['administrationFee']}
      hint="Charged on top of every payment."
      optional

      readOnly={areTermsFixed}
      value={draft.administrationFee}
      onChange={(administrationFee) => onChange({ administrationFee })}
    />
  );
  return (
    <>
      <TextField
        label="Name"
        error={errors['description']}
        required
        autoFocus={takesFocus}
        readOnly={isReadOnly}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
      <div className="form-row">
        <TextField
          label="Lender"
          hint="The contact in Xero. It is created there if needed."
          error={errors['lender']}
          readOnly={isReadOnly}
          value={draft.lender}
          onChange={(lender) => onChange({ lender })}
        />
        <Field label="Kind" error={errors['kind']}>
          {(control) => (
            <select
              {...control}
              className="input"
              disabled={isReadOnly}
              value={draft.kind}
              onChange={({ currentTarget }) =>
                onChange({ kind: CONTRACT_KINDS.find((each) => each === currentTarget.value) ?? '' })
              }
            >
              <option value="">Not specified</option>
              {CONTRACT_KINDS.map((each) => (
                <option key={each} value={each}>
                  {contractKindLabel(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className="form-row">
        <MoneyField
          label="Loan amount"
          error={errors['loanAmount']}
          required
          readOnly={areTermsFixed}
          value={draft.loanAmount}
          onChange={(loanAmount) => onChange({ loanAmount })}
        />
        <SelectField
          label="Frequency"
          error={errors['paymentFrequency']}
          required
          disabled={areTermsFixed}
          choices={FREQUENCIES.map((frequency) => ({ value: frequency, label: frequencyLabel(frequency) }))}
          value={draft.paymentFrequency}
          onChange={(paymentFrequency) => onChange({ paymentFrequency })}
        />
      </div>
      <div className="form-row">
        <DateField
          label="Start date"
          error={errors['startDate']}
          required
          min={EARLIEST_START}
          max={LATEST_START}
          readOnly={areTermsFixed}
          value={draft.startDate}
          onChange={(startDate) => onChange({ startDate })}
        />
        {draft.usesTable ? (
          fee
        ) : (
          <FirstPaymentField draft={draft} errors={errors} isReadOnly={areTermsFixed} onChange={onChange} />
        )}
      </div>
      {!draft.usesTable && <div className="form-row">{fee}</div>}
      <div className="form-switches">
        <Flag
          label="First payment on start date"
          checked={draft.firstPaymentOnStartDate}
          disabled={areTermsFixed}
          onChange={(firstPaymentOnStartDate) => onChange({ firstPaymentOnStartDate, firstPaymentDate: '' })}
        />
        <MonthEndFlag draft={draft} errors={errors} isReadOnly={areTermsFixed} onChange={onChange} />
        {draft.kind === 'hire-purchase' && (
          <Flag
            label="GST on charges claimed at the opening"
            hint="Charges and interest are then carried without GST."
            checked={draft.gstOnCharges}
            disabled={areTermsFixed}
            onChange={(gstOnCharges) => onChange({ gstOnCharges })}
          />
        )}
        <Flag
          label="Auto sync"
          hint="Posts each payment to Xero when it falls due, once the schedule is connected."
          checked={draft.autoSync}
          disabled={isReadOnly}
          onChange={(autoSync) => onChange({ autoSync })}
        />
      </div>
    </>
  );
}
