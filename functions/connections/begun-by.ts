/** The session or browser that begins an authorisation: only the same one may finish it. */
import { parseCookie, stringifySetCookie } from 'cookie';
import { ownEntity } from '../records/entities/entity.ts';
import type { Caller } from '../access/actor.ts';
import { authenticate } from '../access/authenticate.ts';
import type { ServicesFor } from '../services/context.ts';
import { digest } from '../lib/digest.ts';
import { permitFrom, permitMembers } from '../access/roles.ts';
import { requireRecentAuthentication } from '../access/step-up.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const COOKIE = 'paydown-consent';

/**
 * Returns the caller, whose session must be allowed to link the entity.
 * @throws Refusal in a route's usual order: `unauthenticated`, `not-found`, `forbidden` for the role, then `forbidden`
 * for an old authentication.
 */
export async function linkingSession(
  headers: Headers,
  entityId: string,
  services: ServicesFor<'table:read'>,
): Promise<Caller & { readonly tenantId: string }> {
  const actor: Caller = await authenticate(headers, services);
  permitMembers(actor);
  await ownEntity(services.table, actor, entityId);
  permitFrom('Member', actor);
  requireRecentAuthentication(actor, services.clock.now());
  return actor;
}

/** Returns the cookie that identifies an anonymous browser for ten minutes; on https no other host can set it. */
export function consentCookie(secret: string, origin: string): string {
  return stringifySetCookie({
    ...placeOf(origin),
    value: secret,
    maxAge: 600,
    httpOnly: true,
    sameSite: 'lax',
  });
}

/** Returns the digest that identifies an anonymous browser, or null for one without the cookie. */
export function anonymousBrowser({ cookie = '' }: Headers, origin: string): string | null {
  const secret = parseCookie(cookie)[placeOf(origin).name];
  return secret ? digest(secret) : null;
}

/** A browser accepts `__Host-` only on https, for one host and all of its paths. */
function placeOf(origin: string): { readonly name: string; readonly path: string; readonly secure: boolean } {
  return origin.startsWith('https:')
    ? { name: `__Host-${COOKIE}`, path: '/', secure: true }
    : { name: COOKIE, path: '/v1/connections', secure: false };
}
