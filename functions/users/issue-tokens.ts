import { truncated } from '../access/network.ts';
import type { ServicesFor } from '../services/context.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import type { TableReader, Write } from '../store/table.ts';
import { listMemberships } from '../records/tenants/members.ts';
import type { Factor } from '../records/users/live-session.ts';
import { startSession } from '../records/users/sessions.ts';
import { sessionTokens } from './session-tokens.ts';
import { rememberTenant, type StoredUser } from '../records/users/user.ts';

export interface SignInRequest {
  readonly source: string;
  readonly requestId: string;
  readonly raw: { readonly headers: Readonly<Record<string, string | undefined>> };
}

interface SignedInBy {
  readonly factors: Factor[];
  /** Writes that the sign-in depends on. */
  readonly more?: readonly Write[];
}

/** Signs a user in: starts a session in the organisation last used, or in none, and issues its tokens. */
export async function issueTokens(
  services: ServicesFor<'table:write' | 'sign'>,
  user: StoredUser,
  { source, requestId, raw }: SignInRequest,
  { factors, more = [] }: SignedInBy,
): Promise<{ token: string; refreshToken: string }> {
  const { table, clock, ids } = services;
  const { userId } = user;
  const now = clock.now();
  const tenantId = await tenantToEnter(table, user);
  const place = truncated(source);
  const device = deviceOf(raw.headers['user-agent']);
  const start = { tenantId, sessionId: ids.uuid(), random: ids.secret(), now, place, device, factors };
  const session = await startSession(table, user, start, [
    ...more,
    auditEntry({
      actor: { userId, tenantId, request: { requestId, source: place } },
      action: 'user/sign-in',
      subject: userId,
      at: now,
      detail: { device, factors: factors.join(', ') },
    }),
  ]);
  await rememberTenant(table, user, tenantId);
  return sessionTokens(services, session);
}

/** Where the user worked last, if still a member there, or else the organisation joined first. */
async function tenantToEnter(table: TableReader, user: StoredUser): Promise<string | null> {
  const memberships = await listMemberships(table, user.userId);
  const last = memberships.find(({ tenantId }) => tenantId === user.lastTenantId);
  return (last ?? memberships[0])?.tenantId ?? null;
}

/** The first pattern that matches wins: browsers name those that they derive from. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns `Firefox on Windows`, or `Unknown device`. */
export function deviceOf(userAgent: string | undefined = ''): string {
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

function firstOf(names: typeof BROWSERS, userAgent: string): string | undefined {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0];
}
