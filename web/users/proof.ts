/** Proofs that it is the user: a password, a code, a passkey or a recovery code. */
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import type { Input } from '../../functions/client/route-client.ts';
import type { Answer } from '../data/api.ts';
import { ApiError, messageOf } from '../data/problem.ts';
import { securityTexts } from './security-texts.ts';
import { accountTexts } from './account-texts.ts';
import { userTexts } from './texts.ts';

/** A sign-in whose password was right, and which waits for a factor. */
export type HeldSignIn = Extract<Answer<'POST /v1/users/authenticate'>, { mfaToken: string }>;

export type Method = Answer<'POST /v1/users/reauthenticate/options'>['methods'][number];
export type Proof = NonNullable<Input<'POST /v1/users/reauthenticate'>['body']>;

interface Offer {
  readonly methods: readonly Method[];
  readonly passkeyOptions?: HeldSignIn['passkeyOptions'];
}

export interface ProofState {
  readonly method: Method;
  readonly others: readonly Method[];
  readonly choose: (method: Method) => void;
  readonly value: string;
  readonly setValue: (value: string) => void;
  readonly error: string | undefined;
  /** Makes the proof and sends it. @throws the failure, after showing it at the field. */
  readonly prove: (send: (proof: Proof) => Promise<void>) => Promise<void>;
}

const MISSING = {
  password: accountTexts.passwordMissing,
  totp: securityTexts.codeMissing,
  recoveryCode: securityTexts.recoveryCodeMissing,
} as const;

const FIELDS = { password: 'password', totp: 'code', recoveryCode: 'recoveryCode' } as const;

/** The state of one proof by the method that the user chooses; the strongest is proposed. */
export function useProof({ methods, passkeyOptions }: Offer): ProofState {
  const [chosen, setChosen] = useState<Method | null>(null);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const method = chosen ?? methods[0] ?? 'password';
  const enter = (text: string): void => {
    setValue(text);
    setError(undefined);
  };
  const prove = async (send: (proof: Proof) => Promise<void>): Promise<void> => {
    if (method !== 'passkey' && value.trim() === '') {
      setError(MISSING[method]);
      throw new Error(MISSING[method]);
    }
    try {
      await send(method === 'passkey' ? await passkeyProof(passkeyOptions) : { [FIELDS[method]]: value });
    } catch (failure) {
      setError(
        failure instanceof ApiError || method !== 'passkey'
          ? messageOf(failure, securityTexts.confirmFailed)
          : userTexts.passkeyFailed,
      );
      throw failure;
    }
  };
  const choose = (next: Method): void => {
    setChosen(next);
    enter('');
  };
  const others = methods.filter((other) => other !== method);
  return { method, others, choose, value, setValue: enter, error, prove };
}

async function passkeyProof(options: Offer['passkeyOptions']): Promise<Proof> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { assertion: { ...(await startAuthentication({ optionsJSON })) } as never };
}
