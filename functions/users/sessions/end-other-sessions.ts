import { endpoint } from '../../access/endpoint.ts';
import { recordAudit } from '../../store/audit.ts';
import { endSessions } from '../session-store.ts';
import { sessionRoutes } from './routes.ts';

export const handler = endpoint(
  sessionRoutes,
  'DELETE /v1/users/sessions',
  async ({ actor }, { table, clock }) => {
    const { userId } = actor;
    const sessions = await endSessions(table, userId, (_session, id) => id !== actor.sessionId);
    if (sessions === 0) return;
    const entry = { actor, action: 'session/end-others', subject: userId, at: clock.now() } as const;
    await recordAudit(table, { ...entry, detail: { sessions } });
  },
);
