/**
 * A component whose code comes when it is first shown, or earlier by `preload`. Unlike React's own `lazy`, it is
 * there at once when the code is; that one waits up to 300 ms before it replaces what stood in its place.
 */
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

const RELOADED = 'paydown.reloaded';

export interface Deferred<Props> {
  (props: Props): ReactNode;
  /** Fetches the code ahead of time. A failure shows when the component does. */
  readonly preload: () => void;
}

export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): Deferred<Props> {
  let ready: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const fetchCode = async (): Promise<void> => {
    try {
      ready = await load();
      sessionStorage.removeItem(RELOADED);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const preload = (): Promise<void> => (loading ??= fetchCode());
  function Shown(props: Props): ReactNode {
    const [failure, setFailure] = useState<unknown>();
    const [, showComponent] = useState(false);
    useEffect(() => {
      if (ready) return;
      preload().then(
        () => showComponent(true),
        (error: unknown) => reloadOnce() || setFailure(error),
      );
    }, []);
    if (failure !== undefined) throw failure;
    return ready ? createElement(ready, props) : placeholder;
  }
  return Object.assign(Shown, { preload: () => void preload().catch(() => undefined) });
}

/** After a deployment the old files may be gone: the site is loaded anew, once. */
function reloadOnce(): boolean {
  if (sessionStorage.getItem(RELOADED) !== null || !navigator.onLine) return false;
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
  return true;
}
