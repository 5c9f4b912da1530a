import { ConfirmationDialog } from '@primer/react';
import { useClosedByBack } from './closed-by-back.ts';
import type { Question } from './question.ts';
import './dialog.css';

interface ConfirmDialogProps extends Question {
  readonly answer: (yes: boolean) => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({
  title,
  body,
  action,
  cancel = 'Cancel',
  danger,
  answer,
  onClose,
}: ConfirmDialogProps) {
  useClosedByBack(onClose);
  return (
    <ConfirmationDialog
      title={title}
      width="440px"
      confirmButtonContent={action}
      cancelButtonContent={cancel}
      confirmButtonType={danger ? 'danger' : 'primary'}
      onClose={(gesture) => (gesture === 'confirm' ? answer(true) : onClose())}
    >
      {typeof body === 'string' ? <p className="dialog-text">{body}</p> : body}
    </ConfirmationDialog>
  );
}
