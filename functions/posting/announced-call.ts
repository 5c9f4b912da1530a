/** One call to Xero whose start is recorded first, so that no crash leaves a call without a trace. */
import type { OwnedEntity } from '../entities/entity-store.ts';
import type { XeroServices } from '../lib/context.ts';
import { type XeroAccess, XeroError } from '../services/xero/port.ts';
import { type Lease, LeaseLost, renewLease } from './lease.ts';
import { CALL_MS, type CallsMade } from './protocol.ts';
import type { XeroSession } from './xero-session.ts';

/** The context of posting to a Xero organisation: its books, and the lease that excludes other processes. */
export interface PostingContext {
  readonly services: XeroServices;
  readonly session: XeroSession;
  readonly lease: Lease;
  /** The entity whose schedules are posted. */
  readonly entity: OwnedEntity;
  /** Open documents are of before a restore of the table: their calls are unknown, so none is sent again. */
  readonly isRestored?: boolean;
}

/**
 * The answer to a call. `refused`: nothing was done, now or by an earlier call. `unanswered`: unknown. `sent` carries
 * the calls as they are recorded now.
 */
export type Answer<Sent, Result> =
  | { readonly kind: 'answered'; readonly sent: Sent; readonly result: Result }
  | { readonly kind: 'refused'; readonly sent: Sent; readonly error: XeroError }
  | { readonly kind: 'unanswered'; readonly sent: Sent; readonly error: XeroError };

/**
 * Makes a call under the key of `before`. `record` writes its calls down, and throws when another process has changed
 * them since.
 * @throws LeaseLost, WriteRefused when another process posts now; nothing was sent then.
 */
export async function announcedCall<Sent extends { readonly calls: CallsMade }, Result>(
  context: PostingContext,
  before: Sent,
  record: (sent: Sent, calls: CallsMade) => Promise<Sent>,
  run: (access: XeroAccess) => Promise<Result>,
): Promise<Answer<Sent, Result>> {
  const { protocol } = context.services;
  let sent = before;
  const announce = async (tokenDigest: string): Promise<void> => {
    sent = await announceCall(context, before.calls, tokenDigest, (calls) => record(sent, calls));
  };
  try {
    return { kind: 'answered', result: await context.session.call(run, announce), sent };
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    if (error.kind === 'unavailable') return { kind: 'unanswered', sent, error };
    if (error.kind === 'refused' || error.kind === 'forbidden') {
      const isTrusted = protocol.trustsRefusal(before.calls);
      return { kind: isTrusted ? 'refused' : 'unanswered', sent, error };
    }
    // Xero did nothing, so the calls stand as before.
    if (sent !== before) sent = await record(sent, { ...before.calls, overAt: sent.calls.overAt });
    return { kind: 'unanswered', sent, error };
  }
}

/**
 * Records that a call is about to start, and checks that it may: the lease outlasts the call by far, and the key may
 * be used with this token.
 */
async function announceCall<Sent extends { readonly calls: CallsMade }>(
  { services: { table, clock, protocol }, lease }: PostingContext,
  before: CallsMade,
  tokenDigest: string,
  record: (calls: CallsMade) => Promise<Sent>,
): Promise<Sent> {
  const now = clock.now();
  if (!protocol.mayUseKey(before, now, tokenDigest)) throw new XeroError('unavailable');
  const { until } = await renewLease(table, lease, now);
  const startBy = until - protocol.leaseSpareMs;
  const firstAt = before.areUnanswered ? before.firstAt : clock.now();
  const sent = await record({ firstAt, overAt: startBy + CALL_MS, areUnanswered: true, tokenDigest });
  const isInTime = protocol.mayStart(clock.now(), startBy);
  if (!isInTime || !protocol.mayUseKey(sent.calls, clock.now(), tokenDigest)) throw new LeaseLost();
  return sent;
}
