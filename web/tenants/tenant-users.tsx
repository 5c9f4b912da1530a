import { PersonAddIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useState } from 'react';
import { mayBeLimited, mayManage } from '../../domain/roles.ts';
import { useApi, type Answer } from '../data/api.ts';
import { change, optimistically } from '../data/change.ts';
import { paths } from '../data/paths.ts';
import { HelpLink } from '../help/help-link.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { showDay, showMoment } from '../ui/instants.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useUser } from '../data/account.ts';
import { Notice } from '../ui/notice.tsx';
import { ResendVerification } from '../users/resend-verification.tsx';
import { nameOf } from './name-of.ts';
import { clientsText, tenantTexts } from './texts.ts';
import { deferred } from '../ui/deferred.tsx';
import { Table, type Column } from '../ui/table.tsx';

type TenantUser = Answer<'GET /v1/tenants/users'>['tenantUsers'][number];
type InvitedUser = Answer<'GET /v1/tenants/users'>['invitedUsers'][number];

const InviteDialog = deferred(async () => (await import('./invite-dialog.tsx')).InviteDialog);
const ClientsDialog = deferred(async () => (await import('./clients-dialog.tsx')).ClientsDialog);
const RoleDialog = deferred(async () => (await import('./role-dialog.tsx')).RoleDialog);

export function TenantUsers() {
  const { data, error } = useApi('GET /v1/tenants/users', {});
  const { data: me } = useUser();
  const [isInviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<TenantUser | null>(null);
  const [limiting, setLimiting] = useState<TenantUser | null>(null);
  useLoadFailure(error, tenantTexts.loadUsers);
  return (
    <Page
      title="Users"
      above={[{ label: 'Organisations', href: paths.organisations }]}
      subtitle={<HelpLink page="roles">About roles</HelpLink>}
      actions={
        <Button variant="primary" leadingVisual={PersonAddIcon} onClick={() => setInviting(true)}>
          Invite user
        </Button>
      }
    >
      {me && !me.isVerified && (
        <Notice tone="warning" action={<ResendVerification />}>
          {tenantTexts.unconfirmed}
        </Notice>
      )}
      <div className="card">
        {data ? (
          <Users users={data.tenantUsers} onChangeRole={setChanging} onLimit={setLimiting} />
        ) : (
          <TableSkeleton columns={5} rows={3} />
        )}
      </div>
      <h2 className="card-title">Invited users</h2>
      <div className="card">
        {data ? <InvitedUsers users={data.invitedUsers} /> : <TableSkeleton columns={5} rows={2} />}
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {changing && <RoleDialog user={changing} onClose={() => setChanging(null)} />}
      {limiting && <ClientsDialog user={limiting} onClose={() => setLimiting(null)} />}
    </Page>
  );
}

const USER_COLUMNS: readonly Column[] = [
  { label: 'First name' },
  { label: 'Last name' },
  { label: 'Email' },
  { label: 'Role' },
  { label: 'Clients' },
  { label: 'Options', kind: 'options' },
];

interface UsersProps {
  readonly users: readonly TenantUser[];
  readonly onChangeRole: (user: TenantUser) => void;
  readonly onLimit: (user: TenantUser) => void;
}

function Users({ users, onChangeRole, onLimit }: UsersProps) {
  const { data: me } = useUser();
  const isManaged = (user: TenantUser): boolean =>
    me !== undefined &&
    me.role !== null &&
    mayManage({ userId: me.id, role: me.role }, { userId: user.id, role: user.role });
  return (
    <Table label="Users" columns={USER_COLUMNS} className="table-stack">
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td className="name" data-label="First name">
              {user.givenName}
            </td>
            <td className="name whole" data-label="Last name">
              {user.surname}
            </td>
            <td className="name email whole" data-label="Email">
              {user.email} {!user.isVerified && <Label variant="attention">Not verified</Label>}
            </td>
            <td data-label="Role">{user.role}</td>
            <td data-label="Clients">{clientsText(user.entityIds)}</td>
            <td className="options">
              {isManaged(user) && (
                <MenuButton
                  label={`Options of ${nameOf(user)}`}
                  size="small"
                  items={[
                    { label: 'Update role', run: () => onChangeRole(user) },
                    ...(mayBeLimited(user.role)
                      ? [{ label: 'Choose clients', run: () => onLimit(user) }]
                      : []),
                    { label: 'End sessions', run: () => void endSessions(user) },
                    { label: 'Remove lost second factors', run: () => void resetFactors(user) },
                    { label: 'Remove', danger: true, run: () => void removeUser(user) },
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const INVITED_COLUMNS: readonly Column[] = [
  { label: 'Email' },
  { label: 'Invitation date' },
  { label: 'Expiry' },
  { label: 'Role' },
  { label: 'Clients' },
  { label: 'Options', kind: 'options' },
];

function InvitedUsers({ users }: { readonly users: readonly InvitedUser[] }) {
  if (users.length === 0) return <Empty icon={PersonAddIcon} title="No open invitations" />;
  return (
    <Table label="Invited users" columns={INVITED_COLUMNS} className="table-stack">
      <tbody>
        {users.map((user) => (
          <tr key={user.email}>
            <td className="name email">{user.email}</td>
            <td className="date" data-label="Invitation date">
              {showDay(user.invitedAt)}
            </td>
            <td className="date" data-label="Expiry">
              {showDay(user.invitationExpiry)}
            </td>
            <td data-label="Role">{user.role}</td>
            <td data-label="Clients">{clientsText(user.entityIds)}</td>
            <td className="options">
              <MenuButton
                label={`Options of ${user.email}`}
                size="small"
                items={[
                  { label: 'Resend invite', run: () => void resendInvite(user) },
                  { label: 'Cancel invite', danger: true, run: () => void cancelInvite(user) },
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

async function endSessions(user: TenantUser): Promise<void> {
  const name = nameOf(user);
  const isSure = await confirm({
    title: `End the sessions of ${name}?`,
    body: `${name} is logged out of this organisation on every device and can log in again.`,
    action: 'End sessions',
    danger: true,
  });
  if (!isSure) return;
  try {
    await change('DELETE /v1/tenants/users/{userId}/sessions', { params: { userId: user.id } });
    toast.success(tenantTexts.sessionsEnded(name));
  } catch (error) {
    toast.failure(error, tenantTexts.endSessions);
  }
}

async function resetFactors(user: TenantUser): Promise<void> {
  const name = nameOf(user);
  const isSure = await confirm({
    title: `Remove the second factors of ${name}?`,
    body: `We email ${name} and remove the second factors and recovery codes in 72 hours. ${name} can cancel that, and then logs in with the password alone.`,
    action: 'Start the 72 hours',
    danger: true,
  });
  if (!isSure) return;
  try {
    const params = { userId: user.id };
    const { dueAt } = await change('POST /v1/tenants/users/{userId}/factors/reset', { params });
    toast.success(tenantTexts.factorsResetAt(name, showMoment(dueAt)));
  } catch (error) {
    toast.failure(error, tenantTexts.resetFactors);
  }
}

async function removeUser(user: TenantUser): Promise<void> {
  const name = nameOf(user);
  const isSure = await confirm({
    title: `Remove ${name}?`,
    body: `${name} loses access to this organisation. Their account is kept.`,
    action: 'Remove',
    danger: true,
  });
  if (!isSure) return;
  try {
    await optimistically(
      'GET /v1/tenants/users',
      {},
      (shown) => ({ ...shown, tenantUsers: shown.tenantUsers.filter(({ id }) => id !== user.id) }),
      'DELETE /v1/tenants/users/{userId}',
      { params: { userId: user.id } },
    );
    toast.success(tenantTexts.removed(name));
  } catch (error) {
    toast.failure(error, tenantTexts.removeUser);
  }
}

/** A second invitation replaces the link of the first, for the same role and clients. */
async function resendInvite({ email, role, entityIds }: InvitedUser): Promise<void> {
  try {
    const body = { email, role, entityIds: entityIds && [...entityIds] };
    await change('POST /v1/tenants/users/invite', { body });
    toast.success(tenantTexts.invited(email));
  } catch (error) {
    toast.failure(error, tenantTexts.resendInvite);
  }
}

async function cancelInvite({ email }: InvitedUser): Promise<void> {
  try {
    await optimistically(
      'GET /v1/tenants/users',
      {},
      (shown) => ({ ...shown, invitedUsers: shown.invitedUsers.filter((user) => user.email !== email) }),
      'POST /v1/tenants/users/invite/cancel',
      { body: { email } },
    );
    toast.success(tenantTexts.inviteCancelled(email));
  } catch (error) {
    toast.failure(error, tenantTexts.cancelInvite);
  }
}
