/**
 * Components whose code loads when they are first shown, or earlier by `preload`. Loaded code renders at once, where
 * React's `lazy` waits up to 300 ms before it replaces a fallback.
 */
import {
  createElement,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Unreachable } from '../data/problem.ts';
import { useStable } from './use-stable.ts';
import { toast } from './toasts.tsx';

const RELOADED = 'paydown.reloaded';
const MISSING = 'Part of the page could not be loaded. Check your connection, or reload the page.';

export interface Deferred<Props> {
  (props: Props): ReactNode;
  /** Loads the code ahead of time. A failure appears when the component does. */
  readonly preload: () => void;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page. If its code fails to load, it reports that and closes by `onClose`; typed text on the page stays.
 */
export function deferred<Props extends object>(
  load: Load<Props>,
  placeholder: ReactNode = null,
): Deferred<Props> {
  const code = codeOf(load);
  function Part(props: Props): ReactNode {
    const Ready = useCode(code, () => {
      toast.error(MISSING);
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose();
    });
    return Ready ? createElement(Ready, props) : placeholder;
  }
  return Object.assign(Part, { preload: code.preload });
}

/** A whole page. If its code fails to load, the site reloads once, since a deployment may have replaced it. */
export function deferredPage<Props extends object>(load: Load<Props>): Deferred<Props> {
  const code = codeOf(load);
  function Page(props: Props): ReactNode {
    const [failure, setFailure] = useState<unknown>();
    const Ready = useCode(code, (error) => {
      if (!reloadOnce()) setFailure(new Unreachable('The page did not come', { cause: error }));
    });
    if (failure !== undefined) throw failure;
    return Ready ? createElement(Ready, props) : <p className="page-loading" />;
  }
  return Object.assign(Page, { preload: code.preload });
}

interface Code<Props> {
  readonly ready: () => ComponentType<Props> | undefined;
  readonly fetch: () => Promise<void>;
  readonly preload: () => void;
}

/** Code that loads once; a failed load is retried. */
function codeOf<Props>(load: Load<Props>): Code<Props> {
  let ready: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const begin = async (): Promise<void> => {
    try {
      ready = await load();
      sessionStorage.removeItem(RELOADED);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const fetch = (): Promise<void> => (loading ??= begin());
  return { ready: () => ready, fetch, preload: () => void fetch().catch(() => undefined) };
}

/** Returns the component once its code has loaded. */
function useCode<Props>(
  code: Code<Props>,
  onFailure: (error: unknown) => void,
): ComponentType<Props> | undefined {
  const [, showComponent] = useState(false);
  const fail = useStable(onFailure);
  const ready = code.ready();
  // The code may come between the render and its effect, and the placeholder would stay.
  const isMissing = ready === undefined;
  useEffect(() => {
    // As a transition, so React renders a large part in slices and the page stays responsive.
    const show = (): void => startTransition(() => showComponent(true));
    if (isMissing) code.fetch().then(show, fail);
  }, [code, fail, isMissing]);
  return ready;
}

function reloadOnce(): boolean {
  if (sessionStorage.getItem(RELOADED) !== null || !navigator.onLine) return false;
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
  return true;
}
