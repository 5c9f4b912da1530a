import type { ReactNode } from 'react';
import { DateInput } from './date-input.tsx';
import { Field } from './field.tsx';

interface DateFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly min?: string;
  readonly max?: string;
  readonly readOnly?: boolean;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled date. */
export function DateField({
  label,
  hint,
  error,
  required = false,
  optional = false,
  ...rest
}: DateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} optional={optional}>
      {(control) => <DateInput {...control} {...rest} />}
    </Field>
  );
}
