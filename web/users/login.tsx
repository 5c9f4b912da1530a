import { Button } from '@primer/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { ApiError, messageOf } from '../data/problem.ts';
import { beginSession, takeSessionEnd } from '../data/session.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { deferred } from '../ui/deferred.tsx';
import { AuthPage } from './auth-page.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import type { HeldSignIn } from './proof.ts';
import { PasswordField } from './password-field.tsx';
import { SampleData } from './sample-data.tsx';
import { storedInvite } from './stored-invite.ts';
import { userTexts } from './texts.ts';

const ConfirmSignIn = deferred(async () => (await import('./confirm-sign-in.tsx')).ConfirmSignIn);

const ENDINGS = { expired: userTexts.sessionExpired, inactive: userTexts.sessionInactive };

export function Login() {
  const invite = storedInvite();
  const [ending] = useState(takeSessionEnd);
  const [email, setEmail] = useState(invite?.email ?? '');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [held, setHeld] = useState<HeldSignIn | null>(null);
  const { isBusy, form } = useSubmit({
    send: async () => {
      setFailure(null);
      const answer = await call('POST /v1/users/authenticate', { body: { email: email.trim(), password } });
      if ('token' in answer) beginSession(answer);
      else setHeld(answer);
    },
    onFailure: (error) => setFailure(messageOf(isRefused(error) ? undefined : error, userTexts.loginFailed)),
  });
  if (held) {
    const startOver = (): void => {
      setHeld(null);
      setPassword('');
    };
    return <ConfirmSignIn held={held} onClose={startOver} />;
  }
  return (
    <AuthPage
      title="Log in"
      lead={invite && `To join ${invite.tenantName}`}
      footer={
        <>
          New to Paydown? <Link href={paths.register}>Create an account</Link>
        </>
      }
    >
      <form className="auth-form" {...form}>
        {ending && failure === null && <Notice tone="warning">{ENDINGS[ending]}</Notice>}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={setEmail}
        />
        <PasswordField label="Password" kind="current-password" value={password} onChange={setPassword} />
        <Button
          type="submit"
          variant="primary"
          block
          disabled={email.trim() === '' || password === ''}
          loading={isBusy}
        >
          Log in
        </Button>
        <PasskeySignIn />
        <p className="auth-small">
          <Link href={paths.recover}>Forgot your password?</Link>
        </p>
        <SampleData onHeld={setHeld} />
      </form>
    </AuthPage>
  );
}

/** Whether the address or password is wrong, for which the specified sentence is shown. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 401);
}
