/** Keeps people from losing what they typed: asks before a link, the back button or the tab leaves a changed form. */
import { useEffect } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { confirm } from './confirm.tsx';
import { useStable } from './use-stable.ts';

const QUESTION = {
  title: 'Leave without saving?',
  body: 'What you changed on this page is not saved yet.',
  action: 'Leave',
  cancel: 'Stay',
  danger: true,
};

interface Guarded {
  /** The address of the page with unsaved changes. */
  readonly address: string;
  readonly onForgotten: () => void;
}

let guarded: Guarded | null = null;

/**
 * Guards the page while there are unsaved changes.
 * @param onForgotten what to do when they are saved or given up; not when the page goes for another reason.
 */
export function useUnsavedChanges(hasChanges: boolean, onForgotten: () => void = () => {}): void {
  const forget = useStable(onForgotten);
  useEffect(() => {
    if (!hasChanges) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    guarded = { address: location.href, onForgotten: forget };
    addEventListener('beforeunload', warn);
    return () => {
      guarded = null;
      removeEventListener('beforeunload', warn);
    };
  }, [hasChanges, forget]);
}

/** Everything is saved or given up: the page may go where it wants, before it has rendered again. */
export function forgetChanges(): void {
  guarded?.onForgotten();
  guarded = null;
}

/** Whether the page may be left: at once without unsaved changes, else if whoever typed them gives them up. */
export async function mayLeave(): Promise<boolean> {
  if (guarded === null) return true;
  if (!(await confirm(QUESTION))) return false;
  forgetChanges();
  return true;
}

/**
 * Watches back and forward, which have happened when we hear of them: the address is put back while we ask.
 * To be called before anything else listens, since listeners of the window run in the order they came.
 */
export function guardHistory(): void {
  addEventListener('popstate', (event) => {
    if (guarded === null || location.href === guarded.address) return;
    event.stopImmediatePropagation();
    history.pushState(null, '', guarded.address);
    void mayLeave().then((isLeft) => isLeft && history.back());
  });
}

type Navigate = ReturnType<typeof useBrowserLocation>[1];

/** Wouter's location, except that a changed form is asked first, and that another page begins at its top. */
export function useGuardedLocation(): [string, Navigate] {
  const [path, navigate] = useBrowserLocation();
  const go: Navigate = (to, options) => {
    const before = location.pathname;
    navigate(to, options);
    if (location.pathname !== before) scrollTo(0, 0);
  };
  const navigateGuarded: Navigate = (to, options) => {
    if (guarded === null) go(to, options);
    else void mayLeave().then((isLeft) => isLeft && go(to, options));
  };
  return [path, navigateGuarded];
}
