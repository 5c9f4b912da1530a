import { useLayoutEffect } from 'react';
import { useStable } from './use-stable.ts';

/** Closes on Back and Forward an overlay that outlives its page. */
export function useClosedByBack(close: () => void): void {
  const closeLatest = useStable(close);
  // A layout effect, so it listens before the overlay is painted.
  useLayoutEffect(() => {
    addEventListener('popstate', closeLatest);
    return () => removeEventListener('popstate', closeLatest);
  }, [closeLatest]);
}
