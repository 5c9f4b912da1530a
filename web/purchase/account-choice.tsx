import { SelectField } from '../ui/select-field.tsx';
import { accountChoicesOf } from '../xero/account-fields.ts';
import type { PurchaseFieldsProps } from './fields-props.ts';

interface AccountChoiceProps extends Pick<PurchaseFieldsProps, 'accounts' | 'errors'> {
  readonly label: string;
  readonly hint?: string;
  readonly field: string;
  /** The choice without an account of its own; omitted: one is to be chosen. */
  readonly none?: string | undefined;
  readonly value: string;
  readonly onChoose: (accountId: string) => void;
}

/** The choice of an account that a line of the purchase goes to. */
export function AccountChoice({
  accounts,
  errors,
  label,
  hint,
  field,
  none,
  value,
  onChoose,
}: AccountChoiceProps) {
  const known = accountChoicesOf(accounts);
  const choices = none === undefined ? known : [{ value: 'none', label: none }, ...known];
  return (
    <SelectField
      label={label}
      hint={hint}
      error={errors[field]}
      choices={choices}
      value={value === '' && none !== undefined ? 'none' : value}
      onChange={(id) => onChoose(id === 'none' ? '' : id)}
    />
  );
}
