import { waitingForProof } from '../reauthentication.ts';
import { deferred } from '../ui/deferred.tsx';

const ReauthenticateDialog = deferred(
  async () => (await import('./reauthenticate-dialog.tsx')).ReauthenticateDialog,
);

/** Asks for the proof while a call waits for it; placed once on the page. */
export function Reauthentications() {
  const waiting = waitingForProof.use();
  if (waiting === null) return null;
  const finish = (isDone: boolean): void => {
    waitingForProof.write(null);
    waiting(isDone);
  };
  return <ReauthenticateDialog onDone={() => finish(true)} onClose={() => finish(false)} />;
}
