import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { change } from '../data/change.ts';
import { ApiError, messageOf } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import { FactorName } from './factor-name.tsx';
import { securityTexts } from './security-texts.ts';

interface AddPasskeyProps {
  readonly onAdded: (recoveryCodes: readonly string[] | undefined) => void;
  readonly onClose: () => void;
}

/** Adds a passkey: a name, then the browser's own dialog. */
export function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const [name, setName] = useState('Passkey');
  const [error, setError] = useState<string>();
  const add = async (): Promise<void> => {
    const begun = await change('POST /v1/users/factors', { body: { kind: 'passkey', name: name.trim() } });
    if (!('options' in begun)) return;
    const optionsJSON = begun.options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const attestation = { ...(await startRegistration({ optionsJSON })) } as never;
    const { recoveryCodes } = await change('POST /v1/users/factors/{factorId}/confirm', {
      params: { factorId: begun.id },
      body: { attestation },
    });
    toast.success(securityTexts.factorAdded(name.trim()));
    onAdded(recoveryCodes);
  };
  const submit = async (): Promise<void> => {
    try {
      await add();
    } catch (problem) {
      const isOurs = problem instanceof ApiError;
      setError(isOurs ? messageOf(problem, securityTexts.factorFailed) : securityTexts.passkeyNotAdded);
      throw problem;
    }
  };
  return (
    <FormDialog
      title="Add passkey"
      subtitle="Log in with the fingerprint, face or PIN of a device, or with a security key."
      submit="Continue"
      disabled={name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <FactorName
        name={name}
        error={error}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
