import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { invitationsOfWrites } from './invitation-store.ts';
import { commitOne } from '../store/table.ts';
import { removeMember } from './member-store.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from './routes.ts';

/** Invitations of a member who has left work no more; those that the user sent are withdrawn for the list as well. */
export const handler = endpoint(
  tenantRoutes,
  'DELETE /v1/tenants/users/{userId}',
  async ({ actor, member }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    const invitations = await invitationsOfWrites(table, actor.tenantId, member.userId);
    await removeMember(table, member, [
      auditEntry({ actor, action: 'member/remove', subject: member.userId, at: clock.now() }),
    ]);
    for (const invitation of invitations) await commitOne(table, invitation);
  },
);
