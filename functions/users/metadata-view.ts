import type { SignedIn } from '../access/actor.ts';
import type { StoredUser } from './user-store.ts';

/** The user's preferences in the session's organisation. */
export const metadataView = (
  { portalTheme, firstStepsDismissed }: Pick<StoredUser, 'portalTheme' | 'firstStepsDismissed'>,
  { tenantId }: Pick<SignedIn, 'tenantId'>,
) => ({
  portalTheme,
  firstStepsDismissed: tenantId !== null && firstStepsDismissed.includes(tenantId),
});
