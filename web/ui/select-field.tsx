import type { ReactNode } from 'react';
import { Field } from './field.tsx';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | '';
  readonly onChange: (value: Value) => void;
}

/** A labelled list; without a value, or with one that is not a choice, it asks to choose. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  required = false,
  disabled = false,
  choices,
  value,
  onChange,
}: SelectFieldProps<Value>) {
  const choose = (text: string): void => {
    const choice = choices.find((candidate) => candidate.value === text);
    if (choice) onChange(choice.value);
  };
  // A browser would show the first choice as if it were chosen.
  const chosen = choices.some((choice) => choice.value === value) ? value : '';
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <select
          {...control}
          className="input"
          disabled={disabled}
          value={chosen}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {chosen === '' && <option value="">Choose…</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
