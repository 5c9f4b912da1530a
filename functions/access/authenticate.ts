import { keys } from '../store/keys.ts';
import { memberOf } from '../records/tenants/members.ts';
import { isStrong, liveSessionOf } from '../records/users/live-session.ts';
import { userOf } from '../records/users/user.ts';
import type { Caller } from './actor.ts';
import type { ServicesFor } from '../services/context.ts';
import { sessionEnded } from '../services/tokens.ts';

/**
 * Returns the caller behind a bearer token. One consistent call reads session, user and membership, so that
 * log-out, a new password, a disabled account, a new role, a new limit and a removal apply at the next request.
 * @throws Refusal `unauthenticated`
 */
export async function authenticate(
  headers: Readonly<Record<string, string | undefined>>,
  { verifier, table, clock }: ServicesFor<'table:read'>,
): Promise<Caller> {
  const [, token] = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  if (token === undefined) throw sessionEnded();
  const { userId, sessionId, tenantId } = await verifier.access(token);
  const [sessionItem, userItem, membership] = await table.getMany([
    keys.session(userId, sessionId),
    keys.user(userId),
    ...(tenantId === null ? [] : [keys.membership(userId, tenantId)]),
  ]);
  const user = userOf(userItem);
  const session = liveSessionOf(sessionItem, user, clock.now());
  if (!session || !user) throw sessionEnded();
  const member = memberOf(membership);
  return {
    userId,
    sessionId,
    familyId: session.familyId,
    tenantId: member && tenantId,
    role: member && member.role,
    entityIds: member ? member.entityIds : new Set(),
    // Tokens without the session's organisation are issued while it refuses the session.
    needsFactor: tenantId === null && session.tenantId !== null,
    authentication: {
      at: session.authenticatedAt,
      isStrong: isStrong(session, user),
      hasFactor: user.factorCount > 0,
    },
  };
}
