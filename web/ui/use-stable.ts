import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a callback with a stable identity that calls the latest one. Not for use during rendering. */
export function useStable<Arguments extends unknown[]>(callback: (...given: Arguments) => void) {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
