import { createHash } from 'node:crypto';

/**
 * SHA-256 as base64url: how tokens and addresses stand in keys and items. Enough for what nobody can guess;
 * passwords need `password-hash.ts`.
 */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
