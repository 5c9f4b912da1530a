import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { userRoutes } from './routes.ts';
import { setTheme } from './user-store.ts';

export const handler = endpoint(
  userRoutes,
  'PATCH /v1/users/metadata',
  async ({ actor, body }, { table, clock }) => {
    const { userId } = actor;
    await setTheme(table, userId, body.portalTheme, [
      auditEntry({ actor, action: 'user/set-theme', subject: userId, at: clock.now() }),
    ]);
    return body;
  },
);
