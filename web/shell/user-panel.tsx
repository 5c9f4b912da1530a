import { SlidersIcon, SignOutIcon } from '@primer/octicons-react';
import { Label } from '@primer/react';
import { Link, useLocation } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { usePlan, useTenant, useUser } from '../data/account.ts';
import { endSession } from '../data/session.ts';
import { readSession } from '../data/stored-session.ts';
import { deleteDrafts } from '../ui/drafts.ts';
import { mayLeave } from '../ui/unsaved.ts';
import { TenantSwitcher } from './tenant-switcher.tsx';

/** The panel that the avatar opens: the user, their other organisations, settings and log-out. */
export function UserPanel({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const logOut = async (): Promise<void> => {
    onClose();
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
      <UserFacts />
      <TenantSwitcher onClose={onClose} />
      <div className="panel-actions">
        <Link href={paths.accountDetails} className="panel-action" onClick={onClose}>
          <SlidersIcon /> Account settings
        </Link>
        <button type="button" className="panel-action" onClick={() => void logOut()}>
          <SignOutIcon /> Log out
        </button>
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
