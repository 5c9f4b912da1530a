import { useCallback, useEffect, useRef } from 'react';

/** Returns whether the component is still shown, for a call that may be answered after it was left. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  return useCallback(() => isShown.current, []);
}
