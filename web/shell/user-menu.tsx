import { useEffect, useState } from 'react';
import { useClosedByBack } from '../ui/closed-by-back.ts';
import { deferred } from '../ui/deferred.tsx';
import { useUser } from '../data/account.ts';

const PANEL = 'user-panel';
/** Loaded soon after the page, so that logging out works offline. */
const HEAD_START_MS = 2000;
const UserPanel = deferred(async () => (await import('./user-panel.tsx')).UserPanel);

export function UserMenu() {
  const { data: user } = useUser();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => document.getElementById(PANEL)?.hidePopover();
  useClosedByBack(close);
  useEffect(() => {
    const timer = setTimeout(UserPanel.preload, HEAD_START_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <button type="button" className="avatar" popoverTarget={PANEL} onPointerEnter={UserPanel.preload}>
        {user && `${initialsOf(user)} `}
        <span className="visually-hidden">Your account</span>
      </button>
      <div
        id={PANEL}
        popover="auto"
        className="panel"
        role="dialog"
        aria-label="Your account"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <UserPanel onClose={close} />}
      </div>
    </>
  );
}

function initialsOf({ givenName, surname }: { givenName: string; surname: string }): string {
  return `${givenName.slice(0, 1)}${surname.slice(0, 1)}`.toUpperCase();
}
