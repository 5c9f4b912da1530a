import { Link, useSearchParams } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { endSession } from '../data/session.ts';
import { AuthPage } from './auth-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';
import { linkTexts } from './link-texts.ts';

/** Takes the account back from a person who added a factor; opened by the link “This wasn’t me” in a mail about one. */
export function NotMe() {
  const [parameters] = useSearchParams();
  const revoke = async (password: string): Promise<void> => {
    const query = { token: parameters.get('token') ?? '' };
    await call('POST /v1/users/factors/revoke', { query, body: { Password: password } });
    endSession();
  };
  return (
    <AuthPage
      title="This wasn’t me"
      lead={linkTexts.notMeLead}
      footer={<Link href={paths.login}>Back to log in</Link>}
    >
      <SetPasswordForm
        label="Take my account back"
        save={revoke}
        success={linkTexts.notMeDone}
        failure={linkTexts.notMeFailed}
      />
    </AuthPage>
  );
}
