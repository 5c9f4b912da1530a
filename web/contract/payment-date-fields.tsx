import { formatShortDay, isCalendarDate } from '../../domain/calendar.ts';
import { Button } from '@primer/react';
import { DateInput } from '../ui/date-input.tsx';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import { HelpLink } from '../help/help-link.tsx';
import {
  type DatesDraft,
  firstPeriodText,
  monthEndReadings,
  type MonthEndReadings,
  usualFirstPayment,
} from './payment-dates.ts';

interface PaymentDateProps {
  readonly draft: DatesDraft;
  readonly errors: FormErrors;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<DatesDraft>) => void;
}

/** The date of the first payment. An empty field shows the date that applies. */
export function FirstPaymentField({ draft, errors, isReadOnly, onChange }: PaymentDateProps) {
  const usual = usualFirstPayment(draft);
  const { firstPaymentDate, startDate, firstPaymentOnStartDate } = draft;
  const isStart = firstPaymentDate !== '' && firstPaymentDate === startDate;
  return (
    <Field
      label="First payment date"
      error={isStart ? undefined : errors['firstPaymentDate']}
      hint={
        isStart ? (
          <>
            This is the start date.{' '}
            <Button
              size="small"
              onClick={() => onChange({ firstPaymentOnStartDate: true, firstPaymentDate: '' })}
            >
              First payment on start date
            </Button>
          </>
        ) : (
          <>
            {hintOf(draft)} <HelpLink page="payment-dates">About payment dates</HelpLink>
          </>
        )
      }
      optional
    >
      {(control) => (
        <DateInput
          {...control}
          readOnly={isReadOnly || firstPaymentOnStartDate}
          min={isCalendarDate(startDate) ? startDate : undefined}
          placeholder={usual && formatShortDay(usual)}
          value={firstPaymentOnStartDate ? '' : firstPaymentDate}
          onChange={(date) => onChange({ firstPaymentDate: date })}
        />
      )}
    </Field>
  );
}

function hintOf(draft: DatesDraft): string {
  const text = draft.firstPaymentDate === '' ? undefined : firstPeriodText(draft);
  return text === undefined ? 'Only where it isn’t the usual date.' : `${text}.`;
}

/** The choice between the last day of each month and the same day; nothing where they are the same. */
export function MonthEndFlag({ draft, errors, isReadOnly, onChange }: PaymentDateProps) {
  const readings = monthEndReadings(draft);
  if (!readings) return null;
  return (
    <MonthEndChoice
      readings={readings}
      error={errors['paymentsAtMonthEnd']}
      checked={draft.paymentsAtMonthEnd}
      disabled={isReadOnly}
      onChange={(paymentsAtMonthEnd) => onChange({ paymentsAtMonthEnd })}
    />
  );
}

interface MonthEndChoiceProps {
  readonly readings: MonthEndReadings;
  readonly error: string | undefined;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function MonthEndChoice({ readings, error, ...flag }: MonthEndChoiceProps) {
  const { lastDays, sameDays } = readings;
  return (
    <Flag label="Last day of each month" hint={error ?? `On: ${lastDays}. Off: ${sameDays}.`} {...flag} />
  );
}
