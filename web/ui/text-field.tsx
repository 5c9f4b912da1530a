import type { InputHTMLAttributes, ReactNode } from 'react';
import { MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { Field } from './field.tsx';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'className'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled line of text, limited to the longest text the service accepts. */
export function TextField({
  label,
  hint,
  error,
  required = false,
  optional = false,
  value,
  onChange,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} optional={optional}>
      {(control) => (
        <input
          autoComplete="off"
          maxLength={MAX_TEXT_LENGTH}
          {...rest}
          {...control}
          className="input"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}
