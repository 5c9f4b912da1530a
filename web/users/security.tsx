import { Button } from '@primer/react';
import { HelpLink } from '../help/help-link.tsx';
import { useApi } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { useUser } from '../data/account.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Factors } from './factors.tsx';
import { renewTokens } from './renew-tokens.ts';
import { ResendVerification } from './resend-verification.tsx';
import { Sessions } from './sessions.tsx';
import { securityTexts } from './security-texts.ts';
import './security.css';

/** Asks for a factor that the session has not used yet, and then opens the organisation. */
async function confirmFactor(): Promise<void> {
  const { askToReauthenticate } = await import('./reauthentication.tsx');
  if (!(await askToReauthenticate())) return;
  await renewTokens();
  location.assign(paths.home);
}

function FactorRequired({ hasFactor }: { readonly hasFactor: boolean }) {
  return (
    <Notice
      tone="warning"
      action={hasFactor && <Button onClick={() => void confirmFactor()}>Confirm</Button>}
    >
      {securityTexts.factorRequired}{' '}
      {hasFactor ? 'Please confirm that it is you to continue.' : 'Please add one to continue.'}
    </Notice>
  );
}

export function Security() {
  const { data: user } = useUser();
  const { data: factors, error: factorsError } = useApi('GET /v1/users/factors', {});
  const { data: sessions, error: sessionsError } = useApi('GET /v1/users/sessions', {});
  useLoadFailure(factorsError ?? sessionsError, securityTexts.load);
  return (
    <Page
      title="Security"
      above={[{ label: 'Settings' }]}
      subtitle={<HelpLink page="security">About security</HelpLink>}
    >
      {user && factors && sessions ? (
        <>
          {user.needsFactor && <FactorRequired hasFactor={factors.length > 0} />}
          {!user.isVerified && (
            <Notice tone="warning" action={<ResendVerification />}>
              {securityTexts.unverified}
            </Notice>
          )}
          <Factors user={user} factors={factors} />
          <Sessions sessions={sessions} />
          <DeleteAccount />
        </>
      ) : (
        <CardSkeleton columns={4} rows={8} />
      )}
    </Page>
  );
}
