import { AlertFillIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import './field.css';

interface FieldErrorProps {
  /** Named by the control's `aria-describedby`. */
  readonly id?: string;
  readonly role?: 'alert' | 'note';
  readonly children: ReactNode;
}

/** The error under a field or a group of fields. */
export function FieldError({ id, role, children }: FieldErrorProps) {
  return (
    <p className="field-error" id={id} role={role}>
      <AlertFillIcon size={12} /> {children}
    </p>
  );
}
