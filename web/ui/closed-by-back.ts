import { useLayoutEffect } from 'react';
import { useStable } from './use-stable.ts';

/** Back and forward close what stands above every page; what belongs to one page goes with it anyway. */
export function useClosedByBack(close: () => void): void {
  const closeLatest = useStable(close);
  // As soon as it is there, even before it is painted.
  useLayoutEffect(() => {
    addEventListener('popstate', closeLatest);
    return () => removeEventListener('popstate', closeLatest);
  }, [closeLatest]);
}
