import { useRef, useState } from 'react';

interface Action<Args extends readonly unknown[]> {
  readonly isBusy: boolean;
  readonly start: (...args: Args) => void;
}

/**
 * Runs `send` once at a time: a start while it runs does nothing. A ref guards it, since two clicks before the next
 * rendering see the same state.
 */
export function useAction<Args extends readonly unknown[]>(
  send: (...args: Args) => Promise<void>,
  onFailure: (error: unknown) => void,
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = async (args: Args): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await send(...args);
    } catch (error) {
      onFailure(error);
    }
    isRunning.current = false;
    setBusy(false);
  };
  return { isBusy, start: (...args) => void run(args) };
}
