/** Keeps people from losing what they typed: asks before a link, the back button or the tab leaves a changed form. */
import { useEffect } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { confirm } from './confirm.tsx';

const QUESTION = {
  title: 'Leave without saving?',
  body: 'What you changed on this page is not saved yet.',
  action: 'Leave',
  cancel: 'Stay',
  danger: true,
};

/** The address of the page with unsaved changes. */
let guarded: string | null = null;

/** Guards the page while there are unsaved changes. */
export function useUnsavedChanges(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    guarded = location.href;
    addEventListener('beforeunload', warn);
    return () => {
      guarded = null;
      removeEventListener('beforeunload', warn);
    };
  }, [hasChanges]);
}

/** Everything is saved: the page may go where it wants, before it has rendered again. */
export function forgetChanges(): void {
  guarded = null;
}

/**
 * Watches back and forward, which have happened when we hear of them: the address is put back while we ask.
 * To be called before anything else listens, since listeners of the window run in the order they came.
 */
export function guardHistory(): void {
  addEventListener('popstate', (event) => {
    if (guarded === null || location.href === guarded) return;
    event.stopImmediatePropagation();
    history.pushState(null, '', guarded);
    void askFirst(() => history.back());
  });
}

type Navigate = ReturnType<typeof useBrowserLocation>[1];

/** Wouter's location, except that a changed form is asked first. */
export function useGuardedLocation(): [string, Navigate] {
  const [path, navigate] = useBrowserLocation();
  const navigateGuarded: Navigate = (to, options) => {
    if (guarded === null) navigate(to, options);
    else void askFirst(() => navigate(to, options));
  };
  return [path, navigateGuarded];
}

async function askFirst(leave: () => void): Promise<void> {
  if (!(await confirm(QUESTION))) return;
  guarded = null;
  leave();
}
