import { GearIcon, SignOutIcon } from '@primer/octicons-react';
import { Label } from '@primer/react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../api.ts';
import { paths } from '../paths.ts';
import { usePlan, useTenant, useUser } from '../users/account.ts';
import { endSession, readSession } from '../session.ts';
import { useClosedByBack } from '../ui/closed-by-back.ts';
import { deferred } from '../ui/deferred.tsx';
import { deleteDrafts } from '../ui/drafts.ts';
import { mayLeave } from '../ui/unsaved.ts';

const PANEL = 'user-panel';
const TenantSwitcher = deferred(async () => (await import('./tenant-switcher.tsx')).TenantSwitcher);

export function UserMenu() {
  const { data: user } = useUser();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => document.getElementById(PANEL)?.hidePopover();
  useClosedByBack(close);
  const logOut = async (): Promise<void> => {
    close();
    if (!(await mayLeave())) return;
    deleteDrafts();
    const refreshToken = readSession()?.refreshToken;
    // The session ends in this browser even if the service can't be reached.
    if (refreshToken !== undefined) {
      void call('DELETE /v1/users/token', { body: { refreshToken } }).catch(() => undefined);
    }
    navigate(paths.home);
    endSession();
  };
  return (
    <>
      <button type="button" className="avatar" popoverTarget={PANEL} onPointerEnter={TenantSwitcher.preload}>
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
        <UserFacts />
        {isOpen && <TenantSwitcher onClose={close} />}
        <div className="panel-actions">
          <Link href={paths.accountDetails} className="panel-action" onClick={close}>
            <GearIcon /> Account settings
          </Link>
          <button type="button" className="panel-action" onClick={() => void logOut()}>
            <SignOutIcon /> Log out
          </button>
        </div>
      </div>
    </>
  );
}

function UserFacts() {
  const { data: user } = useUser();
  const tenant = useTenant();
  const plan = usePlan();
  if (!user) return null;
  return (
    <div className="user-facts">
      <div className="user-name">
        {user.fullname}
        {user.isVerified ? (
          <Label variant="success">Verified</Label>
        ) : (
          <Label variant="attention">Not verified</Label>
        )}
      </div>
      <div className="user-email">{user.email}</div>
      {tenant && (
        <dl>
          <dt>Organisation</dt>
          <dd>{tenant.name}</dd>
          <dt>Role</dt>
          <dd>{user.role}</dd>
          <dt>Plan</dt>
          <dd>{plan?.name}</dd>
        </dl>
      )}
    </div>
  );
}

function initialsOf({ givenName, surname }: { givenName: string; surname: string }): string {
  return `${givenName.slice(0, 1)}${surname.slice(0, 1)}`.toUpperCase();
}
