/** Calls to one Xero organisation: each with a token that works, within Xero's limits, and in time. */
import { Refusal } from '../../domain/refusal.ts';
import type { XeroLink } from '../entities/entity-store.ts';
import { type XeroAccess, XeroError } from '../services/xero/port.ts';
import { accessToken } from '../connections/access-token.ts';
import type { XeroServices } from '../lib/context.ts';
import { CALL_MS, givePlaceBack, takePlace } from './rate-limiter.ts';

export interface Books {
  readonly tenantId: string;
  /**
   * Makes one call. `prepare` does what must have happened right before it.
   * @throws XeroError when it fails, `throttled` too when there is no room for it in time.
   */
  call<Result>(run: (access: XeroAccess) => Promise<Result>, prepare?: () => Promise<void>): Promise<Result>;
}

/** Quiet after a refusal that didn't say for how long. */
const QUIET_MS = 1000;

/**
 * The books of a linked organisation.
 * @param until when nothing may begin any more, milliseconds since the epoch.
 * @param end when a call under way is given up; without it only by its own time limit.
 */
export function openBooks(
  services: XeroServices,
  link: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  { until, end = Infinity }: { readonly until: number; readonly end?: number },
): Books {
  const { table, clock, timers } = services;
  const { tenantId, authorisationId } = link;
  let token: string | undefined;

  async function attempt<Result>(
    run: (access: XeroAccess) => Promise<Result>,
    prepare: () => Promise<void>,
    rejected?: string,
  ): Promise<Result> {
    token = await accessToken(services, authorisationId, { until, rejected });
    const place = await takePlace(services, tenantId, until);
    let quietMs = 0;
    try {
      await prepare();
      const now = clock.now();
      if (now > place.startBy) throw new XeroError('throttled');
      const left = Math.min(CALL_MS, end - now);
      return await run({ accessToken: token, tenantId, signal: timers.abortAfter(Math.max(left, 0)) });
    } catch (error) {
      if (error instanceof XeroError && error.kind === 'throttled') {
        quietMs = (error.retryAfterSeconds ?? 0) * 1000 || QUIET_MS;
      }
      throw error;
    } finally {
      await givePlaceBack(table, place, clock.now(), quietMs);
    }
  }

  return {
    tenantId,
    call: async (run, prepare = async () => {}) => {
      try {
        return await attempt(run, prepare);
      } catch (error) {
        const isStale = error instanceof XeroError && error.answered === 401;
        if (!isStale) throw error;
        return attempt(run, prepare, token);
      }
    },
  };
}

/**
 * The Xero organisation that an entity is linked to.
 * @throws Refusal `conflict` when it is linked to none.
 */
export function linkOf({ xero }: { readonly xero: XeroLink | null }): XeroLink {
  if (xero) return xero;
  throw new Refusal(
    'conflict',
    'connection/not-linked',
    'You must connect this entity to Xero before you can sync schedule items.',
  );
}
