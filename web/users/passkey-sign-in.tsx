import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { Button } from '@primer/react';
import { call } from '../data/api.ts';
import { beginSession } from '../data/session.ts';
import { ApiError } from '../data/problem.ts';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { userTexts } from './texts.ts';

const load = () => import('@simplewebauthn/browser');

/** Signs in with a passkey alone; only browsers that know passkeys show it. */
export function PasskeySignIn() {
  const { isBusy, submit } = useSubmit({
    send: async () => {
      const [{ startAuthentication }, { challengeId, options }] = await Promise.all([
        load(),
        call('POST /v1/users/passkeys/options'),
      ]);
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const assertion = { ...(await startAuthentication({ optionsJSON })) } as never;
      beginSession(await call('POST /v1/users/passkeys/authenticate', { body: { challengeId, assertion } }));
    },
    onFailure: (error) => toast.error(error instanceof ApiError ? error.message : userTexts.passkeyFailed),
  });
  if (!('PublicKeyCredential' in window)) return null;
  return (
    <Button
      block
      loading={isBusy}
      onClick={submit}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
    >
      Use a passkey
    </Button>
  );
}
