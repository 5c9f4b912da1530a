import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { withdrawInvitations } from '../records/tenants/invitations.ts';
import { endCalendarWrites } from '../records/users/calendars.ts';
import { removeMember } from '../records/tenants/members.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from '../api/tenants.ts';

/** Invitations of a removed member no longer work. The handler also withdraws them, so that the list omits them. */
export const handler = endpoint(
  tenantRoutes,
  'DELETE /v1/tenants/users/{userId}',
  async ({ actor, member }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    await removeMember(table, member, [
      ...(await endCalendarWrites(table, member)),
      auditEntry({ actor, action: 'member/remove', subject: member.userId, at: clock.now() }),
    ]);
    await withdrawInvitations(table, member);
  },
);
