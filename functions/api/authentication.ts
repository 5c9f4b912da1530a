/** Wire schemas of signing in that several tables of routes share. */
import * as z from 'zod';

export const SessionTokens = z.object({
  /** JWT, 15 minutes: the bearer token of every call. */
  token: z.string(),
  /** Opaque, 30 days from its last use and 90 days from the sign-in; each use replaces it. */
  refreshToken: z.string(),
});

/** The ways to confirm a sign-in. */
export const METHODS = ['totp', 'passkey', 'recoveryCode'] as const;

/** The options that a browser's WebAuthn takes. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
