/** Who begins an authorisation, so that nobody else finishes it. */
import { parseCookie, stringifySetCookie } from 'cookie';
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

/** The cookie that tells an anonymous browser from others for ten minutes. */
export function consentCookie(secret: string, origin: string): string {
  return stringifySetCookie({
    name: COOKIE,
    value: secret,
    path: '/v1/connections',
    maxAge: 600,
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.startsWith('https:'),
  });
}

/** How an anonymous browser is known: null for one without the cookie. */
export function anonymousBrowser({ cookie = '' }: Headers): string | null {
  const secret = parseCookie(cookie)[COOKIE];
  return secret ? digest(secret) : null;
}
