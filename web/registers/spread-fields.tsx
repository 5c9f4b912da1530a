import { spreadRoles } from '../../domain/registers/spread.ts';
import { useApi } from '../data/api.ts';
import { DateField } from '../ui/date-field.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Roles } from './account-fields.tsx';
import type { KindForm } from './register-form.tsx';
import {
  missingInSpread,
  type SpreadDraft,
  spreadFactsOf,
  type SpreadFrequency,
  type SpreadPurpose,
  wrongInSpread,
  yearFrom,
} from './spread-draft.ts';

type SpreadFieldsProps = Parameters<KindForm<SpreadDraft>['Fields']>[0];

const PURPOSES = [
  {
    value: 'prepayment',
    label: 'Prepaid expense',
    hint: 'Paid now, used later: insurance, rates, a subscription.',
  },
  {
    value: 'borrowing-costs',
    label: 'Borrowing costs',
    hint: 'Costs of taking out a loan, over the loan or five years, whichever is shorter (section 25-25).',
  },
  { value: 'income', label: 'Income in advance', hint: 'Received now, earned later: a retainer, rent.' },
] as const satisfies readonly { value: SpreadPurpose; label: string; hint: string }[];

const FREQUENCIES = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'yearly', label: 'Yearly' },
] as const satisfies readonly { value: SpreadFrequency; label: string }[];

const DATED: Readonly<Record<SpreadFrequency, string>> = {
  monthly: 'Dated on the last day of each month.',
  quarterly: 'Dated at the end of September, December, March and June.',
  yearly: 'Dated on 30 June.',
};

const MEASURED = {
  months: 'Each whole month the same, a part month by its days.',
  days: 'Each month by its days.',
  equal:
    'Counts every month that is touched: 15 March to 14 March has thirteen. Choose months for whole months.',
} as const;

/** The fields of a spread. */
function SpreadFields(props: SpreadFieldsProps) {
  const { draft, errors, onChange } = props;
  const isCosts = draft.purpose === 'borrowing-costs';
  return (
    <>
      <RadioField
        label="What it is"
        error={errors['facts.direction']}
        choices={PURPOSES}
        value={draft.purpose}
        onChange={(purpose) => onChange({ purpose, accounts: {}, method: '' })}
      />
      <MoneyField
        label="Amount"
        hint="Without the GST you claim."
        error={errors['facts.amount']}
        required
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <div className="form-row">
        <DateField
          label="First day"
          hint={isCosts ? 'The day the money is borrowed.' : 'The first day of the cover.'}
          error={errors['facts.from']}
          required
          value={draft.from}
          onChange={(from) => onChange({ from, ...(!isCosts && draft.to === '' && { to: yearFrom(from) }) })}
        />
        <DateField
          label="Last day"
          hint={
            isCosts
              ? 'Empty: five years, or at once for at most $100.00 of costs in the income year. A shorter loan ends it sooner.'
              : 'Counts too.'
          }
          error={errors['facts.to']}
          required={!isCosts}
          value={draft.to}
          onChange={(to) => onChange({ to })}
        />
      </div>
      <MethodFields {...props} />
      {isCosts && <CostFields {...props} />}
      <div className="form-row">
        <TextField
          label={draft.purpose === 'income' ? 'Customer' : 'Supplier'}
          optional
          error={errors['facts.supplier']}
          value={draft.supplier}
          onChange={(supplier) => onChange({ supplier })}
        />
        <TextField
          label="Reference"
          optional
          hint="Such as a policy or invoice number."
          error={errors['facts.reference']}
          value={draft.reference}
          onChange={(reference) => onChange({ reference })}
        />
      </div>
      {!isCosts && <ScheduleField {...props} />}
    </>
  );
}

function MethodFields({ draft, errors, onChange }: SpreadFieldsProps) {
  const method = draft.method || (draft.purpose === 'borrowing-costs' ? 'days' : 'months');
  return (
    <div className="form-row">
      <SelectField
        label="Spread"
        hint={MEASURED[method]}
        error={errors['facts.method']}
        choices={[
          { value: 'months', label: 'By months' },
          { value: 'days', label: 'By days' },
          { value: 'equal', label: 'Equal entries' },
        ]}
        value={method}
        onChange={(chosen) => onChange({ method: chosen })}
      />
      <SelectField
        label="Journals"
        hint={DATED[draft.frequency]}
        error={errors['facts.frequency']}
        choices={FREQUENCIES}
        value={draft.frequency}
        onChange={(frequency) => onChange({ frequency })}
      />
    </div>
  );
}

function CostFields(props: SpreadFieldsProps) {
  const { draft, errors, onChange } = props;
  return (
    <div className="form-row">
      <ScheduleField {...props} />
      <TextField
        label="Deductible share, %"
        optional
        hint="The business share of the loan. The journals take the whole amount."
        error={errors['facts.deductibleShare']}
        inputMode="decimal"
        value={draft.deductibleShare}
        onChange={(deductibleShare) => onChange({ deductibleShare })}
      />
    </div>
  );
}

/** The loan to which it belongs: its page shows the spread, and its payout offers to write it off. */
function ScheduleField({ entityId, draft, errors, onChange }: SpreadFieldsProps) {
  const { data: schedules = [] } = useApi('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
  if (schedules.length === 0 && draft.scheduleId === '') return null;
  return (
    <SelectField
      label="Loan"
      hint="The loan to which it belongs, if any."
      error={errors['facts.scheduleId']}
      choices={[
        { value: 'none', label: 'No loan' },
        ...schedules.map(({ id, description }) => ({ value: id, label: description })),
      ]}
      value={draft.scheduleId || 'none'}
      onChange={(scheduleId) => onChange({ scheduleId: scheduleId === 'none' ? '' : scheduleId })}
    />
  );
}

const HINTS = {
  prepayment: {
    deferred: 'The bill was coded to it, for example 620 – Prepayments.',
    recognised: 'Each entry is an expense here.',
  },
  'borrowing-costs': {
    deferred: 'The costs were coded to it.',
    recognised: 'Each entry is an expense here.',
  },
  income: { deferred: 'The receipt was coded to it.', recognised: 'Each entry is income here.' },
} as const;

function rolesOf({ purpose }: SpreadDraft): Roles {
  const { deferred, recognised } = spreadRoles(purpose === 'income' ? 'income' : 'expense');
  return {
    deferred: { ...deferred, hint: HINTS[purpose].deferred },
    recognised: { ...recognised, hint: HINTS[purpose].recognised },
  };
}

export const SPREAD_FORM: KindForm<SpreadDraft> = {
  kind: 'spread',
  nameHint: 'Stands in the texts of the journals.',
  help: { page: 'spreads', label: 'About spreads' },
  autoPostHint:
    'Posts each entry on its date from now on. Entries already due aren’t posted. Post them yourself.',
  awaiting: 'The entries appear here as soon as amount and days are complete.',
  missingIn: missingInSpread,
  wrongIn: wrongInSpread,
  factsOf: spreadFactsOf,
  rolesOf,
  Fields: SpreadFields,
};
