import { useState } from 'react';
import { expenseAccounts } from '../../domain/accounts/ledger-account.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { toDollars } from '../../domain/money.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { HelpLink } from '../help/help-link.tsx';
import { DateField } from '../ui/date-field.tsx';
import { showDate, today } from '../ui/dates.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import { accountChoicesOf } from '../xero/account-fields.ts';
import { eventTexts } from './texts.ts';
import { usePaymentForm, type PaymentFormProps } from './use-payment-form.ts';

type Reason = 'dishonoured' | 'mirror' | 'delete';

const SUBMIT = { dishonoured: 'Post reversal', mirror: 'Post reversal', delete: 'Delete in Xero' } as const;

const REASONS = [
  {
    value: 'dishonoured',
    label: 'The payment was dishonoured',
    hint: 'Posts a reversal (receive money) on the bank’s date, with the same lines.',
  },
  {
    value: 'mirror',
    label: 'It was wrong: post a reversal',
    hint: 'Money comes back on a date, with the same lines.',
  },
  {
    value: 'delete',
    label: 'It was wrong: delete the transaction',
    hint: 'Works in Xero while the transaction isn’t reconciled.',
  },
] as const satisfies readonly { value: Reason; label: string; hint: string }[];

/** Takes a posted payment back: the bank dishonoured it, or it was posted by mistake. */
export function ReversalDialog(props: PaymentFormProps) {
  const { params, payment, onClose } = props;
  const { number } = payment;
  const isCorrected = payment.origin === 'corrected';
  // A payment of nothing is a journal, which no bank gives back.
  const isByBank = payment.payments + payment.administrationFee > 0;
  const [reason, setReason] = useState<Reason>(isCorrected ? 'delete' : isByBank ? 'dishonoured' : 'mirror');
  const [draft, setDraft] = useState<Draft>(() => ({
    date: today(),
    presentedOn: '',
    fee: '',
    accountId: '',
    hasGst: false,
  }));
  const { errors, setErrors, send } = usePaymentForm(props, eventTexts.reverse);
  const submit = async (): Promise<void> => {
    const problems = problemsOf(reason, draft);
    if (Object.keys(problems).length > 0) {
      setErrors(problems);
      return Promise.reject(new Error('A field is missing'));
    }
    return send(
      () =>
        change('POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal', {
          params: { ...params, paymentId: payment.id },
          body: bodyOf(reason, draft),
        }),
      reason === 'dishonoured'
        ? eventTexts.dishonoured(number, draft.presentedOn === '' ? null : showDate(draft.presentedOn))
        : eventTexts.reversed(number),
    );
  };
  const set = (changed: Partial<Draft>): void => {
    setDraft({ ...draft, ...changed });
    setErrors({});
  };
  return (
    <FormDialog
      title={
        isCorrected ? `Undo the correction of payment ${number}` : `Payment ${number}: dishonoured or wrong`
      }
      subtitle="The payment is unsynced afterwards and can be posted again."
      submit={isCorrected ? 'Undo' : SUBMIT[reason]}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      {isCorrected ? (
        <p className="card-text">
          The transaction was in Xero before, and stays as it is. The journal that moves its coding is voided.
        </p>
      ) : (
        <RadioField
          label="Reason"
          error={errors['mode'] ?? errors['dishonoured']}
          choices={REASONS.filter(({ value }) => isByBank || value !== 'dishonoured')}
          value={reason}
          onChange={setReason}
        />
      )}
      {reason !== 'delete' && (
        <DateField
          label={reason === 'dishonoured' ? 'Dishonoured on' : 'Date'}
          hint="The date of the reversal, usually the bank’s."
          error={errors['date']}
          required
          value={draft.date}
          onChange={(date) => set({ date })}
        />
      )}
      {reason === 'dishonoured' && (
        <DishonourFields entityId={params.entityId} draft={draft} errors={errors} onChange={set} />
      )}
      <p className="card-text">
        <HelpLink page="fixing-a-posting">About wrong postings</HelpLink>
      </p>
    </FormDialog>
  );
}

interface Draft {
  readonly date: string;
  readonly presentedOn: string;
  readonly fee: string;
  readonly accountId: string;
  readonly hasGst: boolean;
}

interface DishonourFieldsProps {
  readonly entityId: string;
  readonly draft: Draft;
  readonly errors: FormErrors;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The fee, with its account once there is one, and the day on which the payment is presented again. */
function DishonourFields({ entityId, draft, errors, onChange }: DishonourFieldsProps) {
  const { data: accounts = [] } = useApi('GET /v1/entities/{entityId}/accounts', { params: { entityId } });
  return (
    <>
      <MoneyField
        label="Dishonour fee"
        hint="Posted as a transaction of its own on the same day."
        error={errors['dishonoured.fee.amount']}
        optional
        value={draft.fee}
        onChange={(fee) => onChange({ fee })}
      />
      {draft.fee !== '' && (
        <>
          <SelectField
            label="Account of the fee"
            error={errors['dishonoured.fee.accountId']}
            choices={accountChoicesOf(expenseAccounts(accounts))}
            value={draft.accountId}
            onChange={(accountId) => onChange({ accountId })}
          />
          <SelectField
            label="GST of the fee"
            error={errors['dishonoured.fee.taxType']}
            choices={[
              { value: 'none', label: 'No GST' },
              { value: 'included', label: 'Includes GST' },
            ]}
            value={draft.hasGst ? 'included' : 'none'}
            onChange={(gst) => onChange({ hasGst: gst === 'included' })}
          />
        </>
      )}
      <DateField
        label="Presented again on"
        hint="If known. The payment is posted again with this date, by auto sync where it is on."
        error={errors['dishonoured.presentedOn']}
        value={draft.presentedOn}
        onChange={(presentedOn) => onChange({ presentedOn })}
      />
    </>
  );
}

function problemsOf(reason: Reason, { date, fee, accountId, presentedOn }: Draft): FormErrors {
  if (reason === 'delete') return {};
  const amount = fee === '' ? null : (parseMoneyInput(fee) ?? 0);
  return {
    ...(!isCalendarDate(date) && { date: 'Please enter a date.' }),
    ...(reason === 'dishonoured' && {
      ...(amount !== null &&
        amount <= 0 && { 'dishonoured.fee.amount': 'Please enter an amount above 0.00.' }),
      ...(amount !== null &&
        accountId === '' && { 'dishonoured.fee.accountId': 'Please choose an account.' }),
      ...(presentedOn !== '' &&
        !isCalendarDate(presentedOn) && { 'dishonoured.presentedOn': 'Please enter a date.' }),
    }),
  };
}

function bodyOf(reason: Reason, { date, presentedOn, fee, accountId, hasGst }: Draft) {
  if (reason === 'delete') return { date: today(), mode: 'delete' as const };
  if (reason === 'mirror') return { date, mode: 'mirror' as const };
  const amount = parseMoneyInput(fee);
  return {
    date,
    mode: 'mirror' as const,
    dishonoured: {
      ...(amount !== undefined && {
        fee: { amount: toDollars(amount), accountId, taxType: hasGst ? 'INPUT' : NO_GST },
      }),
      ...(presentedOn !== '' && { presentedOn }),
    },
  };
}
