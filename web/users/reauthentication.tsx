/** Asks for a recent authentication on behalf of calls that need one. Loads only with the first such call. */
import { createRoot } from 'react-dom/client';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';

let open: Promise<boolean> | null = null;

/** Resolves to whether the user authenticated again. Calls at the same time share one dialog. */
export function askToReauthenticate(): Promise<boolean> {
  open ??= showDialog().finally(() => (open = null));
  return open;
}

/** The dialog has its own root, so that the first page doesn't load it. */
async function showDialog(): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const isDone = await new Promise<boolean>((resolve) => {
    root.render(<ReauthenticateDialog onDone={() => resolve(true)} onClose={() => resolve(false)} />);
  });
  root.unmount();
  container.remove();
  return isDone;
}
