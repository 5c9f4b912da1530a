import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 of a text as base64url. Keys and items hold tokens and addresses in this form. It protects only
 * text that cannot be guessed; passwords need `password-hash.ts`.
 */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
