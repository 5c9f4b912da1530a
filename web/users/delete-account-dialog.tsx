import { useState } from 'react';
import { messageOf } from '../data/problem.ts';
import { reauthenticatingCall } from '../data/reauthenticating-call.ts';
import { endSession } from '../data/session.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { securityTexts } from './security-texts.ts';

interface DeleteAccountDialogProps {
  readonly onClose: () => void;
}

/** Deletes the user's account, after the reauthentication that the service asks for. */
export function DeleteAccountDialog({ onClose }: DeleteAccountDialogProps) {
  const [failure, setFailure] = useState<string>();
  const remove = async (): Promise<void> => {
    try {
      await reauthenticatingCall('DELETE /v1/users', { body: {} });
      toast.success(securityTexts.accountDeleted);
      endSession();
    } catch (error) {
      setFailure(messageOf(error, securityTexts.deleteFailed));
      throw error;
    }
  };
  return (
    <FormDialog
      title="Delete your account?"
      submit="Delete my account"
      danger
      onSubmit={remove}
      onClose={onClose}
    >
      <p className="dialog-text">You can’t undo this.</p>
      {failure && <Notice tone="error">{failure}</Notice>}
    </FormDialog>
  );
}
