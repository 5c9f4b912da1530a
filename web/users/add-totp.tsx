import { useState } from 'react';
import { encode } from 'uqr';
import { type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { FactorName } from './factor-name.tsx';
import { securityTexts } from './security-texts.ts';
import './add-totp.css';

interface AddFactorProps {
  readonly onAdded: (recoveryCodes: readonly string[] | undefined) => void;
  readonly onClose: () => void;
}

type Begun = Extract<Answer<'POST /v1/users/factors'>, { secret: string }>;

/** Adds an authenticator app: a name, then its secret and a first code. */
export function AddTotp({ onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState('Authenticator app');
  const [begun, setBegun] = useState<Begun | null>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const report = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (problem) {
      setError(messageOf(problem, securityTexts.factorFailed));
      throw problem;
    }
  };
  const begin = async (): Promise<void> => {
    const answer = await change('POST /v1/users/factors', { body: { kind: 'totp', name: name.trim() } });
    if ('secret' in answer) setBegun(answer);
  };
  const confirmCode = async (factorId: string): Promise<void> => {
    const { recoveryCodes } = await change('POST /v1/users/factors/{factorId}/confirm', {
      params: { factorId },
      body: { code },
    });
    toast.success(securityTexts.factorAdded(name.trim()));
    onAdded(recoveryCodes);
  };
  const enter = (set: (text: string) => void) => (text: string) => {
    set(text);
    setError(undefined);
  };
  if (begun === null) {
    return (
      <FormDialog
        title="Add authenticator app"
        submit="Continue"
        disabled={name.trim() === ''}
        onSubmit={() => report(begin)}
        onClose={onClose}
      >
        <FactorName name={name} error={error} onChange={enter(setName)} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      key="code"
      title="Add authenticator app"
      submit="Add"
      disabled={code.trim() === ''}
      onSubmit={() => report(() => confirmCode(begun.id))}
      onClose={onClose}
    >
      <p className="dialog-text">Scan this code with your authenticator app, or type the key into it.</p>
      <QrCode text={begun.otpauthUrl} />
      <p className="totp-secret">
        <span className="totp-label">Key</span> <code>{begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <TextField
        label="Code"
        hint="The six digits that the app shows now."
        error={error}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        value={code}
        onChange={enter(setCode)}
      />
    </FormDialog>
  );
}

/** Black on white in each theme: many scanners read nothing else. */
function QrCode({ text }: { readonly text: string }) {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key below">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
