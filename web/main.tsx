import '@primer/primitives/dist/css/primitives.css';
import '@primer/primitives/dist/css/functional/themes/light.css';
import '@primer/primitives/dist/css/functional/themes/dark.css';
import './theme/theme.css';
import './ui/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { Router } from 'wouter';
import { beginRead, forgetAnswers } from './data/api.ts';
import { paths } from './data/paths.ts';
import { CurrentPage } from './pages.tsx';
import { followOtherTabs, onSessionEnd } from './data/session.ts';
import { readSession } from './data/stored-session.ts';
import { ApiError } from './data/problem.ts';
import { onStepUp } from './data/reauthenticating-call.ts';
import { printInLight } from './theme/theme.ts';
import { CrashScreen } from './ui/crash-screen.tsx';
import { Questions } from './ui/confirm.tsx';
import { Toasts } from './ui/toasts.tsx';
import { keepAttribution } from './data/lead-attribution.ts';
import { keepOfflinePage } from './ui/offline-page.ts';
import { guardHistory, useGuardedLocation } from './ui/unsaved.ts';

guardHistory();
printInLight();
followOtherTabs(() => location.assign(paths.home));
onSessionEnd(() => void forgetAnswers());
// Loads with the first call that needs it.
onStepUp(async () => (await import('./users/reauthentication.tsx')).askToReauthenticate());
keepOfflinePage();
keepAttribution(location.search);

// Links of mails change the user before the first component reads it.
const CHANGING: readonly string[] = [paths.verify, paths.invite];
if (readSession() && !CHANGING.includes(location.pathname)) {
  beginRead('GET /v1/users', {});
  beginRead('GET /v1/users/metadata', {});
}

const calls = {
  keepPreviousData: false,
  /** Retries only failures that may be temporary; a refusal stays one. */
  shouldRetryOnError: (error: unknown) => !(error instanceof ApiError && error.status < 500),
  errorRetryInterval: 3000,
};

const root = document.querySelector('#app');
if (root) {
  // As a transition, so React renders the first page in slices and the browser answers between them.
  startTransition(() =>
    createRoot(root).render(
      <SWRConfig value={calls}>
        <Router hook={useGuardedLocation}>
          <CrashScreen>
            <CurrentPage />
          </CrashScreen>
          <Questions />
          <Toasts />
        </Router>
      </SWRConfig>,
    ),
  );
}
