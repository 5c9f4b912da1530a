/**
 * Tokens signed as JWT with ES256: the access token of a session (15 minutes) and the token of an invitation (7 days).
 * The site reads the payload of an invitation.
 */
import { importJWK, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import type { Secrets } from '../services/secrets/port.ts';
import type { Clock } from './clock.ts';

const ALGORITHM = 'ES256';
const ISSUER = 'paydown';
export const ACCESS_MINUTES = 15;
export const INVITE_DAYS = 7;

const AccessClaims = z.object({ sub: z.string(), sid: z.string(), tid: z.string().nullable() });

const InviteClaims = z.object({
  jti: z.string(),
  tid: z.string(),
  email: z.string(),
  tenantName: z.string(),
  registered: z.boolean(),
});

/** The claims of an access token: user, session family, current organisation. */
export interface AccessToken {
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string | null;
}

/** The claims of an invitation. `id` makes it single-use: the stored invitation holds its digest. */
export interface InviteToken {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly tenantName: string;
  readonly registered: boolean;
}

export interface Verifier {
  /** @throws Refusal `unauthenticated` for a token that is expired, not ours or malformed. */
  access(token: string): Promise<AccessToken>;
  /** @throws Refusal `invalid` for a token that is expired, not ours or malformed. */
  invite(token: string): Promise<InviteToken>;
}

export interface Signer {
  access(session: AccessToken): Promise<string>;
  invite(invite: InviteToken): Promise<string>;
}

type Audience = 'access' | 'invite';

/** @param publicKey a JWK as JSON */
export function createVerifier(publicKey: string, clock: Clock): Verifier {
  const key = once(async () => importJWK(JSON.parse(publicKey), ALGORITHM));
  const verify = async (token: string, audience: Audience): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, await key(), {
      issuer: ISSUER,
      audience,
      algorithms: [ALGORITHM],
      currentDate: new Date(clock.now()),
    });
    return payload;
  };
  return {
    access: async (token) => {
      const claims = AccessClaims.safeParse(await verify(token, 'access').catch(() => null));
      if (!claims.success) throw sessionEnded();
      return { userId: claims.data.sub, sessionId: claims.data.sid, tenantId: claims.data.tid };
    },
    invite: async (token) => {
      const claims = InviteClaims.safeParse(await verify(token, 'invite').catch(() => null));
      if (!claims.success) throw inviteInvalid();
      const { jti, tid, email, tenantName, registered } = claims.data;
      return { id: jti, tenantId: tid, email, tenantName, registered };
    },
  };
}

/** Signs with the secret `token-private-key`, a JWK as JSON. */
export function createSigner(secrets: Secrets, clock: Clock): Signer {
  const key = once(async () => importJWK(JSON.parse(await secrets.read('token-private-key')), ALGORITHM));
  const sign = async (claims: JWTPayload, audience: Audience, seconds: number): Promise<string> => {
    const now = Math.floor(clock.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(await key());
  };
  return {
    access: ({ userId, sessionId, tenantId }) =>
      sign({ sub: userId, sid: sessionId, tid: tenantId }, 'access', ACCESS_MINUTES * 60),
    invite: ({ id, tenantId, email, tenantName, registered }) =>
      sign({ jti: id, tid: tenantId, email, tenantName, registered }, 'invite', INVITE_DAYS * 86_400),
  };
}

/** The refusal of a request without a valid session. */
export function sessionEnded(): Refusal {
  return new Refusal('unauthenticated', 'session/ended', 'Please log in to continue.');
}

export function inviteInvalid(): Refusal {
  const message = 'Invitation invalid. Please try again later.';
  return new Refusal('invalid', 'invite/invalid', message, { inviteToken: [message] });
}

/** Caches the result of the first successful read. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () =>
    (value ??= read().catch((error: unknown) => {
      value = undefined;
      throw error;
    }));
}
