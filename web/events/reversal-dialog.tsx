import { useState } from 'react';
import { HelpLink } from '../help/help-link.tsx';
import { isCalendarDate } from '../../domain/calendar.ts';
import { change } from '../data/change.ts';
import { today } from '../ui/dates.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { eventTexts } from './texts.ts';
import { usePaymentForm, type PaymentFormProps } from './use-payment-form.ts';

/** Takes a posted payment back: by a reversing transaction, or by deleting its transaction in Xero. */
export function ReversalDialog(props: PaymentFormProps) {
  const { params, payment, onClose } = props;
  const isCorrected = payment.origin === 'corrected';
  const [mode, setMode] = useState<'mirror' | 'delete'>(isCorrected ? 'delete' : 'mirror');
  const [date, setDate] = useState<string>(today);
  const { errors, setErrors, send } = usePaymentForm(props, eventTexts.reverse);
  const submit = async (): Promise<void> => {
    if (!isCalendarDate(date)) {
      setErrors({ date: 'Please enter a date.' });
      return Promise.reject(new Error('The date is missing'));
    }
    return send(
      () =>
        change('POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal', {
          params: { ...params, paymentId: payment.id },
          body: { date, mode },
        }),
      eventTexts.reversed(payment.number),
    );
  };
  return (
    <FormDialog
      title={
        isCorrected ? `Undo the correction of payment ${payment.number}` : `Reverse payment ${payment.number}`
      }
      subtitle="The payment is unsynced afterwards and can be posted again."
      submit={isCorrected ? 'Undo' : 'Reverse'}
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
          label="In Xero"
          error={errors['mode']}
          choices={[
            {
              value: 'mirror',
              label: 'Post a reversal (receive money)',
              hint: 'For a dishonoured payment: money comes back on a date, with the same lines.',
            },
            {
              value: 'delete',
              label: 'Delete the transaction',
              hint: 'For a payment posted by mistake, while it isn’t reconciled.',
            },
          ]}
          value={mode}
          onChange={setMode}
        />
      )}
      {mode === 'mirror' && (
        <DateField
          label="Date"
          hint="The date of the reversing transaction, usually the bank’s."
          error={errors['date']}
          required
          value={date}
          onChange={(value) => {
            setDate(value);
            setErrors({});
          }}
        />
      )}
      <p className="card-text">
        <HelpLink page="fixing-a-posting">About wrong postings</HelpLink>
      </p>
    </FormDialog>
  );
}
