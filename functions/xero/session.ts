/** Calls to one Xero organisation: each with a valid token, within Xero's limits, and in time. */
import { conflict } from '../../domain/refusal.ts';
import { CALL_MS } from '../../domain/posting/protocol.ts';
import { accessToken, type OpenedToken } from './access-token.ts';
import type { XeroLink } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { digest } from '../lib/digest.ts';
import { XeroError } from '../services/xero/error.ts';
import type { XeroAccess, XeroTenantId } from '../services/xero/port.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { type CacheOwner, cacheRead, dropCachedReads, PAGE_AGE_MS, readCached } from './read-cache.ts';
import { acquireSlot, type SlotCaller, releaseSlot } from './organisation-rate-limiter.ts';

const SECOND = 1000;

export interface XeroSession {
  readonly xeroTenantId: XeroTenantId;
  /** Whose cached reads it may use. */
  readonly cacheOwner: CacheOwner;
  /** Whether it serves a Guest, who is shown older reads. */
  readonly isGuests: boolean;
  /** The most that one call may take, in milliseconds. */
  readonly callMs: number;
  /**
   * Makes one call. `prepare` runs right before it, with the digest of the access token; it runs again when Xero
   * rejects the token (401), since a rejected call did nothing and is repeated with a new one.
   * @throws XeroError when it fails, `throttled` too when no slot is free in time.
   */
  call<Result>(
    run: (access: XeroAccess) => Promise<Result>,
    prepare?: (tokenDigest: string) => Promise<void>,
  ): Promise<Result>;
  /** Returns the session with other deadlines; both share the opened token, and are one run in the log. */
  within(deadlines: SessionDeadlines): XeroSession;
}

type SessionDeadlines = Omit<Deadlines, 'leaseBy'>;

/** The pause after a `throttled` answer that named none. */
const PAUSE_MS = SECOND;

/** Opens the books of a linked organisation for a caller. */
export function openSession(
  services: XeroServices,
  link: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  caller: SlotCaller,
  deadlines: SessionDeadlines,
): XeroSession {
  return sessionOf(services, link, caller, deadlines, { token: null, told: new Set() });
}

function sessionOf(
  services: XeroServices,
  link: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  caller: SlotCaller,
  { startBy, endBy, callMs = CALL_MS }: SessionDeadlines,
  opened: { token: OpenedToken | null; readonly told: Set<string> },
): XeroSession {
  const { table, xero, clock, timers, protocol } = services;
  const { tenantId: xeroTenantId, authorisationId } = link;

  async function attempt<Result>(
    run: (access: XeroAccess) => Promise<Result>,
    prepare: (tokenDigest: string) => Promise<void>,
    rejected?: string,
  ): Promise<Result> {
    // Opened once for the session: each call would read and decrypt the same token.
    let known = opened.token;
    if (known === null || known.accessToken === rejected || clock.now() >= known.until)
      known = opened.token = await accessToken(services, authorisationId, { until: startBy, rejected });
    const token = known.accessToken;
    const slot = await acquireSlot(services, xeroTenantId, { ...caller, callMs }, startBy);
    let pauseMs = 0;
    let dayRemaining: number | null = null;
    try {
      await prepare(tokenDigestOf(token));
      const now = clock.now();
      if (!protocol.mayStart(now, slot.startBy)) throw new XeroError('throttled');
      return await run({
        accessToken: token,
        tenantId: xeroTenantId,
        signal: timers.abortAfter(protocol.timeFor(now, endBy, callMs)),
        onDayRemaining: (calls) => void (dayRemaining = calls),
        isNews: (subject) => opened.told.size < opened.told.add(subject).size,
      });
    } catch (error) {
      if (error instanceof XeroError && error.kind === 'throttled') {
        pauseMs = (error.retryAfterSeconds ?? 0) * SECOND || PAUSE_MS;
      }
      throw error;
    } finally {
      await releaseSlot(table, slot, clock.now(), { pauseMs, dayRemaining });
    }
  }

  /** Makes a call, and once more with a new token where Xero rejects the first one (401). */
  async function attemptTwice<Result>(
    run: (access: XeroAccess) => Promise<Result>,
    prepare: (tokenDigest: string) => Promise<void> = async () => {},
  ): Promise<Result> {
    try {
      return await attempt(run, prepare);
    } catch (error) {
      const isRejected =
        error instanceof XeroError && error.kind === 'unauthorised' && error.answered === 401;
      if (!isRejected) throw error;
      return attempt(run, prepare, opened.token?.accessToken);
    }
  }

  /**
   * Returns what a failure means. Xero answers 403 to a role that may not, and for an organisation that is not connected
   * any more: whether the organisation answers the same token tells, and is remembered for a minute. `throttled` while Xero
   * can't say.
   */
  async function meaningOf(error: unknown): Promise<unknown> {
    if (!(error instanceof XeroError) || error.kind !== 'forbidden' || error.answered !== 403) return error;
    const lost = new XeroError('unauthorised', { answered: 403, cause: error });
    const known = await readCached(table, link, 'connected', { now: clock.now(), mostMs: PAGE_AGE_MS });
    if (known !== null) return known === 'true' ? error : lost;
    let isConnected = true;
    try {
      await attemptTwice((access) => xero.organisation(access));
    } catch (asked) {
      if (!(asked instanceof XeroError)) throw asked;
      const { answered, retryAfterSeconds, cause } = asked;
      if (asked.isTransient) return new XeroError('throttled', { answered, retryAfterSeconds, cause });
      if (asked.kind === 'unauthorised') return asked;
      isConnected = answered !== 403;
    }
    await cacheRead(table, link, 'connected', { json: String(isConnected), now: clock.now() });
    return isConnected ? error : lost;
  }

  return {
    xeroTenantId,
    cacheOwner: link,
    isGuests: caller.isGuest === true,
    callMs,
    call: async (run, prepare) => {
      try {
        return await attemptTwice(run, prepare);
      } catch (error) {
        const failure = await meaningOf(error);
        // Pages must see at once that access is lost.
        const isLost = failure instanceof XeroError && failure.kind === 'unauthorised';
        if (isLost) await dropCachedReads(table, link);
        throw failure;
      }
    },
    within: (others) => sessionOf(services, link, caller, others, opened),
  };
}

/**
 * Returns the Xero organisation that an entity is linked to.
 * @throws Refusal `conflict` when it is linked to none.
 */
export function linkOf({ xero }: { readonly xero: XeroLink | null }): XeroLink {
  if (xero) return xero;
  throw conflict(
    'connection/not-linked',
    'You must connect this entity to Xero before you can sync schedule items.',
  );
}

/** Identifies an access token without revealing it. */
export const tokenDigestOf = (token: string): string => digest(token).slice(0, 22);
