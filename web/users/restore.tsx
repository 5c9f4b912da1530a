import { Link, useSearchParams } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { endSession } from '../data/session.ts';
import { Notice } from '../ui/notice.tsx';
import { AuthPage } from './auth-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';
import { linkTexts } from './link-texts.ts';

/** Undoes a change of the address and sets a new password; opened by the link in the mail about the change. */
export function Restore() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  const restore = async (password: string): Promise<void> => {
    await call('POST /v1/users/email/restore', {
      query: { token: token ?? '' },
      body: { Password: password },
    });
    endSession();
  };
  return (
    <AuthPage
      title="Get your account back"
      lead={token !== null && linkTexts.restoreLead}
      footer={<Link href={paths.login}>Back to log in</Link>}
    >
      {token === null ? (
        <div className="auth-form">
          <Notice tone="error">{linkTexts.restoreIncomplete}</Notice>
        </div>
      ) : (
        <SetPasswordForm
          label="Restore my account"
          save={restore}
          success={linkTexts.restored}
          failure={linkTexts.restoreFailed}
        />
      )}
    </AuthPage>
  );
}
