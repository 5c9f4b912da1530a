import { truncated } from '../access/network.ts';
import type { ServicesFor } from '../lib/context.ts';
import { auditEntry } from '../store/audit.ts';
import { startSession } from './session-store.ts';
import { rememberTenant, type StoredUser } from './user-store.ts';

/** Signs a user in: starts a session in one organisation, or in none, and issues its tokens. */
export async function issueTokens(
  { table, signer, clock, ids }: ServicesFor<'table:write' | 'sign'>,
  user: StoredUser,
  tenantId: string | null,
  source: string,
): Promise<{ token: string; refreshToken: string }> {
  const { userId } = user;
  const now = clock.now();
  const session = await startSession(
    table,
    user,
    { tenantId, sessionId: ids.uuid(), random: ids.secret(), now },
    [
      auditEntry({
        actor: { userId, tenantId },
        action: 'user/sign-in',
        subject: userId,
        at: now,
        detail: { source: truncated(source) },
      }),
    ],
  );
  await rememberTenant(table, user, tenantId);
  return { token: await signer.access(session), refreshToken: session.refreshToken };
}
