import { useApi } from '../api.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useUser } from './account.ts';
import { Factors } from './factors.tsx';
import { Sessions } from './sessions.tsx';
import { userTexts } from './texts.ts';
import './security.css';

export function Security() {
  const { data: user } = useUser();
  const { data: factors } = useApi('GET /v1/users/factors', {});
  return (
    <Page title="Security" above={[{ label: 'Settings' }]}>
      {user?.needsFactor && factors && (
        <Notice tone="warning">
          {userTexts.factorRequired}{' '}
          {factors.length === 0
            ? 'Please add one to continue.'
            : 'Please log out and log in with yours to continue.'}
        </Notice>
      )}
      <Factors factors={factors} />
      <Sessions />
    </Page>
  );
}
