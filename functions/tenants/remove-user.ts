import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { invitationsOfWrites } from './invitation-store.ts';
import { commitOne } from '../store/table.ts';
import { removeMember } from './member-store.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from './routes.ts';

/** The most invitations deleted in the transaction of the removal. Further ones are rare and are deleted before it. */
const AT_ONCE = 90;

/** Also withdraws the invitations that the user sent, so that none of them restores access. */
export const handler = endpoint(
  tenantRoutes,
  'DELETE /v1/tenants/users/{userId}',
  async ({ actor, member }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    const invitations = await invitationsOfWrites(table, actor.tenantId, member.userId);
    for (const invitation of invitations.slice(AT_ONCE)) await commitOne(table, invitation);
    await removeMember(table, member, [
      ...invitations.slice(0, AT_ONCE),
      auditEntry({ actor, action: 'member/remove', subject: member.userId, at: clock.now() }),
    ]);
  },
);
