import { useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { change } from '../data/change.ts';
import { showDate } from '../ui/dates.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { DateField } from '../ui/date-field.tsx';
import { eventTexts } from './texts.ts';
import { usePaymentForm, type PaymentFormProps } from './use-payment-form.ts';

const CHANGE = 'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}';

/** The date on which a payment was made. The contract stays; only the document's date changes. */
export function PaidLateDialog(props: PaymentFormProps) {
  const { params, payment, onClose } = props;
  const { number, paymentDate } = payment;
  const [paidOn, setPaidOn] = useState(payment.paidOn ?? '');
  const { errors, setErrors, send } = usePaymentForm(props, eventTexts.payment);
  const save = (date: string | null): Promise<void> =>
    send(
      () => change(CHANGE, { params: { ...params, paymentId: payment.id }, body: { paidOn: date } }),
      date === null ? eventTexts.paidOnDueDate(number) : eventTexts.paidLate(number, showDate(date)),
    );
  const submit = async (): Promise<void> => {
    if (isCalendarDate(paidOn)) return save(paidOn);
    setErrors({ paidOn: 'Please enter a date.' });
    return Promise.reject(new Error('The date is missing'));
  };
  return (
    <FormDialog
      title={`Payment ${number} paid late`}
      subtitle={`Due ${showDate(paymentDate)}`}
      submit="Save"
      onSubmit={submit}
      onClose={onClose}
      {...(payment.paidOn !== null && {
        secondary: { label: 'Paid on the due date', run: () => save(null) },
      })}
    >
      <DateField
        label="Paid on"
        hint="The date of the transaction in Xero. Interest and balances stay as agreed."
        error={errors['paidOn']}
        required
        value={paidOn}
        onChange={(date) => {
          setPaidOn(date);
          setErrors({});
        }}
      />
    </FormDialog>
  );
}
