import type { SignedIn } from '../access/actor.ts';
import { type StoredUser, wantsDigest } from '../records/users/user.ts';

/** The user's preferences in the session's organisation. */
export const metadataView = (
  user: Pick<StoredUser, 'portalTheme' | 'skipSyncReview' | 'startPage' | 'digest' | 'firstStepsDismissed'>,
  { tenantId, role }: Pick<SignedIn, 'tenantId' | 'role'>,
) => ({
  portalTheme: user.portalTheme,
  skipSyncReview: user.skipSyncReview,
  startPage: user.startPage,
  digest: wantsDigest(user, role ?? 'Guest'),
  firstStepsDismissed: tenantId !== null && user.firstStepsDismissed.includes(tenantId),
});
