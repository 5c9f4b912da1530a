import { useId } from 'react';
import { FieldError } from './field-error.tsx';
import './radio-field.css';

interface RadioFieldProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    readonly hint?: string;
    readonly disabled?: boolean;
  }[];
  readonly value: Value;
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** A labelled group of choices that exclude each other. */
export function RadioField<Value extends string>({
  label,
  choices,
  value,
  error,
  onChange,
}: RadioFieldProps<Value>) {
  const id = useId();
  return (
    <fieldset className="field radio-field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="radio-choice">
          <input
            type="radio"
            name={id}
            aria-invalid={error ? true : undefined}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.hint && <span className="field-hint radio-hint">{choice.hint}</span>}
          </span>
        </label>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
