import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { toDollars } from '../../domain/money.ts';
import { change } from '../data/change.ts';
import { DateInput } from '../ui/date-input.tsx';
import { showDate } from '../ui/dates.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { formatDollars } from '../ui/money.tsx';
import { draftParts, emptyPart, leftOver, partsBody, partsProblem, type DraftPart } from './parts.ts';
import { eventTexts } from './texts.ts';
import { usePaymentForm, type PaymentFormProps } from './use-payment-form.ts';
import { FieldError } from '../ui/field-error.tsx';
import './parts.css';

const CHANGE = 'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}';

/** The parts in which a payment is made. Each posts on its own date. */
export function PartsDialog(props: PaymentFormProps) {
  const { params, payment, onClose } = props;
  const { number, payments } = payment;
  const [parts, setParts] = useState(() => draftParts(payment));
  const { errors, setErrors, send } = usePaymentForm(props, eventTexts.payment);
  const error = Object.values(errors).find((message) => message !== undefined);
  const save = (body: readonly { date: string; amount: number }[], done: string): Promise<void> =>
    send(
      () => change(CHANGE, { params: { ...params, paymentId: payment.id }, body: { parts: [...body] } }),
      done,
    );
  const submit = async (): Promise<void> => {
    const problem = partsProblem(payment, parts);
    if (problem === undefined) return save(partsBody(parts), eventTexts.partsSaved(number, parts.length));
    setErrors({ parts: problem });
    return Promise.reject(new Error(problem));
  };
  const set = (changed: readonly DraftPart[]): void => {
    setParts(changed);
    setErrors({});
  };
  return (
    <FormDialog
      title={`Payment ${number} paid in parts`}
      subtitle={`${formatDollars(payments)} due ${showDate(payment.paymentDate)}`}
      submit="Save"
      onSubmit={submit}
      onClose={onClose}
      {...(payment.parts.length > 0 && {
        secondary: { label: 'Paid at once', run: () => save([], eventTexts.partsCleared(number)) },
      })}
    >
      <fieldset className="field-group" aria-describedby={error === undefined ? undefined : 'parts-error'}>
        <legend className="field-label">Parts, without the administration fee</legend>
        {parts.map((part, index) => (
          <PartRow
            key={part.key}
            part={part}
            number={index + 1}
            isInvalid={error !== undefined}
            canRemove={parts.length > 2}
            onChange={(changed) => set(parts.with(index, changed))}
            onRemove={() => set(parts.toSpliced(index, 1))}
          />
        ))}
        {error !== undefined && (
          <FieldError id="parts-error" role="alert">
            {error}
          </FieldError>
        )}
      </fieldset>
      <div className="form-actions">
        <Button size="small" leadingVisual={PlusIcon} onClick={() => set([...parts, emptyPart('')])}>
          Add part
        </Button>
        <span className="muted" role="status">
          Left: {formatDollars(toDollars(leftOver(payment, parts)))}
        </span>
      </div>
      <p className="field-hint">
        The last part carries the interest, the fee and the move from non-current to current.
      </p>
    </FormDialog>
  );
}

interface PartRowProps {
  readonly part: DraftPart;
  readonly number: number;
  readonly isInvalid: boolean;
  readonly canRemove: boolean;
  readonly onChange: (part: DraftPart) => void;
  readonly onRemove: () => void;
}

function PartRow({ part, number, isInvalid, canRemove, onChange, onRemove }: PartRowProps) {
  return (
    <div className="parts-row">
      <DateInput
        aria-label={`Date of part ${number}`}
        aria-invalid={isInvalid || undefined}
        value={part.date}
        onChange={(date) => onChange({ ...part, date })}
      />
      <MoneyInput
        aria-label={`Amount of part ${number}`}
        aria-invalid={isInvalid || undefined}
        value={part.amount}
        onChange={(amount) => onChange({ ...part, amount })}
      />
      <IconButton
        icon={TrashIcon}
        label={`Remove part ${number}`}
        size="small"
        hint="none"
        disabled={!canRemove}
        onClick={onRemove}
      />
    </div>
  );
}
