import { Dialog as PrimerDialog } from '@primer/react';
import { useId, useRef, type ReactNode } from 'react';
import { useSubmit } from './use-submit.ts';
import './dialog.css';

interface FormDialogProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly submit: string;
  /** Rejects after reporting the failure; the dialog then stays open. */
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  readonly secondary?: { readonly label: string; readonly run: () => void };
  readonly children: ReactNode;
}

/** A dialog with a form: Enter submits, Escape closes, the button shows progress. */
export function FormDialog({
  title,
  subtitle,
  submit,
  onSubmit,
  onClose,
  disabled = false,
  danger = false,
  secondary,
  children,
}: FormDialogProps) {
  const id = useId();
  const { isBusy, form } = useSubmit({ send: onSubmit, onFailure: () => undefined });
  const first = useRef<HTMLElement>(null);
  return (
    <PrimerDialog
      title={title}
      {...(subtitle ? { subtitle } : {})}
      width="480px"
      onClose={onClose}
      initialFocusRef={first}
      footerButtons={[
        secondary
          ? { content: secondary.label, onClick: secondary.run, disabled: isBusy }
          : { content: 'Cancel', onClick: onClose },
        {
          content: submit,
          buttonType: danger ? 'danger' : 'primary',
          type: 'submit',
          form: id,
          loading: isBusy,
          disabled,
        },
      ]}
    >
      <form
        id={id}
        className="dialog-form"
        noValidate
        onSubmit={form.onSubmit}
        ref={(element) => {
          first.current = element?.querySelector<HTMLElement>('input, select') ?? null;
        }}
      >
        {children}
      </form>
    </PrimerDialog>
  );
}
