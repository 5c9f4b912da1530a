import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { invitationsOfWrites } from './invitation-store.ts';
import { removeMember } from './member-store.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from './routes.ts';

/** Invitations that go in the transaction of the removal; the rest, which is rare, goes right before it. */
const AT_ONCE = 90;

/** The invitations that the user sent go too, so that none leads back in. */
export const handler = endpoint(
  tenantRoutes,
  'DELETE /v1/tenants/users/{userId}',
  async ({ actor, member }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    const invitations = await invitationsOfWrites(table, actor.tenantId, member.userId);
    for (const invitation of invitations.slice(AT_ONCE)) await table.write(invitation);
    await removeMember(table, member, [
      ...invitations.slice(0, AT_ONCE),
      auditEntry({ actor, action: 'member/remove', subject: member.userId, at: clock.now() }),
    ]);
  },
);
