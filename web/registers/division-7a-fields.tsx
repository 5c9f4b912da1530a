import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { division7aRoles } from '../../domain/registers/division-7a.ts';
import { DateField } from '../ui/date-field.tsx';
import { errorUnder } from '../ui/error-under.ts';
import { FieldError } from '../ui/field-error.tsx';
import { Flag } from '../ui/flag.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Roles } from './account-fields.tsx';
import {
  type Division7aDraft,
  emptyLentRow,
  type LentRow,
  loanFactsOf,
  missingInLoan,
} from './division-7a-draft.ts';
import type { KindForm } from './register-form.tsx';

type LoanFieldsProps = Parameters<KindForm<Division7aDraft>['Fields']>[0];

/** The fields of a Division 7A loan. */
function LoanFields(props: LoanFieldsProps) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <TextField
        label="Borrower"
        hint="A shareholder or an associate of the company."
        error={errors['facts.borrower']}
        required
        value={draft.borrower}
        onChange={(borrower) => onChange({ borrower })}
      />
      <div className="form-row">
        <TextField
          label="Year of the loan"
          hint="The income year in which it is made: 2026 ends on 30 June 2026. All loans of a year with one term are one loan."
          error={errors['facts.loanYear']}
          required
          inputMode="numeric"
          value={draft.loanYear}
          onChange={(loanYear) => onChange({ loanYear })}
        />
        <TextField
          label="Term in years"
          hint="Whole years, rounded up: at most 7, or 25 with a registered mortgage."
          error={errors['facts.term']}
          required
          inputMode="numeric"
          value={draft.term}
          onChange={(term) => onChange({ term })}
        />
      </div>
      <SecurityFields {...props} />
      <div className="form-row">
        <DateField
          label="Agreement dated"
          hint="The written agreement. It must be dated before the lodgment day."
          error={errors['facts.agreementDate']}
          value={draft.agreementDate}
          onChange={(agreementDate) => onChange({ agreementDate })}
        />
        <DateField
          label="Lodgment day"
          hint="The earlier of due date and lodgment of the company’s return of that year."
          error={errors['facts.lodgmentDay']}
          value={draft.lodgmentDay}
          onChange={(lodgmentDay) => onChange({ lodgmentDay })}
        />
      </div>
      <Flag
        label="Start with the balance of a later year"
        hint="For a loan of earlier years: they aren’t shown."
        checked={draft.hasOpening}
        disabled={false}
        onChange={(hasOpening) => onChange({ hasOpening })}
      />
      {draft.hasOpening ? <OpeningFields {...props} /> : <AmountRows {...props} />}
      <p className="field-hint">
        Not covered: substituted accounting periods, agreements above the benchmark rate, refinancing from 7
        to 25 years and unpaid present entitlements. Paydown works the figures out and is no tax advice.
      </p>
    </>
  );
}

function SecurityFields({ draft, errors, onChange }: LoanFieldsProps) {
  return (
    <>
      <Flag
        label="Secured by a registered mortgage"
        hint="Over property worth at least 110 % of the loan, less prior debts, when it was made."
        checked={draft.isSecured}
        disabled={false}
        onChange={(isSecured) => onChange({ isSecured })}
      />
      {draft.isSecured && (
        <>
          <DateField
            label="Mortgage registered on"
            error={errors['facts.secured.registeredOn']}
            required
            value={draft.registeredOn}
            onChange={(registeredOn) => onChange({ registeredOn })}
          />
          <div className="form-row">
            <MoneyField
              label="Value of the property"
              error={errors['facts.secured.propertyValue']}
              required
              value={draft.propertyValue}
              onChange={(propertyValue) => onChange({ propertyValue })}
            />
            <MoneyField
              label="Prior debts"
              error={errors['facts.secured.priorDebts']}
              optional
              value={draft.priorDebts}
              onChange={(priorDebts) => onChange({ priorDebts })}
            />
          </div>
        </>
      )}
    </>
  );
}

function OpeningFields({ draft, errors, onChange }: LoanFieldsProps) {
  return (
    <div className="form-row">
      <TextField
        label="First year shown"
        error={errors['facts.opening.year']}
        required
        inputMode="numeric"
        value={draft.openingYear}
        onChange={(openingYear) => onChange({ openingYear })}
      />
      <MoneyField
        label="Opening balance"
        hint="Of that year, without unpaid interest."
        error={errors['facts.opening.balance']}
        required

        value={draft.openingBalance}
        onChange={(openingBalance) => onChange({ openingBalance })}
      />
    </div>
  );
}

function AmountRows({ draft: { amounts }, errors, onChange }: LoanFieldsProps) {
  const set = (index: number, change: Partial<LentRow>): void =>
    onChange({ amounts: amounts.map((row, at) => (at === index ? { ...row, ...change } : row)) });
  const error = errorUnder(errors, 'facts');
  return (
    <fieldset className="field-group">
      <legend className="field-label">Amounts of that year</legend>
      {amounts.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no other name
        <div key={index} className="lent-row">
          <DateField
            label={`Date ${index + 1}`}
            error={errors[`facts.amounts.${index}.date`]}
            value={row.date}
            onChange={(date) => set(index, { date })}
          />
          <MoneyField
            label={`Amount ${index + 1}`}
            error={errors[`facts.amounts.${index}.amount`]}
            value={row.amount}
            onChange={(amount) => set(index, { amount })}
          />
          <label className="pick lent-repaid">
            <input
              type="checkbox"
              aria-label={`Repaid ${index + 1}`}
              checked={row.isRepaid}
              onChange={({ currentTarget }) => set(index, { isRepaid: currentTarget.checked })}
            />
            Repaid
          </label>
          {amounts.length > 1 && (
            <IconButton
              icon={TrashIcon}
              label={`Remove amount ${index + 1}`}
              hint="left"
              onClick={() => onChange({ amounts: amounts.filter((_row, at) => at !== index) })}
            />
          )}
        </div>
      ))}
      {errors['facts.amounts'] !== undefined && <FieldError id="amounts-error">{error}</FieldError>}
      <div>
        <Button
          size="small"
          leadingVisual={PlusIcon}
          onClick={() => onChange({ amounts: [...amounts, emptyLentRow()] })}
        >
          Add amount
        </Button>
      </div>
    </fieldset>
  );
}

const HINTS = {
  loan: 'The account of the loan in Xero. The bank feed or a person books amounts and repayments there.',
  interestIncome: 'Interest is income of the company, without GST.',
  dividend: 'Dividends that are set off against the loan.',
} as const;

function rolesOf(): Roles {
  const { loan, interestIncome, dividend } = division7aRoles;
  return {
    loan: { ...loan, hint: HINTS.loan },
    interestIncome: { ...interestIncome, hint: HINTS.interestIncome },
    dividend: { ...dividend, hint: HINTS.dividend },
  };
}

export const DIVISION_7A_FORM: KindForm<Division7aDraft> = {
  kind: 'division-7a',
  nameHint: 'Stands in the texts of the journals, such as “Loan 2026 to J Rivers”.',
  help: { page: 'division-7a', label: 'About Division 7A loans' },
  autoPostHint:
    'Posts each year’s interest on 30 June, before late repayments are known. Leave it off until the year is settled.',
  awaiting: 'The years appear here as soon as borrower, year and amounts are complete.',
  missingIn: missingInLoan,
  wrongIn: () => ({}),
  factsOf: loanFactsOf,
  rolesOf,
  Fields: LoanFields,
};
