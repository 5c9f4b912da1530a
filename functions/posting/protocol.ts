/**
 * Calls that must take effect exactly once.
 *
 * Xero remembers an idempotency key for six minutes, its search lags, and a call that was given up may still
 * be carried out. So what is to be posted is written down first, with its bytes and its key, and from then on
 * there are two ways only to learn what became of it: the answer to the same bytes under the same key, within
 * five minutes of the first call; or a look-up. Only a look-up made ten minutes or more after the last call
 * proves that nothing was posted, so only then may it be posted under another key.
 */
import * as z from 'zod';
import { type XeroAccess, XeroError } from '../services/xero/port.ts';
import type { XeroServices } from '../lib/context.ts';
import type { Books } from './xero-calls.ts';
import { CALL_MS } from './rate-limiter.ts';
import { lastStart, type Lease, LeaseLost, renewLease } from './lease.ts';

const MINUTE = 60_000;

/** How long after its first call a key is sent again. Xero remembers it for six minutes. */
const SAME_KEY_MS = 5 * MINUTE;

/** How long after the last call a look-up proves that nothing was posted. */
const PROOF_MS = 10 * MINUTE;

/** What is known of the calls that a key was sent with; instants in milliseconds. */
export const Calls = z.object({
  /** When the first was about to start; null before. */
  firstAt: z.number().nullable(),
  /** When the last is over at the latest. */
  overAt: z.number(),
  /** Whether one of them may have done what nobody was told. */
  areUnanswered: z.boolean(),
});

export type CallsMade = Readonly<z.output<typeof Calls>>;

export const NO_CALLS: CallsMade = { firstAt: null, overAt: 0, areUnanswered: false };

/** Whether the key may be sent again. */
export const isKeyFresh = ({ firstAt }: CallsMade, now: number): boolean =>
  firstAt !== null && now < firstAt + SAME_KEY_MS;

/** Whether what a look-up doesn't find now was never posted. */
export const isLookUpProof = ({ overAt }: CallsMade, now: number): boolean => now >= overAt + PROOF_MS;

/** What posting needs: the organisation's books, and the lease that lets nobody else post there meanwhile. */
export interface PostingContext {
  readonly services: XeroServices;
  readonly books: Books;
  readonly lease: Lease;
}

/**
 * What came of a call. `refused`: nothing was done, now or by an earlier call. `open`: that isn't known.
 * `sent` is what was posted, with its calls as they are written down now.
 */
export type Exchange<Sent, Result> =
  | { readonly kind: 'answered'; readonly sent: Sent; readonly result: Result }
  | { readonly kind: 'refused'; readonly sent: Sent; readonly error: XeroError }
  | { readonly kind: 'open'; readonly sent: Sent; readonly error: XeroError };

/**
 * Makes a call under the key of what was written down. `note` writes down what is known of its calls, and
 * throws when somebody else has done so meanwhile.
 * @throws LeaseLost, WriteRefused when somebody else posts in our place; nothing was sent then.
 */
export async function exchange<Sent extends { readonly calls: CallsMade }, Result>(
  context: PostingContext,
  before: Sent,
  note: (sent: Sent, calls: CallsMade) => Promise<Sent>,
  run: (access: XeroAccess) => Promise<Result>,
): Promise<Exchange<Sent, Result>> {
  let sent = before;
  const announce = async (): Promise<void> => {
    sent = await announceCall(context, sent, note);
  };
  try {
    return { kind: 'answered', result: await context.books.call(run, announce), sent };
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    const { areUnanswered } = before.calls;
    // An earlier call may still be carried out, whatever this one was told.
    if (error.kind === 'refused') return { kind: areUnanswered ? 'open' : 'refused', sent, error };
    if (error.kind !== 'unavailable' && sent !== before) {
      sent = await note(sent, { ...sent.calls, areUnanswered });
    }
    return { kind: 'open', sent, error };
  }
}

/**
 * Writes down that a call is about to start, and makes sure that it may: the lease lasts much longer than the
 * call can, and the key is young enough for Xero to know it.
 */
async function announceCall<Sent extends { readonly calls: CallsMade }>(
  { services: { table, clock }, lease }: PostingContext,
  sent: Sent,
  note: (sent: Sent, calls: CallsMade) => Promise<Sent>,
): Promise<Sent> {
  const startBy = lastStart(await renewLease(table, lease, clock.now()));
  const firstAt = sent.calls.firstAt ?? clock.now();
  const announced = await note(sent, { firstAt, overAt: startBy + CALL_MS, areUnanswered: true });
  const now = clock.now();
  if (now >= startBy || !isKeyFresh(announced.calls, now)) throw new LeaseLost();
  return announced;
}
