import { Button } from '@primer/react';
import { renewTokens, useApi } from '../api.ts';
import { paths } from '../paths.ts';
import { askToReauthenticate } from '../reauthentication.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useUser } from './account.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Factors } from './factors.tsx';
import { Sessions } from './sessions.tsx';
import { userTexts } from './texts.ts';
import './security.css';

/** Proves a factor that the session has not used yet, and goes on in the organisation. */
async function confirmFactor(): Promise<void> {
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
          {userTexts.factorRequired}{' '}
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
