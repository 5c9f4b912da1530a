import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { endSessions } from '../records/users/sessions.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from '../api/tenants.ts';

/** The member's sessions in other organisations go on. */
export const handler = endpoint(
  tenantRoutes,
  'DELETE /v1/tenants/users/{userId}/sessions',
  async ({ actor, member }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    const { userId } = member;
    const entry = { actor, action: 'member/end-sessions', subject: userId, at: clock.now() } as const;
    await endSessions(
      table,
      userId,
      ({ tenantId }) => tenantId === actor.tenantId,
      (sessions) => [auditEntry({ ...entry, detail: { sessions } })],
    );
  },
);
