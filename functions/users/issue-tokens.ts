import { truncated } from '../access/network.ts';
import type { ServicesFor } from '../services/context.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import type { TableReader, Write } from '../store/table.ts';
import { listMemberships } from '../records/tenants/members.ts';
import { deviceOf } from './device.ts';
import type { Factor } from '../records/users/live-session.ts';
import { startSession } from '../records/users/sessions.ts';
import { sessionTokens } from './session-tokens.ts';
import { rememberTenant, type StoredUser } from '../records/users/user.ts';

export interface SignInRequest {
  readonly source: string;
  readonly requestId: string;
  readonly raw: { readonly headers: Readonly<Record<string, string | undefined>> };
}

interface SignedInBy {
  readonly factors: Factor[];
  /** Writes that the sign-in depends on. */
  readonly more?: readonly Write[];
}

/** Signs a user in: starts a session in the organisation last used, or in none, and issues its tokens. */
export async function issueTokens(
  services: ServicesFor<'table:write' | 'sign'>,
  user: StoredUser,
  { source, requestId, raw }: SignInRequest,
  { factors, more = [] }: SignedInBy,
): Promise<{ token: string; refreshToken: string }> {
  const { table, clock, ids } = services;
  const { userId } = user;
  const now = clock.now();
  const tenantId = await tenantToEnter(table, user);
  const place = truncated(source);
  const device = deviceOf(raw.headers['user-agent']);
  const start = { tenantId, sessionId: ids.uuid(), random: ids.secret(), now, place, device, factors };
  const session = await startSession(table, user, start, [
    ...more,
    auditEntry({
      actor: { userId, tenantId, request: { requestId, source: place } },
      action: 'user/sign-in',
      subject: userId,
      at: now,
      detail: { device, factors: factors.join(', ') },
    }),
  ]);
  await rememberTenant(table, user, tenantId);
  return sessionTokens(services, session);
}

/** Where the user worked last, if still a member there, or else the organisation joined first. */
async function tenantToEnter(table: TableReader, user: StoredUser): Promise<string | null> {
  const memberships = await listMemberships(table, user.userId);
  const last = memberships.find(({ tenantId }) => tenantId === user.lastTenantId);
  return (last ?? memberships[0])?.tenantId ?? null;
}
