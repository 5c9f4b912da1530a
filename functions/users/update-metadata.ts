import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { userRoutes } from './routes.ts';
import { readUser, setPreferences } from './user-store.ts';

export const handler = endpoint(
  userRoutes,
  'PATCH /v1/users/metadata',
  async ({ actor, body }, { table, clock }) => {
    const { userId } = actor;
    const { portalTheme, skipSyncReview, startPage } = body;
    const preferences = {
      ...(portalTheme !== undefined && { portalTheme }),
      ...(skipSyncReview !== undefined && { skipSyncReview }),
      ...(startPage !== undefined && { startPage }),
    };
    const action = portalTheme === undefined ? 'user/set-preferences' : 'user/set-theme';
    await setPreferences(table, userId, preferences, [
      auditEntry({ actor, action, subject: userId, at: clock.now() }),
    ]);
    return readUser(table, userId);
  },
);
