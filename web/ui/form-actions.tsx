import { Button } from '@primer/react';
import type { ReactNode } from 'react';

interface FormActionsProps {
  /** The words of the button that submits. */
  readonly submit: string;
  /** The id of the form, where the buttons stand outside of it. */
  readonly form?: string;
  readonly disabled?: boolean;
  readonly isBusy?: boolean;
  /** There is nothing to submit then, and the way back is called so. */
  readonly isReadOnly?: boolean;
  readonly onCancel?: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The buttons at the end of a form: the one that submits it, and the way back. */
export function FormActions({
  submit,
  form,
  disabled = false,
  isBusy = false,
  isReadOnly = false,
  onCancel,
  children,
}: FormActionsProps) {
  return (
    <div className="form-actions">
      {!isReadOnly && (
        <Button type="submit" form={form} variant="primary" disabled={disabled} loading={isBusy}>
          {submit}
        </Button>
      )}
      {onCancel && <Button onClick={onCancel}>{isReadOnly ? 'Back' : 'Cancel'}</Button>}
      {children}
    </div>
  );
}
