import type { SignedIn } from '../access/actor.ts';
import type { StoredUser } from '../records/users/user.ts';

/** The user's preferences in the session's organisation. */
export const metadataView = (
  {
    portalTheme,
    skipSyncReview,
    startPage,
    firstStepsDismissed,
  }: Pick<StoredUser, 'portalTheme' | 'skipSyncReview' | 'startPage' | 'firstStepsDismissed'>,
  { tenantId }: Pick<SignedIn, 'tenantId'>,
) => ({
  portalTheme,
  skipSyncReview,
  startPage,
  firstStepsDismissed: tenantId !== null && firstStepsDismissed.includes(tenantId),
});
