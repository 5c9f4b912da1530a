import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../data/paths.ts';
import { isSessionOver, messageOf, Unreachable } from '../data/problem.ts';
import { toast } from './toasts.tsx';

/**
 * Redirects home with the reason if the page's subject fails to load. A service that can't be reached is retried
 * instead; the shell reports it.
 */
export function useLoadFailure(error: Error | undefined, text: string): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!error || error instanceof Unreachable || isSessionOver(error)) return;
    toast.error(messageOf(error, text));
    navigate(paths.home, { replace: true });
  }, [error, text, navigate]);
}
