/**
 * Refresh tokens: `user.session.secret`. A secret is 256 random bits and a tag that only its session can make, which
 * distinguishes a replaced secret from one that was never issued.
 */
import { createHmac } from 'node:crypto';
import { digest } from '../lib/digest.ts';

const TAG_LENGTH = 22;

export interface RefreshToken {
  readonly userId: string;
  readonly sessionId: string;
  readonly secret: string;
}

export const formatRefreshToken = ({ userId, sessionId, secret }: RefreshToken): string =>
  [userId, sessionId, secret].join('.');

/** The parts of a token, or null for other text. */
export function parseRefreshToken(text: string): RefreshToken | null {
  const [userId = '', sessionId = '', secret = ''] = text.split('.');
  return userId && sessionId && secret ? { userId, sessionId, secret } : null;
}

/** Derives the key of a session's tags from a secret of that session. It is stored, and no secret follows from it. */
export const tagKeyOf = (secret: string): string => digest(`tag\n${secret}`);

/** A session's first secret. `random` is 256 random bits. */
export const firstSecret = (random: string, tagKey: string): string => random + tagOf(random, tagKey);

/** The secret that follows another one: the same for the same salt. */
export function nextSecret(secret: string, salt: string, tagKey: string): string {
  return firstSecret(hmac(secret, salt), tagKey);
}

/** Whether the session of the key issued the secret at any time. */
export function wasIssued(secret: string, tagKey: string): boolean {
  return secret.slice(-TAG_LENGTH) === tagOf(secret.slice(0, -TAG_LENGTH), tagKey);
}

const tagOf = (random: string, tagKey: string): string => hmac(tagKey, random).slice(0, TAG_LENGTH);

const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
