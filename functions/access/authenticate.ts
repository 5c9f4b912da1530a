import { keys } from '../store/keys.ts';
import { roleOf } from '../tenants/member-store.ts';
import { isLiveSession } from '../users/session-store.ts';
import { userOf } from '../users/user-store.ts';
import type { SignedIn } from './actor.ts';
import type { ServicesFor } from '../lib/context.ts';
import { sessionEnded } from '../lib/tokens.ts';

/**
 * Returns the caller behind a bearer token. One consistent call reads session, user and membership, so that
 * log-out, a new password, a disabled account, a new role and a removal apply at the next request.
 * @throws Refusal `unauthenticated`
 */
export async function authenticate(
  headers: Readonly<Record<string, string | undefined>>,
  { verifier, table, clock }: ServicesFor<'table:read'>,
): Promise<SignedIn> {
  const [, token] = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  if (token === undefined) throw sessionEnded();
  const { userId, sessionId, tenantId } = await verifier.access(token);
  const [session, user, membership] = await table.getMany([
    keys.session(userId, sessionId),
    keys.user(userId),
    ...(tenantId === null ? [] : [keys.membership(userId, tenantId)]),
  ]);
  if (!isLiveSession(session, userOf(user), clock.now())) throw sessionEnded();
  const role = roleOf(membership);
  return { userId, sessionId, tenantId: role === null ? null : tenantId, role };
}
