import { Button } from '@primer/react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { isEmail } from '../../domain/text.ts';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { AuthPage } from './auth-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';
import { linkTexts } from './link-texts.ts';
import { userTexts } from './texts.ts';

/** Requests a recovery link; opened by that link, sets a new password. */
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
  const [isSent, setSent] = useState(false);
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => (isEmail(email.trim()) ? {} : { email: userTexts.emailInvalid }),
    send: async () => {
      await call('POST /v1/users/recover', { body: { email: email.trim() } });
      setSent(true);
    },
    onFailure: (error) => toast.failure(error, linkTexts.recoverFailed),
  });
  if (isSent) {
    return (
      <div className="auth-form" role="status">
        <Notice tone="info">{linkTexts.recoverSent}</Notice>
      </div>
    );
  }
  return (
    <form className="auth-form" {...form}>
      <TextField
        label="Email"
        error={errors['email']}
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={(text) => {
          setEmail(text);
          clearError();
        }}
      />
      <Button type="submit" variant="primary" block disabled={email.trim() === ''} loading={isBusy}>
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
      success={linkTexts.passwordReset}
      failure={linkTexts.resetFailed}
    />
  );
}
