import type { ServicesFor } from '../lib/context.ts';
import { startSession } from './session-store.ts';
import { rememberTenant, type StoredUser } from './user-store.ts';

/** A new session in an organisation of the user's, or in none: its tokens as the wire has them. */
export async function issueTokens(
  { table, signer, clock, ids }: ServicesFor<'table:write' | 'sign'>,
  user: StoredUser,
  tenantId: string | null,
): Promise<{ token: string; refreshToken: string }> {
  const sessionId = ids.uuid();
  const start = { tenantId, sessionId, random: ids.secret(), now: clock.now() };
  const session = await startSession(table, user, start);
  await rememberTenant(table, user, tenantId);
  return { token: await signer.access(session), refreshToken: session.refreshToken };
}
