import { MoneyField } from '../ui/money-field.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import type { ChangeDraft } from './change-draft.ts';
import type { Schedule } from '../data/answers.ts';
import type { ChangeKind } from './types.ts';

/** Properties of the fields of every kind. */
export interface KindFieldsProps {
  readonly kind: ChangeKind;
  readonly draft: ChangeDraft;
  readonly errors: FormErrors;
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly onChange: (change: Partial<ChangeDraft>) => void;
}

interface AmountFieldProps extends KindFieldsProps {
  readonly label: string;
  readonly field: 'amount' | 'administrationFee' | 'payoutFigure';
  readonly hint?: string;
  readonly optional?: boolean;
}

/** An amount of a change. */
export function AmountField({
  label,
  field,
  hint,
  optional = false,
  draft,
  errors,
  onChange,
}: AmountFieldProps) {
  return (
    <MoneyField
      label={label}
      hint={hint}
      error={errors[field]}
      required={!optional}
      optional={optional}
      value={draft[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
}
