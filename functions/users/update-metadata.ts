import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { userRoutes } from './routes.ts';
import { readUser, setPreferences } from './user-store.ts';

export const handler = endpoint(
  userRoutes,
  'PATCH /v1/users/metadata',
  async ({ actor, body }, { table, clock }) => {
    const { userId } = actor;
    const { portalTheme, startPage } = body;
    await setPreferences(table, userId, { portalTheme, startPage }, [
      auditEntry({ actor, action: 'user/set-preferences', subject: userId, at: clock.now() }),
    ]);
    return readUser(table, userId);
  },
);
