import { Button } from '@primer/react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths } from '../data/paths.ts';
import { fieldMessages } from '../data/problem.ts';
import { useSession } from '../data/session.ts';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { linkTexts } from './link-texts.ts';
import { MailedPage } from './mailed-page.tsx';
import { PasswordField } from './password-field.tsx';

/** Makes a new address the account's after a click; opened by the link mailed to the address. */
export function ConfirmAddress() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  const read = useApi('GET /v1/users/email/confirm', token === null ? null : { query: { token } });
  return (
    <MailedPage
      title="Confirm your new email address"
      token={token}
      read={read}
      lead={({ account }) => linkTexts.confirmLead(account)}
      failure={linkTexts.confirmFailed}
    >
      {(known) => <ConfirmForm token={known} />}
    </MailedPage>
  );
}

/** Asks for the password where no session is open, or another account's. */
function ConfirmForm({ token }: { readonly token: string }) {
  const hasSession = useSession() !== null;
  const [asksPassword, setAsksPassword] = useState(!hasSession);
  const [password, setPassword] = useState('');
  const [, navigate] = useLocation();
  const { isBusy, errors, clearError, form } = useSubmit({
    send: async () => {
      await change('POST /v1/users/email/confirm', { body: { token, ...(asksPassword && { password }) } });
      toast.success(linkTexts.confirmed);
      navigate(hasSession ? paths.home : paths.login, { replace: true });
    },
    onFailure: (error) => {
      if (fieldMessages(error)['password'] === undefined) toast.failure(error, linkTexts.confirmFailed);
      else if (!asksPassword) {
        setAsksPassword(true);
        clearError();
      }
    },
  });
  return (
    <form className="auth-form" {...form}>
      {asksPassword && (
        <PasswordField
          label="Password of the account"
          kind="current-password"
          error={errors['password']}
          value={password}
          onChange={setPassword}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        block
        disabled={asksPassword && password === ''}
        loading={isBusy}
      >
        Confirm my new email address
      </Button>
    </form>
  );
}
