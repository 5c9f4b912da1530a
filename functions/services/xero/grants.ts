/** From tokens and their claims to what the product needs to know about who granted what. */
import * as z from 'zod';
import { unreadable } from './failures.ts';
import type { AuthorisationKind, XeroConnection, XeroGrant, XeroTokens } from './port.ts';

const IDENTITY_SCOPES = 'openid profile email';
const BOOKS_SCOPES =
  'accounting.banktransactions accounting.manualjournals accounting.settings accounting.contacts';

/** What each kind asks for. Signing up asks who somebody is, and for nothing else. */
export const scopes: Readonly<Record<AuthorisationKind, string>> = {
  entity: `${IDENTITY_SCOPES} offline_access ${BOOKS_SCOPES}`,
  signup: IDENTITY_SCOPES,
};

export interface TokenAnswer {
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
  readonly expiresInSeconds: number | undefined;
}

/** `refreshToken` is empty for a sign-up, which asks for none. */
export function tokensOf(answer: TokenAnswer, kind: AuthorisationKind = 'entity'): XeroTokens {
  const { accessToken, refreshToken, expiresInSeconds } = answer;
  if (accessToken === undefined || expiresInSeconds === undefined) throw unreadable('No access token');
  if (refreshToken === undefined && kind === 'entity') throw unreadable('No refresh token');
  return { accessToken, refreshToken: refreshToken ?? '', expiresInSeconds };
}

const ProfileClaims = z.looseObject({
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  email: z.string().optional(),
});

const AccessClaims = z.looseObject({ authentication_event_id: z.string() });

/**
 * Puts a grant together. `connections` lists those of one authorisation event; somebody who consents again without
 * choosing another organisation made none, so then everything the authorisation reaches is offered.
 */
export async function grantOf(
  kind: AuthorisationKind,
  answer: TokenAnswer,
  idClaims: unknown,
  connections: (accessToken: string, authEventId?: string) => Promise<readonly XeroConnection[]>,
): Promise<XeroGrant> {
  const tokens = tokensOf(answer, kind);
  const authEventId = authEventOf(tokens.accessToken);
  const chosen = kind === 'entity' ? await connections(tokens.accessToken, authEventId) : [];
  const reached = kind === 'entity' && chosen.length === 0 ? await connections(tokens.accessToken) : chosen;
  const claims = ProfileClaims.parse(idClaims);
  return {
    tokens,
    authEventId,
    connections: reached,
    profile: {
      givenName: claims.given_name ?? '',
      surname: claims.family_name ?? '',
      email: claims.email ?? '',
    },
  };
}

/** Xero's access token says which consent it came from. We only read it; Xero is who verifies it. */
function authEventOf(accessToken: string): string {
  const [, payload] = accessToken.split('.');
  const parsed = AccessClaims.safeParse(decodeJson(payload ?? ''));
  if (!parsed.success) throw unreadable('The access token names no authorisation event');
  return parsed.data.authentication_event_id;
}

function decodeJson(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString());
  } catch {
    return null;
  }
}
