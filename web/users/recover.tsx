import { Button } from '@primer/react';
import { useRef, useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'wouter';
import { isEmail } from '../../domain/text.ts';
import { call } from '../api.ts';
import { focusFirstError } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { AuthPage } from './auth-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';
import { userTexts } from './texts.ts';

/** Asks for a link by mail; opened through that link, for a new password. */
export function Recover() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  return (
    <AuthPage
      title={token === null ? 'Forgot your password?' : 'Set a new password'}
      lead={token === null && 'We will send you a link to set a new one.'}
      footer={<Link href="/login">Back to log in</Link>}
    >
      {token === null ? <RequestLink /> : <SetPassword token={token} />}
    </AuthPage>
  );
}

function RequestLink() {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const request = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isEmail(email.trim())) {
      setError(userTexts.emailInvalid);
      return focusFirstError(form.current);
    }
    setState('busy');
    try {
      await call('POST /v1/users/recover', { body: { email: email.trim() } });
      setState('sent');
    } catch (failure) {
      setState('asking');
      toast.failure(failure, userTexts.recoverFailed);
    }
  };
  if (state === 'sent') {
    return (
      <div className="auth-form" role="status">
        <Notice tone="info">{userTexts.recoverSent}</Notice>
      </div>
    );
  }
  return (
    <form ref={form} className="auth-form" noValidate onSubmit={(event) => void request(event)}>
      <TextField
        label="Email"
        error={error}
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={(text) => {
          setEmail(text);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" block disabled={email.trim() === ''} loading={state === 'busy'}>
        Send link
      </Button>
    </form>
  );
}

function SetPassword({ token }: { readonly token: string }) {
  return (
    <SetPasswordForm
      label="Set new password"
      save={(password) => call('POST /v1/users/recover', { query: { token }, body: { Password: password } })}
      success={userTexts.passwordReset}
      failure={userTexts.resetFailed}
    />
  );
}
