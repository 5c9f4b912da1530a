/** Calls that wait until the user has proved again that it is them. */
import { createStore } from './ui/store.ts';

/** Set while a call waits; receives whether the user did. */
export const waitingForProof = createStore<((isDone: boolean) => void) | null>(null);

/** Resolves to whether the user did. Calls at the same time share one dialog. */
export function askToReauthenticate(): Promise<boolean> {
  return new Promise((resolve) => {
    const others = waitingForProof.read();
    waitingForProof.write((isDone) => {
      others?.(isDone);
      resolve(isDone);
    });
  });
}
