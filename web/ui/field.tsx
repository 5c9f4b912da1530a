import { useId, type ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import './field.css';

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly required: boolean;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control with a hint and an error. It replaces Primer's FormControl, which costs 83 KB. */
export function Field({ label, hint, error, required = false, optional = false, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error ? true : undefined,
        required,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Moves the focus to the first control whose text can't be read; returns whether there is one. */
export function focusUnreadable(form: Element): boolean {
  const controls = [...form.querySelectorAll('input')];
  const unreadable = controls.find(({ validity }) => validity.customError);
  unreadable?.focus();
  return unreadable !== undefined;
}

/** Moves the focus to the first control with an error after the next render. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
