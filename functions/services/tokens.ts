/**
 * Tokens signed as JWT with ES256: the access token of a session (15 minutes), the token of an invitation (7 days) and
 * the one that ends a user's digests (90 days).
 * The site reads the payload of an invitation.
 */
import { type CryptoKey, importJWK, type JWK, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import * as z from 'zod';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { Secrets } from './secrets.ts';
import type { Clock } from '../lib/clock.ts';

const ALGORITHM = 'ES256';
const ISSUER = 'paydown';
export const ACCESS_MINUTES = 15;
export const INVITE_DAYS = 7;
const DIGEST_DAYS = 90;

const AccessClaims = z.object({ sub: z.string(), sid: z.string(), tid: z.string().nullable() });

const DigestClaims = z.object({ sub: z.string() });

const InviteClaims = z.object({
  jti: z.string(),
  tid: z.string(),
  email: z.string(),
  tenantName: z.string(),
  registered: z.boolean(),
});

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
  /** Returns the user's id. @throws Refusal `invalid` for a token that is expired, not ours or malformed. */
  digest(token: string): Promise<string>;
}

export interface Signer {
  access(session: AccessToken): Promise<string>;
  invite(invite: InviteToken): Promise<string>;
  /** The token by which a mail's reader ends the digests without logging in. */
  digest(userId: string): Promise<string>;
}

type Audience = 'access' | 'invite' | 'digest';

/** Returns the keys in a JWK or a JWK set, as JSON; of a set the newest comes first. */
export function jwksOf(text: string): SigningKey[] {
  const parsed = JSON.parse(text) as SigningKey | { readonly keys: SigningKey[] };
  return 'keys' in parsed ? parsed.keys : [parsed];
}

/** `signsFrom`: the earliest use, in seconds since the epoch, when every function knows the public key. */
type SigningKey = JWK & { readonly signsFrom?: number };

/**
 * Verifies by the key that a token names, so that tokens of a renewed key stay valid.
 * @param publicKeys a JWK or a JWK set, as JSON
 */
export function createVerifier(publicKeys: string, clock: Clock): Verifier {
  const keys = once(async () => jwksOf(publicKeys));
  const imported = new Map<string | undefined, ReturnType<typeof importKey>>();
  const keyOf = async ({ kid }: { readonly kid?: string | undefined }): Promise<CryptoKey> => {
    const key = (await keys()).find((one) => one.kid === kid);
    if (!key) throw new Error(`No key has the id ${kid}.`);
    const known = imported.get(kid) ?? importKey(key);
    imported.set(kid, known);
    return known;
  };
  const verify = async (token: string, audience: Audience): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, keyOf, {
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
    digest: async (token) => {
      const claims = DigestClaims.safeParse(await verify(token, 'digest').catch(() => null));
      if (!claims.success) throw invalid('token', 'digest/token', 'The link does not work any more.');
      return claims.data.sub;
    },
  };
}

const importKey = async (key: JWK): Promise<CryptoKey> => (await importJWK(key, ALGORITHM)) as CryptoKey;

/**
 * Signs with the secret `token-private-key`, a JWK or a JWK set as JSON: with its newest key that is in force and among
 * the public keys, which the functions of the same deployment verify by.
 */
export function createSigner(secrets: Secrets, clock: Clock, publicKeys: string | null = null): Signer {
  const known = publicKeys === null ? null : new Set(jwksOf(publicKeys).map(({ kid }) => kid));
  const currentKey = async (): Promise<SigningKey> => {
    const keys = jwksOf(await secrets.read('token-private-key'));
    const inForce = keys.find(
      ({ kid, signsFrom = 0 }) => signsFrom * 1000 <= clock.now() && (known === null || known.has(kid)),
    );
    const oldest = keys.at(-1);
    if (!oldest) throw new Error('The secret token-private-key holds no key.');
    return inForce ?? oldest;
  };
  const sign = async (claims: JWTPayload, audience: Audience, seconds: number): Promise<string> => {
    const now = Math.floor(clock.now() / 1000);
    const key = await currentKey();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, ...(key.kid !== undefined && { kid: key.kid }) })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(await importKey(key));
  };
  return {
    access: ({ userId, sessionId, tenantId }) =>
      sign({ sub: userId, sid: sessionId, tid: tenantId }, 'access', ACCESS_MINUTES * 60),
    invite: ({ id, tenantId, email, tenantName, registered }) =>
      sign({ jti: id, tid: tenantId, email, tenantName, registered }, 'invite', INVITE_DAYS * 86_400),
    digest: (userId) => sign({ sub: userId }, 'digest', DIGEST_DAYS * 86_400),
  };
}

/** The refusal of a request without a valid session. */
export function sessionEnded(): Refusal {
  return new Refusal('unauthenticated', 'session/ended', 'Please log in to continue.');
}

export function inviteInvalid(): Refusal {
  const message = 'Invitation invalid. Please try again later.';
  return invalid('inviteToken', 'invite/invalid', message);
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
