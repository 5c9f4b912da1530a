/**
 * Refresh tokens: `user.session.secret`. A secret is 256 random bits and a tag that only its session can make. The
 * tag distinguishes a replaced secret from a forged one.
 */
import { createHmac } from 'node:crypto';
import { digest } from '../../lib/digest.ts';

const TAG_LENGTH = 22;

export interface RefreshToken {
  readonly userId: string;
  readonly sessionId: string;
  readonly secret: string;
}

export const formatRefreshToken = ({ userId, sessionId, secret }: RefreshToken): string =>
  [userId, sessionId, secret].join('.');

/** Returns the parts of a token; null for other text. */
export function parseRefreshToken(text: string): RefreshToken | null {
  const [userId = '', sessionId = '', secret = ''] = text.split('.');
  return userId && sessionId && secret ? { userId, sessionId, secret } : null;
}

/** Derives a session's tag key from one of its secrets. The key is stored and reveals no secret. */
export const tagKeyOf = (secret: string): string => digest(`tag\n${secret}`);

/** Returns a session's first secret. `random` is 256 random bits. */
export const firstSecret = (random: string, tagKey: string): string => random + tagOf(random, tagKey);

/** Returns the successor of a secret. The same salt gives the same successor. */
export function nextSecret(secret: string, salt: string, tagKey: string): string {
  return firstSecret(hmac(secret, salt), tagKey);
}

/** Returns whether the session of the key ever issued the secret. */
export function wasIssued(secret: string, tagKey: string): boolean {
  return secret.slice(-TAG_LENGTH) === tagOf(secret.slice(0, -TAG_LENGTH), tagKey);
}

const tagOf = (random: string, tagKey: string): string => hmac(tagKey, random).slice(0, TAG_LENGTH);

const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
