import { Button } from '@primer/react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { AuthPage } from './auth-page.tsx';
import { linkTexts } from './link-texts.ts';

/** Starts a change of address after a click; opened by the link mailed to the present address. */
export function ReleaseAddress() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const { isBusy, start } = useAction(
    async () => {
      await call('POST /v1/users/email/release', { body: { token: parameters.get('token') ?? '' } });
      toast.success(linkTexts.released);
      navigate(paths.home, { replace: true });
    },
    (error) => toast.failure(error, linkTexts.releaseFailed),
  );
  return (
    <AuthPage
      title="Change your email address"
      lead={linkTexts.releaseLead}
      footer={<Link href={paths.login}>Back to log in</Link>}
    >
      <div className="auth-form">
        <Button variant="primary" block loading={isBusy} onClick={start}>
          Change my email address
        </Button>
      </div>
    </AuthPage>
  );
}
