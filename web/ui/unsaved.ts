/** Guards unsaved changes: asks before a link, the back button or the tab leaves a changed form. */
import { useEffect } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { confirm } from './confirm.tsx';
import { useIsShown } from './use-is-shown.ts';
import { useStable } from './use-stable.ts';

const QUESTION = {
  title: 'Leave without saving?',
  body: 'Your changes on this page will be lost.',
  action: 'Leave',
  cancel: 'Stay',
  danger: true,
};

interface Guarded {
  /** The address of the guarded page. */
  readonly address: string;
  readonly onReleased: () => void;
  /** Whether the changes are kept as a draft. */
  readonly isKept: boolean;
}

let guarded: Guarded | null = null;

/**
 * Guards the page while there are unsaved changes.
 * @param onReleased deletes the draft of the changes: called when they are saved or given up; not when the page is left
 *   for another reason. Omitted: the changes have no draft.
 */
export function useUnsavedChanges(hasChanges: boolean, onReleased?: () => void): void {
  const isKept = onReleased !== undefined;
  const forget = useStable(() => onReleased?.());
  useEffect(() => {
    if (!hasChanges) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    guarded = { address: location.href, onReleased: forget, isKept };
    addEventListener('beforeunload', warn);
    return () => {
      guarded = null;
      removeEventListener('beforeunload', warn);
    };
  }, [hasChanges, forget, isKept]);
}

/** Removes the guard after the changes are saved or given up, so the page may navigate before it renders again. */
function forgetChanges(): void {
  guarded?.onReleased();
  guarded = null;
}

/** Removes the guard of changes that are kept as a draft, so that the user may fetch what the form needs and return. */
export function keepChanges(): void {
  if (guarded?.isKept) guarded = null;
}

/**
 * Returns the way on from a page: it forgets the page's changes, as they are saved or given up, and runs `goOn`. It does
 * nothing once the page was left: a call that the page sent may be answered later, and the changes of the page that is
 * shown by then are not saved. Called in the page's own component, since a form inside may begin anew with an answer.
 */
export function useLeave(): (goOn?: () => void) => void {
  const isShown = useIsShown();
  return (goOn) => {
    if (!isShown()) return;
    forgetChanges();
    goOn?.();
  };
}

/** Whether the page may be left: at once without unsaved changes, else if the user gives them up. */
export async function mayLeave(): Promise<boolean> {
  if (guarded === null) return true;
  if (!(await confirm(QUESTION))) return false;
  forgetChanges();
  return true;
}

/**
 * Guards Back and Forward, which are reported only afterwards: the address is restored while the user is asked. Must be
 * called before other listeners are added, since they run in order.
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

/**
 * Wouter's location that asks before it leaves a changed form, and scrolls another page to its top. A page that was left
 * replaces no address: its effects and its calls may end later.
 */
export function useGuardedLocation(): [string, Navigate] {
  const [path, navigate] = useBrowserLocation();
  const go: Navigate = (to, options) => {
    const before = location.pathname;
    navigate(to, options);
    if (location.pathname !== before) scrollTo(0, 0);
  };
  const navigateGuarded: Navigate = (to, options) => {
    if (options?.replace && location.pathname !== path) return;
    if (guarded === null) go(to, options);
    else void mayLeave().then((isLeft) => isLeft && go(to, options));
  };
  return [path, navigateGuarded];
}
