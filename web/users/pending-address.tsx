import { Button } from '@primer/react';
import type { User } from '../data/account.ts';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { accountTexts } from './account-texts.ts';
import { ResendVerification } from './resend-verification.tsx';

interface PendingAddressProps {
  readonly user: User;
  /** The new address. */
  readonly email: string;
}

/** Says that a new address waits for its confirmation, with the ways to go on or to stay. */
export function PendingAddress({ user, email }: PendingAddressProps) {
  const withdraw = async (): Promise<void> => {
    try {
      const answer = await change('PATCH /v1/users', { body: { email: user.email } });
      await store('GET /v1/users', {}, answer);
    } catch (error) {
      toast.failure(error, accountTexts.withdrawFailed);
    }
  };
  const actions = (
    <>
      <ResendVerification />
      <Button size="small" onClick={() => void withdraw()}>
        Keep {user.email}
      </Button>
    </>
  );
  return (
    <Notice tone="info" action={actions}>
      {(user.pendingEmailHeld ? accountTexts.held : accountTexts.pending)(email)}
    </Notice>
  );
}
