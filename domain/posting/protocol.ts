/**
 * The rules that make a document reach Xero exactly once.
 *
 * Xero remembers an idempotency key for six minutes, perhaps for one access token only, and perhaps not before the call
 * is over; its search lags; and a call that was given up may still be carried out. So a document is written down first,
 * with its bytes and its key, and there are two ways only to learn its outcome: the answer to the same bytes under the
 * same key and token, within five minutes of the first call, once the last one is over; or a complete search. Only a search made ten minutes or more after the last call
 * proves that a document was not posted, and only then may it be posted under another key.
 */
import { referenceIn } from './document-reference.ts';

const MINUTE = 60_000;

/** The time limit of one call to Xero, in milliseconds: for a page, and for a job, since large organisations are slow. */
export const CALL_MS = 20_000;
export const JOB_CALL_MS = 60_000;

/** The record of the calls made under one idempotency key. Instants are milliseconds since the epoch. */
export interface CallsMade {
  /** The start of the first call that may have done something; null before. */
  readonly firstAt: number | null;
  /** The latest end of the last call. */
  readonly overAt: number;
  /** Whether a call may have been carried out without an answer. */
  readonly areUnanswered: boolean;
  /** Whether the last call may still be under way: it was given up, or its process is gone. */
  readonly mayRun: boolean;
  /** Digest of the access token that the key was sent under; null before the first call. */
  readonly tokenDigest: string | null;
}

/** The decisions of the protocol. A simulation replaces one of them to prove that it would notice. */
export interface ProtocolRules {
  /** Whether the same bytes may be sent under the key, with the access token of that digest. */
  mayUseKey(calls: CallsMade, now: number, tokenDigest: string): boolean;
  /** Whether a refusal means that nothing was posted: not while an earlier call may still be carried out. */
  trustsRefusal(before: CallsMade): boolean;
  /** Whether a complete search that does not find a document proves that it was not posted. */
  provesAbsence(calls: CallsMade, now: number): boolean;
  /** The same for documents of before a restore of the table, with the time since which no process posted. */
  provesAbsenceAt(quietSince: number, now: number): boolean;
  /** The part of a lease that must be left when a page's call starts, in milliseconds; a job's has as much more as it lasts. */
  readonly leaseSpareMs: number;
  /** Whether a call that was prepared may still start. */
  mayStart(now: number, startBy: number): boolean;
  /** The time that a call of `callMs` at most gets, in milliseconds, when everything must be over at `endBy`. */
  timeFor(now: number, endBy: number, callMs?: number): number;
  /** The reference of a document in a text of Xero's; null for documents of others. */
  referenceIn(text: string): string | null;
}

/** How long after its first call a key may be sent again; Xero remembers it for six minutes. */
const KEY_LIFETIME_MS = 5 * MINUTE;

/** How long after the last call a search proves absence. */
export const PROOF_WINDOW_MS = 10 * MINUTE;

export const protocolRules: ProtocolRules = {
  mayUseKey: ({ firstAt, areUnanswered, mayRun, tokenDigest }, now, present) =>
    // Calls that are known to have done nothing leave the key as good as new.
    firstAt === null ||
    !areUnanswered ||
    (!mayRun && now < firstAt + KEY_LIFETIME_MS && tokenDigest === present),
  trustsRefusal: ({ areUnanswered }) => !areUnanswered,
  provesAbsence: ({ overAt }, now) => now >= overAt + PROOF_WINDOW_MS,
  provesAbsenceAt: (quietSince, now) => now >= quietSince + PROOF_WINDOW_MS,
  leaseSpareMs: 3 * CALL_MS,
  mayStart: (now, startBy) => now < startBy,
  timeFor: (now, endBy, callMs = CALL_MS) => Math.max(0, Math.min(callMs, endBy - now)),
  referenceIn,
};
