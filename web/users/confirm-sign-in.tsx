import { Button } from '@primer/react';
import { useState } from 'react';
import { call } from '../data/api.ts';
import { isSessionOver, messageOf } from '../data/problem.ts';
import { beginSession } from '../data/session.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { AuthPage } from './auth-page.tsx';
import { ProofFields } from './proof-fields.tsx';
import { type HeldSignIn, useProof } from './proof.ts';
import { securityTexts } from './security-texts.ts';

interface ConfirmSignInProps {
  readonly held: HeldSignIn;
  /** Back to the password. */
  readonly onClose: () => void;
}

/** The second step of a sign-in. */
export function ConfirmSignIn({ held, onClose }: ConfirmSignInProps) {
  const proof = useProof(held);
  const [isLost, setLost] = useState(false);
  const { isBusy, form } = useSubmit({
    send: () =>
      proof.prove(async ({ code, assertion, recoveryCode }) => {
        const body = { mfaToken: held.mfaToken, code, assertion, recoveryCode };
        beginSession(await call('POST /v1/users/authenticate/mfa', { body }));
      }),
    onFailure: (error) => {
      if (!isSessionOver(error)) return;
      toast.error(messageOf(error));
      onClose();
    },
  });
  if (isLost) return <LostFactors mfaToken={held.mfaToken} onClose={onClose} />;
  return (
    <AuthPage title="Confirm that it is you" footer={<BackToLogin onClose={onClose} />}>
      <form className="auth-form" {...form}>
        <ProofFields proof={proof} />
        <Button type="submit" variant="primary" block loading={isBusy}>
          {proof.method === 'passkey' ? 'Use passkey' : 'Confirm'}
        </Button>
        <p className="auth-small">
          <button type="button" className="link-button" onClick={() => setLost(true)}>
            I can’t use any of these
          </button>
        </p>
      </form>
    </AuthPage>
  );
}

function LostFactors({ mfaToken, onClose }: { readonly mfaToken: string; readonly onClose: () => void }) {
  const [isSent, setSent] = useState(false);
  const { isBusy, submit } = useSubmit({
    send: async () => {
      await call('POST /v1/users/factors/reset', { body: { mfaToken } });
      setSent(true);
    },
    onFailure: (error) => {
      toast.error(messageOf(error, securityTexts.resetFailedToSend));
      if (isSessionOver(error)) onClose();
    },
  });
  return (
    <AuthPage title="Lost your factors?" footer={<BackToLogin onClose={onClose} />}>
      <div className="auth-form">
        {isSent ? (
          <div role="status">
            <Notice tone="info">{securityTexts.resetSent}</Notice>
          </div>
        ) : (
          <>
            <p className="proof-text">
              We email you a link. It starts a wait of 72 hours, after which we remove your second factors and
              recovery codes and end all sessions. You can cancel it until then.
            </p>
            <Button variant="primary" block loading={isBusy} onClick={submit}>
              Send link
            </Button>
          </>
        )}
      </div>
    </AuthPage>
  );
}

function BackToLogin({ onClose }: { readonly onClose: () => void }) {
  return (
    <button type="button" className="link-button" onClick={onClose}>
      Back to log in
    </button>
  );
}
