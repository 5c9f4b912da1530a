import { Button } from '@primer/react';
import { useApi } from '../api.ts';
import { paths } from '../paths.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useUser } from './account.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Factors } from './factors.tsx';
import { renewTokens } from './renew-tokens.ts';
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

export function Security() {
  const { data: user } = useUser();
  const { data: factors } = useApi('GET /v1/users/factors', {});
  return (
    <Page title="Security" above={[{ label: 'Settings' }]}>
      {user?.needsFactor && factors && (
        <Notice
          tone="warning"
          action={factors.length > 0 && <Button onClick={() => void confirmFactor()}>Confirm</Button>}
        >
          {securityTexts.factorRequired}{' '}
          {factors.length === 0
            ? 'Please add one to continue.'
            : 'Please confirm that it is you to continue.'}
        </Notice>
      )}
      <Factors factors={factors} />
      <Sessions />
      <DeleteAccount />
    </Page>
  );
}
