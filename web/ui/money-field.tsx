import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { MoneyInput } from './money-input.tsx';

interface MoneyFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly readOnly?: boolean;
  /** As `MoneyInput` takes it. */
  readonly convert?: (text: string) => string | undefined;
  /** Dollars as typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled amount. */
export function MoneyField({
  label,
  hint,
  error,
  required = false,
  optional = false,
  ...rest
}: MoneyFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} optional={optional}>
      {(control) => <MoneyInput {...control} {...rest} />}
    </Field>
  );
}
