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

let isDirty = false;

/** Guards the page while there are unsaved changes. */
export function useUnsavedChanges(hasChanges: boolean): void {
  useEffect(() => {
    isDirty = hasChanges;
    if (!hasChanges) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    const stay = keepHere();
    addEventListener('beforeunload', warn);
    return () => {
      isDirty = false;
      stay();
      removeEventListener('beforeunload', warn);
    };
  }, [hasChanges]);
}

/** Everything is saved: the page may go where it wants, before it has rendered again. */
export function forgetChanges(): void {
  isDirty = false;
}

async function askFirst(leave: () => void): Promise<void> {
  if (!(await confirm(QUESTION))) return;
  isDirty = false;
  leave();
}

type Navigate = ReturnType<typeof useBrowserLocation>[1];

/** Wouter's location, except that a changed form is asked first. */
export function useGuardedLocation(): [string, Navigate] {
  const [location, navigate] = useBrowserLocation();
  const guarded: Navigate = (to, options) => {
    if (isDirty) void askFirst(() => navigate(to, options));
    else navigate(to, options);
  };
  return [location, guarded];
}

/** Back and forward have happened when we hear of them: the address is put back while we ask. */
function keepHere(): () => void {
  const here = location.href;
  const ask = (event: PopStateEvent): void => {
    if (!isDirty || location.href === here) return;
    event.stopImmediatePropagation();
    history.pushState(null, '', here);
    void askFirst(() => history.back());
  };
  addEventListener('popstate', ask, { capture: true });
  return () => removeEventListener('popstate', ask, { capture: true });
}
