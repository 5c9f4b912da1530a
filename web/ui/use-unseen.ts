import { toast } from './toasts.tsx';
import { useIsShown } from './use-is-shown.ts';

/** Returns a function that reports failures of a list: it shows them as a toast where the list is no longer shown. */
export function useUnseen(): (failures: readonly string[]) => void {
  const isShown = useIsShown();
  return (failures) => {
    if (failures.length > 0 && !isShown()) toast.error(failures.join(' '));
  };
}
