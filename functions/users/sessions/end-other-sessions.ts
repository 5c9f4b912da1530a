import { endpoint } from '../../access/endpoint.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { endSessions } from '../../records/users/sessions.ts';
import { sessionRoutes } from '../../api/sessions.ts';

export const handler = endpoint(
  sessionRoutes,
  'DELETE /v1/users/sessions',
  async ({ actor }, { table, clock }) => {
    const { userId } = actor;
    const entry = { actor, action: 'session/end-others', subject: userId, at: clock.now() } as const;
    await endSessions(
      table,
      userId,
      (_session, id) => id !== actor.sessionId,
      (sessions) => (sessions === 0 ? [] : [auditEntry({ ...entry, detail: { sessions } })]),
    );
  },
);
