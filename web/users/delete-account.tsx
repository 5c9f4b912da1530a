import { Button } from '@primer/react';
import { useState } from 'react';
import { deferred } from '../ui/deferred.tsx';

const DeleteAccountDialog = deferred(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false);
  return (
    <section>
      <div className="section-head">
        <h2 className="card-title">Delete account</h2>
      </div>
      <div className="card card-body">
        <p className="dialog-text">
          Your account, sessions and factors are permanently deleted. Delete organisations that you own first.
          The audit logs of other organisations keep your actions without your name.
        </p>
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </div>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </section>
  );
}
