/** Asks the user to prove again that it is them, when a call needs a recent authentication. */
import { deferred } from './ui/deferred.tsx';
import { createStore } from './ui/store.ts';

const asked = createStore<((isDone: boolean) => void) | null>(null);

/** Resolves to whether the user did. Calls at the same time share one dialog. */
export function askToReauthenticate(): Promise<boolean> {
  return new Promise((resolve) => {
    const waiting = asked.read();
    asked.write((isDone) => {
      waiting?.(isDone);
      resolve(isDone);
    });
  });
}

const ReauthenticateDialog = deferred(
  async () => (await import('./users/reauthenticate-dialog.tsx')).ReauthenticateDialog,
);

/** Renders the dialog while a call waits; placed once on the page. */
export function Reauthentications() {
  const waiting = asked.use();
  if (waiting === null) return null;
  const finish = (isDone: boolean): void => {
    asked.write(null);
    waiting(isDone);
  };
  return <ReauthenticateDialog onDone={() => finish(true)} onClose={() => finish(false)} />;
}
