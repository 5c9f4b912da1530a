import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { removeMember } from './member-store.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from './routes.ts';

export const handler = endpoint(
  tenantRoutes,
  'DELETE /v1/tenants/users/{userId}',
  async ({ actor, member }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    await removeMember(table, member, [
      auditEntry({ actor, action: 'member/remove', subject: member.userId, at: clock.now() }),
    ]);
  },
);
