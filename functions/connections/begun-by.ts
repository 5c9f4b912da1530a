/** Who begins an authorisation, so that nobody else finishes it. */
import { ownEntity } from '../entities/entity-store.ts';
import type { SignedIn } from '../access/actor.ts';
import { authenticate } from '../access/authenticate.ts';
import type { ServicesFor } from '../lib/context.ts';
import { digest } from '../lib/digest.ts';
import { permitFrom, permitMembers } from '../access/roles.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const COOKIE = 'paydown-consent';

/**
 * The session of somebody who may link the entity.
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

/** The cookie that tells an anonymous browser from others for ten minutes; on https no other host can set it. */
export function consentCookie(secret: string, origin: string): string {
  const attributes = 'Max-Age=600; HttpOnly; SameSite=Lax';
  return origin.startsWith('https:')
    ? `__Host-${COOKIE}=${secret}; Path=/; Secure; ${attributes}`
    : `${COOKIE}=${secret}; Path=/v1/connections; ${attributes}`;
}

/** How an anonymous browser is known: null for one without the cookie. */
export function anonymousBrowser({ cookie = '' }: Headers, origin: string): string | null {
  const name = origin.startsWith('https:') ? `__Host-${COOKIE}` : COOKIE;
  const [, secret] = new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(cookie) ?? [];
  return secret === undefined ? null : digest(secret);
}
