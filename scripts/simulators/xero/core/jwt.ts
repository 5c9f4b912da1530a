import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

const KEY_ID = 'simulated-xero';

let made: string | undefined;

/** Returns a signing key as PEM: one for all simulators of this process, since making one takes long. */
export function newSigningKey(): string {
  made ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  return made;
}

/** Returns a JWT signed with RS256, as Xero's are; unsigned without a key. */
export function signJwt(pem: string | null, claims: Readonly<Record<string, unknown>>): string {
  const header = pem === null ? { alg: 'none' } : { alg: 'RS256', kid: KEY_ID, typ: 'JWT' };
  const content = `${encode(header)}.${encode(claims)}`;
  const signature =
    pem === null ? '' : sign('sha256', Buffer.from(content), createPrivateKey(pem)).toString('base64url');
  return `${content}.${signature}`;
}

/** Returns the public key for `/.well-known/openid-configuration/jwks`. */
export function jwks(pem: string | null): unknown {
  if (pem === null) return { keys: [] };
  const key = createPublicKey(pem).export({ format: 'jwk' });
  return { keys: [{ ...key, kid: KEY_ID, use: 'sig', alg: 'RS256' }] };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
