import { endpoint } from '../../access/endpoint.ts';
import { listSessions } from '../../records/users/sessions.ts';
import { readUser } from '../../records/users/user.ts';
import { sessionRoutes } from '../../api/sessions.ts';

export const handler = endpoint(
  sessionRoutes,
  'GET /v1/users/sessions',
  async ({ actor }, { table, clock }) => {
    const user = await readUser(table, actor.userId);
    return (await listSessions(table, user, clock.now())).map((session) => ({
      id: session.sessionId,
      current: session.sessionId === actor.sessionId,
      device: session.device,
      place: session.place,
      startedAt: new Date(session.startedAt).toISOString(),
      lastUsedAt: new Date(session.lastUsedAt).toISOString(),
    }));
  },
);
