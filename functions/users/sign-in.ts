import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { normaliseEmail } from '../store/keys.ts';
import type { TableReader } from '../store/table.ts';
import { listMemberships } from '../tenants/member-store.ts';
import { findUserByEmail } from './address-store.ts';
import { issueTokens } from './issue-tokens.ts';
import { hashPassword, needsRehash, UNMATCHABLE_HASH, verifyPassword } from './password-hash.ts';
import { userRoutes } from './routes.ts';
import { admitSignIn, recordFailure, recordSuccess } from './sign-in-guard.ts';
import { type StoredUser, storeRehash } from './user-store.ts';

export const handler = endpoint(
  userRoutes,
  'POST /v1/users/authenticate',
  async ({ body, source }, services) => {
    const { table, clock, ids, log } = services;
    const caller = { who: normaliseEmail(body.email), source };
    await admitSignIn(table, clock.now(), caller);
    const user = await findUserByEmail(table, body.email);
    const isRight = await verifyPassword(body.password, user?.passwordHash ?? UNMATCHABLE_HASH);
    if (!user?.active || !isRight) {
      log.info('sign-in failed', { userId: user?.userId });
      await recordFailure(table, clock.now(), caller);
      throw wrongCredentials();
    }
    log.info('signed in', { userId: user.userId });
    await recordSuccess(table, clock.now(), caller);
    if (needsRehash(user.passwordHash)) {
      await storeRehash(table, user, await hashPassword(body.password, ids));
    }
    return issueTokens(services, user, await tenantToEnter(table, user), source);
  },
);

/** Returns the user's last organisation if they are still a member, else the first that they joined. */
async function tenantToEnter(table: TableReader, user: StoredUser): Promise<string | null> {
  const memberships = await listMemberships(table, user.userId);
  const last = memberships.find(({ tenantId }) => tenantId === user.lastTenantId);
  return (last ?? memberships[0])?.tenantId ?? null;
}

/** Returns the same refusal for an unknown address and a wrong password. */
function wrongCredentials(): Refusal {
  return new Refusal(
    'unauthenticated',
    'session/wrong-credentials',
    "Oops! We couldn't log you in with that e-mail at this time. Please check your email and password and try again.",
  );
}
