import { Dialog as PrimerDialog } from '@primer/react';
import { useId, useRef, type ReactNode } from 'react';
import { toast } from './toasts.tsx';
import { useAction } from './use-action.ts';
import { useIsShown } from './use-is-shown.ts';
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
  readonly secondary?: { readonly label: string; readonly run: () => Promise<void> | void };
  readonly children: ReactNode;
}

/**
 * A dialog with a form: Enter submits, Escape closes, the button shows progress. It stays until a call is answered, so
 * that a refusal is shown in it. Back leaves it all the same: the refusal is a toast then.
 */
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
  const isShown = useIsShown();
  const onFailure = (error: unknown): void => {
    if (!isShown()) toast.failure(error);
  };
  const submission = useSubmit({ send: onSubmit, onFailure });
  const other = useAction(async () => secondary?.run(), onFailure);
  const isBusy = submission.isBusy || other.isBusy;
  const first = useRef<HTMLElement>(null);
  return (
    <PrimerDialog
      title={title}
      {...(subtitle ? { subtitle } : {})}
      width="480px"
      onClose={() => isBusy || onClose()}
      initialFocusRef={first}
      footerButtons={[
        secondary
          ? { content: secondary.label, onClick: other.start, disabled: isBusy }
          : { content: 'Cancel', onClick: onClose, disabled: isBusy },
        {
          content: submit,
          buttonType: danger ? 'danger' : 'primary',
          type: 'submit',
          form: id,
          loading: submission.isBusy,
          disabled: disabled || other.isBusy,
        },
      ]}
    >
      <form
        id={id}
        className="dialog-form"
        noValidate
        onSubmit={submission.form.onSubmit}
        ref={(element) => {
          first.current = element?.querySelector<HTMLElement>('input, select') ?? null;
        }}
      >
        {children}
      </form>
    </PrimerDialog>
  );
}
