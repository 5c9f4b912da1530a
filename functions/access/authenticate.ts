import { readRole } from '../tenants/member-store.ts';
import type { SignedIn } from './actor.ts';
import type { ServicesFor } from '../lib/context.ts';
import { sessionEnded } from '../lib/tokens.ts';

/**
 * Who sent a request, by its bearer token; the role is read from the membership as it stands now.
 * @throws Refusal `unauthenticated`
 */
export async function authenticate(
  headers: Readonly<Record<string, string | undefined>>,
  { verifier, table }: ServicesFor<'table:read'>,
): Promise<SignedIn> {
  const [, token] = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  if (token === undefined) throw sessionEnded();
  const { userId, sessionId, tenantId } = await verifier.access(token);
  const role = tenantId === null ? null : await readRole(table, userId, tenantId);
  return { userId, sessionId, tenantId: role === null ? null : tenantId, role };
}
