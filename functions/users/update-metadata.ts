import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { metadataView } from './metadata-view.ts';
import { userRoutes } from '../api/users.ts';
import { readUser, setPreferences, type StoredUser } from '../records/users/user.ts';

export const handler = endpoint(
  userRoutes,
  'PATCH /v1/users/metadata',
  async ({ actor, body }, { table, clock }) => {
    const { portalTheme, skipSyncReview, startPage, digest, firstStepsDismissed } = body;
    const { userId, tenantId } = actor;
    const user = await readUser(table, userId);
    const changes = {
      ...(portalTheme !== undefined && { portalTheme }),
      ...(skipSyncReview !== undefined && { skipSyncReview }),
      ...(startPage !== undefined && { startPage }),
      ...(digest !== undefined && { digest }),
      ...(firstStepsDismissed !== undefined &&
        tenantId !== null && { firstStepsDismissed: dismissedIn(user, tenantId, firstStepsDismissed) }),
    };
    const action = portalTheme === undefined ? 'user/set-preferences' : 'user/set-theme';
    await setPreferences(table, userId, changes, [
      auditEntry({ actor, action, subject: userId, at: clock.now() }),
    ]);
    return metadataView({ ...user, ...changes }, actor);
  },
);

function dismissedIn({ firstStepsDismissed }: StoredUser, tenantId: string, isDismissed: boolean): string[] {
  const others = firstStepsDismissed.filter((id) => id !== tenantId);
  return isDismissed ? [...others, tenantId] : others;
}
