import { MAX_PASSWORD_LENGTH } from '../../domain/password.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { PasswordField } from './password-field.tsx';
import type { Method, ProofState } from './proof.ts';
import './proof-fields.css';

const OTHER_WAYS: Readonly<Record<Method, string>> = {
  password: 'Use your password',
  passkey: 'Use a passkey',
  totp: 'Use your authenticator app',
  recoveryCode: 'Use a recovery code',
};

/** The field of a proof, and the other ways to give one. */
export function ProofFields({ proof }: { readonly proof: ProofState }) {
  return (
    <>
      <ProofField {...proof} />
      {proof.others.length > 0 && (
        <ul className="proof-ways" aria-label="Other ways">
          {proof.others.map((method) => (
            <li key={method}>
              <button type="button" className="link-button" onClick={() => proof.choose(method)}>
                {OTHER_WAYS[method]}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ProofField({ method, value, setValue, error }: ProofState) {
  if (method === 'password') {
    return (
      <PasswordField
        label="Password"
        kind="current-password"
        error={error}
        value={value}
        onChange={setValue}
      />
    );
  }
  if (method === 'passkey') {
    return (
      <>
        <p className="proof-text">Confirm with the fingerprint, face or PIN of your device.</p>
        {error && <Notice tone="error">{error}</Notice>}
      </>
    );
  }
  const isCode = method === 'totp';
  return (
    <TextField
      key={method}
      label={isCode ? 'Code' : 'Recovery code'}
      hint={
        isCode ? 'The six digits that your authenticator app shows.' : 'One of the ten codes that you stored.'
      }
      error={error}
      autoComplete={isCode ? 'one-time-code' : 'off'}
      inputMode={isCode ? 'numeric' : 'text'}
      maxLength={isCode ? 7 : MAX_PASSWORD_LENGTH}
      autoFocus
      value={value}
      onChange={setValue}
    />
  );
}
