import { Button } from '@primer/react';
import { useRef, useState, type FormEvent } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { passwordProblems } from '../../domain/password.ts';
import { isEmail } from '../../domain/text.ts';
import { call } from '../api.ts';
import { paths } from '../paths.ts';
import { messageOf } from '../problem.ts';
import { focusFirstError } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { AuthPage } from './auth-page.tsx';
import { PasswordField } from './password-field.tsx';
import { userTexts } from './texts.ts';

/** Asks for a link by mail; opened through that link, for a new password. */
export function Recover() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  return (
    <AuthPage
      title={token === null ? 'Forgot your password?' : 'Set a new password'}
      lead={token === null && 'We will send you a link to set a new one.'}
      footer={<Link href={paths.login}>Back to log in</Link>}
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
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<{ password?: string | undefined; confirmation?: string | undefined }>(
    {},
  );
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const [problem] = passwordProblems(password);
    const mismatch = password === confirmation ? undefined : userTexts.passwordsDiffer;
    setErrors({ password: problem, confirmation: mismatch });
    if (problem !== undefined || mismatch !== undefined) return focusFirstError(form.current);
    setBusy(true);
    try {
      await call('POST /v1/users/recover', { query: { token }, body: { Password: password } });
      toast.success(userTexts.passwordReset);
      navigate(paths.login, { replace: true });
    } catch (error) {
      toast.error(messageOf(error, userTexts.resetFailed));
      setBusy(false);
    }
  };
  return (
    <form ref={form} className="auth-form" noValidate onSubmit={(event) => void save(event)}>
      <PasswordField
        label="New password"
        kind="new-password"
        showsRule
        error={errors.password}
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        label="Confirm password"
        kind="new-password"
        error={errors.confirmation}
        value={confirmation}
        onChange={setConfirmation}
      />
      <Button
        type="submit"
        variant="primary"
        block
        disabled={password === '' || confirmation === ''}
        loading={isBusy}
      >
        Set new password
      </Button>
    </form>
  );
}
