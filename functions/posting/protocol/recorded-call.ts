/** One call to Xero. The attempt is stored first, so that a crash never loses a call. */
import type { OwnedEntity } from '../../records/entities/entity.ts';
import type { XeroServices } from '../../services/context.ts';
import { XeroError } from '../../services/xero/error.ts';
import type { XeroAccess } from '../../services/xero/port.ts';
import type { AuditedAction } from './audited-action.ts';
import { CALL_MS, type CallsMade } from '../../../domain/posting/protocol.ts';
import { type Lease, LeaseLost, renew } from '../../store/lease.ts';
import type { XeroSession } from '../../xero/session.ts';

/** The context of posting to a Xero organisation: its books, and the lease that excludes other processes. */
export interface PostingContext {
  readonly services: XeroServices;
  readonly session: XeroSession;
  readonly lease: Lease;
  /** The entity whose schedules are posted. */
  readonly entity: OwnedEntity;
  /** The action whose audit entry is written with the outcomes; absent for jobs, and for one whose entry is written before. */
  readonly audited?: AuditedAction | undefined;
  /** Whether no person waits: a job takes some reads of the day before. */
  readonly isJob?: boolean;
  /** Set while the entity is compared after a restore of the table: then nothing is sent, posted or removed. */
  readonly onlyLooks?: true;
}

/**
 * The answer to a call. `refused`: nothing was done, now or by an earlier call. `unanswered`: unknown. `stored` is
 * the item with its calls as the table has them now.
 */
export type CallOutcome<Item, Result> =
  | { readonly kind: 'answered'; readonly stored: Item; readonly result: Result }
  | { readonly kind: 'refused'; readonly stored: Item; readonly error: XeroError }
  | { readonly kind: 'unanswered'; readonly stored: Item; readonly error: XeroError };

/**
 * Makes a call under the key of `before`. `storeCalls` throws when another process has changed them
 * since.
 * @throws LeaseLost, WriteRefused when another process posts now; nothing was sent then.
 */
export async function recordedCall<Item extends { readonly calls: CallsMade }, Result>(
  context: PostingContext,
  before: Item,
  storeCalls: (stored: Item, calls: CallsMade) => Promise<Item>,
  run: (access: XeroAccess) => Promise<Result>,
): Promise<CallOutcome<Item, Result>> {
  const { protocol } = context.services;
  let stored = before;
  const onStart = async (tokenDigest: string): Promise<void> => {
    stored = await storeStart(context, before.calls, tokenDigest, (calls) => storeCalls(stored, calls));
  };
  try {
    return { kind: 'answered', result: await context.session.call(run, onStart), stored };
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    if (error.kind === 'unavailable' && !error.isUnsent) {
      // Only an answer says that the call is over. It is not stored: another process looks the outcome up.
      const calls = { ...stored.calls, mayRun: error.answered === undefined };
      return { kind: 'unanswered', stored: Object.assign({}, stored, { calls }), error };
    }
    if (error.kind === 'refused' || error.kind === 'forbidden') {
      const isTrusted = protocol.trustsRefusal(before.calls);
      return { kind: isTrusted ? 'refused' : 'unanswered', stored, error };
    }
    // Xero did nothing, so the calls stand as before.
    if (stored !== before)
      stored = await storeCalls(stored, { ...before.calls, overAt: stored.calls.overAt });
    return { kind: 'unanswered', stored, error };
  }
}

/**
 * Records that a call is about to start, and checks that it may: the lease outlasts the call by far, and the key may
 * be used with this token.
 */
async function storeStart<Item extends { readonly calls: CallsMade }>(
  { services: { table, clock, protocol }, lease, session: { callMs } }: PostingContext,
  before: CallsMade,
  tokenDigest: string,
  storeCalls: (calls: CallsMade) => Promise<Item>,
): Promise<Item> {
  const now = clock.now();
  if (!protocol.mayUseKey(before, now, tokenDigest)) throw new XeroError('unavailable');
  const { until } = await renew(table, lease, now);
  const startBy = until - protocol.leaseSpareMs - (callMs - CALL_MS);
  const firstAt = before.areUnanswered ? before.firstAt : clock.now();
  const stored = await storeCalls({
    firstAt,
    overAt: startBy + callMs,
    areUnanswered: true,
    mayRun: true,
    tokenDigest,
  });
  const isInTime = protocol.mayStart(clock.now(), startBy);
  const calls = { ...stored.calls, mayRun: before.mayRun };
  if (!isInTime || !protocol.mayUseKey(calls, clock.now(), tokenDigest)) throw new LeaseLost();
  return stored;
}
