import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import type { ServicesFor } from '../services/context.ts';
import { inviteInvalid, type InviteToken } from '../services/tokens.ts';
import { commit } from '../store/table.ts';
import { readRole } from '../records/tenants/members.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { joinWrites, readInvite } from './invite-acceptance.ts';
import { userRoutes } from '../api/users.ts';
import { newMembershipWrite, readUser, type StoredUser } from '../records/users/user.ts';

/** Answers an existing member with the membership on every repetition. */
export const handler = endpoint(
  userRoutes,
  'POST /v1/users/invite/accept',
  async ({ actor, body }, services) => {
    const { table } = services;
    const { userId } = actor;
    const user = await readUser(table, userId);
    const invite = await readInvite(services, body.inviteToken, user.email);
    if ((await readRole(table, userId, invite.tenantId)) === null) await join(services, invite, user);
    const [role, tenant] = await Promise.all([
      readRole(table, userId, invite.tenantId),
      readTenant(table, invite.tenantId),
    ]);
    if (role === null || tenant === null) throw inviteInvalid();
    return { id: tenant.tenantId, name: tenant.name, role };
  },
);

/** Ignores refusals: a concurrent request may have joined first, so the caller reads the membership afterwards. */
async function join(
  services: ServicesFor<'table:write'>,
  invite: InviteToken,
  user: StoredUser,
): Promise<void> {
  try {
    const writes = await joinWrites(services, invite, user);
    await commit(services.table, [
      newMembershipWrite(user.userId, inviteInvalid, { mailboxProvenAt: services.clock.now() }),
      ...writes,
    ]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
