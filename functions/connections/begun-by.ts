/** The session or browser that begins an authorisation: only the same one may finish it. */
import { ownEntity } from '../entities/entity-store.ts';
import type { SignedIn } from '../access/actor.ts';
import { authenticate } from '../access/authenticate.ts';
import type { ServicesFor } from '../lib/context.ts';
import { digest } from '../lib/digest.ts';
import { permitFrom, permitMembers } from '../access/roles.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const COOKIE = 'paydown-consent';

/**
 * Returns the id of the caller's session, which must be allowed to link the entity.
 * @throws Refusal in a route's usual order: `unauthenticated`, `not-found`, `forbidden`.
 */
export async function linkingSession(
  headers: Headers,
  entityId: string,
  services: ServicesFor<'table:read'>,
): Promise<string> {
  const actor: SignedIn = await authenticate(headers, services);
  permitMembers(actor);
  await ownEntity(services.table, actor.tenantId, entityId);
  permitFrom('Member', actor);
  return actor.sessionId;
}

/** Returns the cookie that identifies an anonymous browser for ten minutes. */
export function consentCookie(secret: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${secret}; Path=/v1/connections; Max-Age=600; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the digest of an anonymous browser's cookie, null without one. */
export function anonymousBrowser({ cookie = '' }: Headers): string | null {
  const [, secret] = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(cookie) ?? [];
  return secret === undefined ? null : digest(secret);
}
