/** Posts payments of one schedule to Xero, call by call, and takes posted ones back. */
import type { Input } from '../../functions/client/route-client.ts';
import { call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import type { SchedulePayment } from '../data/answers.ts';
import { ApiError, messageOf } from '../data/problem.ts';
import { reauthenticatingCall } from '../data/reauthenticating-call.ts';
import { today } from '../ui/dates.ts';

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';
const SYNC = `PUT ${SCHEDULE}/sync/xero/payments` as const;
const PREVIEW = `POST ${SCHEDULE}/sync/xero/payments/preview` as const;
const REVERSE = `POST ${SCHEDULE}/payments/{paymentId}/reversal` as const;

/** The payments of one call. */
const BATCH = 50;

export interface ScheduleParams {
  readonly entityId: string;
  readonly scheduleId: string;
}

/** A payment that wasn't posted, or not taken back, with the reason. */
export interface PaymentFailure {
  readonly id: string;
  readonly message: string;
}

/** The decision of a user about a payment that a transaction in Xero may be already. */
export type Decision = NonNullable<Input<typeof SYNC>['body']['decisions']>[number];

/** The outcome of one call. */
export interface PostedSoFar {
  /** All payments that it was asked for, as they are now. */
  readonly payments: readonly SchedulePayment[];
  /** Those in Xero. */
  readonly posted: readonly PostedPayment[];
  readonly failures: readonly PaymentFailure[];
}

interface Watch {
  readonly decisions?: readonly Decision[];
  /** Runs before each call. `done` payments have been through one, `batch` are in this one. */
  readonly onBatch?: (progress: { readonly done: number; readonly batch: number }) => void;
  /** Runs after each call. */
  readonly onPosted: (answer: PostedSoFar) => void;
  /** Asked before each call; what is left then stays as it is. */
  readonly isStopped: () => boolean;
}

/** Xero allows 60 calls a minute, so payments of many months or loans are searched for and posted bit by bit. */
const LATER: ReadonlySet<string> = new Set(['payment/not-checked', 'xero/throttled']);
const WAITS = 4;
const WAIT_MS = 15_000;

/**
 * Payments with a decision go first, so that their transactions are taken. Those that Xero's limit of calls leaves are
 * tried again.
 * @throws what a call throws that posts nothing; the calls before it have been told to `onPosted`
 */
export async function postPayments(
  params: ScheduleParams,
  ids: readonly string[],
  watch: Watch,
): Promise<void> {
  const decided = new Set(watch.decisions?.map(({ paymentId }) => paymentId));
  let left = [...ids.filter((id) => decided.has(id)), ...ids.filter((id) => !decided.has(id))];
  for (let waits = 0; ;) {
    const isLast = waits === WAITS;
    const unchecked = await postOnce(params, left, { ...watch, isLast, before: ids.length - left.length });
    if (isLast || unchecked.length === 0 || watch.isStopped()) return;
    if (unchecked.length === left.length) {
      waits++;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
    left = unchecked;
  }
}

interface Round extends Watch {
  /** Whether payments that the limit leaves count as failures. */
  readonly isLast: boolean;
  /** How many payments are done. */
  readonly before: number;
}

/** Returns the payments that the limit leaves. */
async function postOnce(
  params: ScheduleParams,
  ids: readonly string[],
  { decisions = [], onBatch, onPosted, isStopped, isLast, before }: Round,
): Promise<string[]> {
  const unchecked: string[] = [];
  for (let done = 0; done < ids.length && !isStopped(); done += BATCH) {
    const batch = ids.slice(done, done + BATCH);
    onBatch?.({ done: before + done, batch: batch.length });
    const own = decisions.filter(({ paymentId }) => batch.includes(paymentId));
    const body = { SyncSchedulePayments: batch, ...(own.length > 0 && { decisions: own }) };
    try {
      const answer = await call(SYNC, { params, body });
      const isLater = ({ code }: { readonly code: string }): boolean => LATER.has(code) && !isLast;
      const inXero = answer.schedulePayments.filter(({ xeroSynchronized }) => xeroSynchronized);
      unchecked.push(...answer.errors.filter(isLater).map(({ id }) => id));
      onPosted({
        payments: answer.schedulePayments,
        posted: inXero.map(({ id, number }) => ({ params, id, number })),
        failures: answer.errors.filter((error) => !isLater(error)),
      });
    } catch (error) {
      if (isLast || !isLimit(error)) throw error;
      unchecked.push(...batch);
    }
  }
  return unchecked;
}

/** Whether a call did nothing because of Xero's limit. */
const isLimit = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || LATER.has(error.problem.code ?? ''));

/** Whether the review of payments has nothing to say; false too when it can't be read. */
export async function hasNoWarnings(params: ScheduleParams, ids: readonly string[]): Promise<boolean> {
  try {
    const body = { SyncSchedulePayments: [...ids] };
    const { warnings, documents, unsearched } = await call(PREVIEW, { params, body });
    const isClear = documents.every(({ matches }) => matches.length === 0) && unsearched.length === 0;
    return warnings.length === 0 && isClear;
  } catch {
    return false;
  }
}

/** A payment that was posted. */
export interface PostedPayment {
  readonly params: ScheduleParams;
  readonly id: string;
  readonly number: number;
}

/**
 * Deletes the documents of payments in Xero, the newest first. Returns those that stay, with reasons.
 * @param onProgress called with how many have been tried
 */
export async function takeBack(
  posted: readonly PostedPayment[],
  onProgress: (done: number) => void,
): Promise<readonly (PostedPayment & { readonly message: string })[]> {
  const kept: (PostedPayment & { readonly message: string })[] = [];
  for (const [index, payment] of posted.toReversed().entries()) {
    const params = { ...payment.params, paymentId: payment.id };
    try {
      await reauthenticatingCall(REVERSE, { params, body: { date: today(), mode: 'delete' } });
    } catch (error) {
      kept.push({ ...payment, message: messageOf(error, 'It could not be deleted in Xero.') });
    }
    onProgress(index + 1);
  }
  await refreshPosted(posted);
  return kept;
}

/** Repeats the reads of the schedules that payments were posted for. */
export async function refreshPosted(posted: readonly Pick<PostedPayment, 'params'>[]): Promise<void> {
  const entities = new Map(posted.map(({ params }) => [params.entityId, params]));
  await Promise.all([...entities.values()].map((params) => refreshAfter(SYNC, { params })));
}
