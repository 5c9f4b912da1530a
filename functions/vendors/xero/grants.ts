/** Reads a grant from the tokens and their claims. */
import * as z from 'zod';
import { unreadable } from './failures.ts';
import type { AuthorisationKind, XeroConnection, XeroGrant, XeroTokens } from '../../services/xero/port.ts';

const IDENTITY_SCOPES = 'openid profile email';
/** Payments of bills: searched before a payment is posted. A link without it works, and says what isn't searched. */
export const PAYMENTS_SCOPE = 'accounting.payments.read';
const BOOKS_SCOPES =
  'accounting.banktransactions accounting.manualjournals accounting.settings accounting.contacts accounting.reports.trialbalance.read';

/** The scope of the app's own token, which manages its connections. */
export const APP_SCOPE = 'app.connections';

/** The scopes of each kind. A sign-up asks for the user's profile only. */
export const scopes: Readonly<Record<AuthorisationKind, string>> = {
  entity: `${IDENTITY_SCOPES} offline_access ${BOOKS_SCOPES} ${PAYMENTS_SCOPE}`,
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

const AccessClaims = z.looseObject({
  authentication_event_id: z.string().optional(),
  xero_userid: z.string().optional(),
  scope: z.array(z.string()).optional(),
});

/**
 * Returns a grant. `connections` lists those of one authentication event. A user who consents again without choosing
 * another organisation makes no new connection; then every connection of the user is offered.
 */
export async function grantOf(
  kind: AuthorisationKind,
  answer: TokenAnswer,
  idClaims: unknown,
  connections: ListConnections,
): Promise<XeroGrant> {
  const tokens = tokensOf(answer, kind);
  const { authentication_event_id: authEventId, xero_userid: xeroUserId } = claimsOf(tokens.accessToken);
  const claims = ProfileClaims.parse(idClaims);
  return {
    tokens,
    xeroUserId: xeroUserId ?? null,
    connections: kind === 'entity' ? await chosenConnections(tokens, authEventId, connections) : [],
    profile: {
      givenName: claims.given_name ?? '',
      surname: claims.family_name ?? '',
      email: claims.email ?? '',
    },
  };
}

type ListConnections = (accessToken: string, authEventId?: string) => Promise<readonly XeroConnection[]>;

async function chosenConnections(
  { accessToken }: XeroTokens,
  authEventId: string | undefined,
  connections: ListConnections,
): Promise<readonly XeroConnection[]> {
  if (authEventId === undefined) throw unreadable('The access token names no authentication event');
  const chosen = await connections(accessToken, authEventId);
  return chosen.length > 0 ? chosen : connections(accessToken);
}

/** Whether a token carries every scope that the app needs: what Xero still refuses, it refuses to the user's role. */
export function hasEveryScope(accessToken: string): boolean {
  const granted = new Set(claimsOf(accessToken).scope);
  return BOOKS_SCOPES.split(' ').every((scope) => granted.has(scope));
}

export const hasScope = (accessToken: string, scope: string): boolean =>
  claimsOf(accessToken).scope?.includes(scope) === true;

/** Returns the claims of an access token, empty for an unreadable one. Xero verifies the token, we only read it. */
function claimsOf(accessToken: string): z.output<typeof AccessClaims> {
  const [, payload] = accessToken.split('.');
  return AccessClaims.safeParse(decodeJson(payload ?? '')).data ?? {};
}

function decodeJson(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString());
  } catch {
    return null;
  }
}
