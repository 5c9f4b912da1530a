import { endpoint } from '../../access/endpoint.ts';
import { auditEntry } from '../../store/audit.ts';
import { commitOne } from '../../store/table.ts';
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
    await commitOne(table, auditEntry({ ...entry, detail: { sessions } }));
  },
);
