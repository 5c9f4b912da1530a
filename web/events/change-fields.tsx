import type { ReactNode } from 'react';
import { FREQUENCIES, frequencyLabel } from '../../domain/amortisation/frequency.ts';
import { toCents } from '../../domain/money.ts';
import { readPastedTable } from '../extraction/pasted-table.ts';
import { BalloonFields } from '../contract/balloon-fields.tsx';
import type { DraftRow } from '../contract/draft.ts';
import { MonthEndChoice } from '../contract/payment-date-fields.tsx';
import { readingsFrom } from '../contract/payment-dates.ts';
import { showDate } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { Flag } from '../ui/flag.tsx';
import { formatDollars, formatRate } from '../ui/money.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AmountField, type KindFieldsProps } from './amount-field.tsx';
import { firstOpenPayment } from './change-draft.ts';
import { GstAccountField } from './gst-account-field.tsx';
import type { ChangeKind } from './types.ts';
import { errorUnder } from '../ui/error-under.ts';

const TermRows = deferred(async () => (await import('../contract/term-rows.tsx')).TermRows);
const LenderTableField = deferred(
  async () => (await import('../contract/lender-table-field.tsx')).LenderTableField,
);
const PayoutFields = deferred(async () => (await import('./payout-fields.tsx')).PayoutFields);

const FIELDS: Readonly<Record<ChangeKind, (props: KindFieldsProps) => ReactNode>> = {
  'extra-repayment': ExtraRepaymentFields,
  'rate-change': RateFields,
  'terms-change': TermsFields,
  'frequency-change': FrequencyFields,
  holiday: HolidayFields,
  'fee-change': FeeFields,
  payout: PayoutFields,
  refinance: PayoutFields,
};

/** The fields of a kind beside date and note. */
export function KindFields(props: KindFieldsProps) {
  const Fields = FIELDS[props.kind];
  return <Fields {...props} />;
}

function ExtraRepaymentFields(props: KindFieldsProps) {
  return (
    <>
      <AmountField label="Amount repaid" field="amount" hint="On top of the regular payments." {...props} />
      <KeepField {...props} />
      <GstAccountField {...props} />
    </>
  );
}

function RateFields(props: KindFieldsProps) {
  const { draft, errors, schedule, onChange } = props;
  return (
    <>
      <TextField
        label="New interest rate"
        hint={`Percent nominal p.a. The rate now is ${formatRate(schedule.interestRate)}.`}
        error={errors['interestRate']}
        required
        inputMode="decimal"
        value={draft.interestRate}
        onChange={(interestRate) => onChange({ interestRate })}
      />
      <KeepField {...props} />
      <GstAccountField {...props} />
    </>
  );
}

function TermsFields(props: KindFieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <FromPaymentField {...props} label="First new payment" />
      <Flag
        label="Use the lender’s payment table"
        hint="Paste the lender’s new table. It is kept as the lender wrote it."
        checked={draft.usesTable}
        disabled={false}
        onChange={(usesTable) => onChange({ usesTable })}
      />
      {draft.usesTable ? <Table {...props} /> : <Rows {...props} />}
      <AmountField
        label="New administration fee"
        field="administrationFee"
        hint={`Leave empty to keep ${formatDollars(props.schedule.administrationFee)}.`}
        optional
        {...props}
      />
      <GstAccountField {...props} />
    </>
  );
}

function HolidayFields(props: KindFieldsProps) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <FromPaymentField {...props} label="First skipped payment" />
      <TextField
        label="Number of payments skipped"
        error={errors['qty']}
        required
        inputMode="numeric"
        maxLength={4}
        value={draft.qty}
        onChange={(qty) => onChange({ qty })}
      />
      <GstAccountField {...props} />
    </>
  );
}

function FeeFields(props: KindFieldsProps) {
  return (
    <>
      <FromPaymentField {...props} label="First payment with the new fee" />
      <AmountField
        label="New administration fee"
        field="administrationFee"
        hint={`The fee now is ${formatDollars(props.schedule.administrationFee)}.`}
        {...props}
      />
    </>
  );
}

function KeepField({ kind, draft, errors, onChange }: KindFieldsProps) {
  const ends =
    kind === 'extra-repayment' ? 'The contract ends earlier.' : 'The contract ends earlier or later.';
  return (
    <RadioField
      label="Keep"
      error={errors['keep']}
      choices={[
        { value: 'payment', label: 'Keep the payments', hint: ends },
        { value: 'term', label: 'Keep the end date', hint: 'The remaining payments change to one amount.' },
      ]}
      value={draft.keep}
      onChange={(keep) => onChange({ keep })}
    />
  );
}

function FromPaymentField({
  label,
  draft,
  errors,
  schedule,
  onChange,
}: KindFieldsProps & { readonly label: string }) {
  const first = firstOpenPayment(schedule, draft.date) ?? Infinity;
  const choices = schedule.schedulePayments
    .filter(({ number }) => number >= first)
    .map(({ number, paymentDate, payments }) => ({
      value: String(number),
      label: `Payment ${number}, ${showDate(paymentDate)}, ${formatDollars(payments)}`,
    }));
  return (
    <SelectField
      label={label}
      error={errors['fromPayment']}
      required
      choices={choices}
      value={Number(draft.fromPayment) < first ? '' : draft.fromPayment}
      onChange={(fromPayment) => onChange({ fromPayment })}
    />
  );
}

function Rows({ draft, errors, schedule, onChange }: KindFieldsProps) {
  return (
    <>
      <TermRows
        rows={draft.rows}
        error={errors['schedulePaymentPlans']}
        isReadOnly={false}
        onChange={(rows: readonly DraftRow[]) => onChange({ rows })}
      />
      <BalloonFields
        draft={draft}
        loanAmount={toCents(schedule.loanAmount)}
        isInAdvance={schedule.firstPaymentOnStartDate}
        onChange={onChange}
      />
    </>
  );
}

function Table({ draft, errors, onChange }: KindFieldsProps) {
  const { rows, problem } = readPastedTable(draft.tableText);
  return (
    <LenderTableField
      text={draft.tableText}
      read={{ count: rows?.length, problem }}
      error={errorUnder(errors, 'schedulePayments')}
      isReadOnly={false}
      onChange={(tableText) => onChange({ tableText })}
    />
  );
}

/** The last days of months, where they are other dates. */
function MonthEnds({ draft, errors, onChange }: KindFieldsProps) {
  const readings = readingsFrom(draft.paymentFrequency, draft.firstPaymentDate);
  if (!readings) return null;
  return (
    <MonthEndChoice
      readings={readings}
      error={errors['paymentsAtMonthEnd']}
      checked={draft.paymentsAtMonthEnd}
      disabled={false}
      onChange={(paymentsAtMonthEnd) => onChange({ paymentsAtMonthEnd })}
    />
  );
}

function FrequencyFields(props: KindFieldsProps) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <div className="form-row">
        <SelectField
          label="Frequency"
          error={errors['paymentFrequency']}
          required
          choices={FREQUENCIES.map((frequency) => ({ value: frequency, label: frequencyLabel(frequency) }))}
          value={draft.paymentFrequency}
          onChange={(paymentFrequency) => onChange({ paymentFrequency })}
        />
        <DateField
          label="First payment date"
          error={errors['firstPaymentDate']}
          required
          value={draft.firstPaymentDate}
          onChange={(firstPaymentDate) => onChange({ firstPaymentDate })}
        />
      </div>
      <MonthEnds {...props} />
      <RadioField
        label="New payments"
        choices={[
          {
            value: 'amount',
            label: 'One amount',
            hint: 'The interest rate stays, and it is paid until nothing is owed.',
          },
          { value: 'rows', label: 'All payments', hint: 'The interest rate follows from them.' },
        ]}
        value={draft.pricing}
        onChange={(pricing) => onChange({ pricing })}
      />
      {draft.pricing === 'rows' ? (
        <Rows {...props} />
      ) : (
        <AmountField label="Payment amount" field="amount" {...props} />
      )}
      <GstAccountField {...props} />
    </>
  );
}
