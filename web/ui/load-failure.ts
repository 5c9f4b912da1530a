import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { isSessionOver, messageOf, Unreachable } from '../problem.ts';
import { toast } from './toasts.tsx';

/**
 * Home, with the reason, when what a page is about can't be loaded. A service that can't be reached is
 * waited for instead: the shell tells of it.
 */
export function useLoadFailure(error: Error | undefined, text: string): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!error || error instanceof Unreachable || isSessionOver(error)) return;
    toast.error(messageOf(error, text));
    navigate(paths.home, { replace: true });
  }, [error, text, navigate]);
}
