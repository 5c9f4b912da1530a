import { Button } from '@primer/react';
import { useState } from 'react';
import { change } from '../change.ts';
import { messageOf } from '../problem.ts';
import { endSession } from '../session.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { userTexts } from './texts.ts';

/** Deletes the user's account, after the reauthentication that the service asks for. */
export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false);
  return (
    <section>
      <div className="section-head">
        <h2 className="card-title">Delete account</h2>
      </div>
      <div className="card card-body">
        <p className="dialog-text">
          Your account, sessions and factors are deleted for good. Organisations that you own must be deleted
          first; in others, what you did stays in their audit logs without your name.
        </p>
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </div>
      </div>
      {isAsking && <DeleteDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const [failure, setFailure] = useState<string>();
  const remove = async (): Promise<void> => {
    try {
      await change('DELETE /v1/users', { body: {} });
      toast.success(userTexts.accountDeleted);
      endSession();
    } catch (error) {
      setFailure(messageOf(error, userTexts.deleteFailed));
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
