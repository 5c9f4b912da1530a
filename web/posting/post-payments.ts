/** Posts payments to Xero, call by call. */
import type { Input } from '../../functions/client/route-client.ts';
import { call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import { Unreachable } from '../data/problem.ts';
import { isBusy, isLimit, isLimitCode, WAIT_MS, WAITS } from './limits.ts';
import type { PostedPayment } from './posted.ts';
import type { PostingPart, PostingWatch } from './run-posting.ts';

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';
const SYNC = `PUT ${SCHEDULE}/sync/xero/payments` as const;
const SYNC_MANY = 'PUT /v1/entities/{entityId}/sync/xero/payments';
const PREVIEW = `POST ${SCHEDULE}/sync/xero/payments/preview` as const;

/** The payments of one call. Those of several schedules share its reads of Xero. */
const BATCH = { one: 50, many: 200 };

/** The decision of a user about a payment that a transaction in Xero may be already. */
export type Decision = NonNullable<Input<typeof SYNC>['body']['decisions']>[number];

/** A payment that wasn't posted, with the reason. */
export type PaymentFailure = PostedPayment & { readonly message: string };

/** The outcome of one call. */
export interface PostedSoFar {
  /** All payments that it was asked for, as they are now. */
  readonly payments: readonly SchedulePayment[];
  /** Those in Xero. */
  readonly posted: readonly PostedPayment[];
  readonly failures: readonly PaymentFailure[];
}

interface Watch extends Omit<PostingWatch, 'onPosted'> {
  readonly decisions: readonly Decision[];
  readonly onPosted: (answer: PostedSoFar) => void;
}

/** A payment of a schedule. */
export interface ChosenPayment {
  readonly params: ScheduleParams;
  readonly id: string;
}

/**
 * Posts payments of one entity's schedules. Those with a decision go first, so that their transactions are taken. Those
 * that Xero's limit of calls leaves are tried again.
 * @throws what a call throws that posts nothing; the calls before it have been told to `onPosted`
 */
export async function postPayments(chosen: readonly ChosenPayment[], watch: Watch): Promise<void> {
  const decided = new Set(watch.decisions.map(({ paymentId }) => paymentId));
  let left = chosen.toSorted((a, b) => Number(decided.has(b.id)) - Number(decided.has(a.id)));
  let wasCut = false;
  const goesOn = async (): Promise<boolean> => {
    wasCut = true;
    return watch.goesOn();
  };
  for (let waits = 0; ;) {
    const isLast = waits === WAITS;
    const before = chosen.length - left.length;
    // The call that got no answer may still post.
    const isLimited = (error: unknown): boolean => isLimit(error) || (wasCut && isBusy(error));
    const unchecked = await postOnce(left, { ...watch, goesOn, isLimited, isLast, before });
    if (isLast || unchecked.length === 0 || watch.isStopped()) return;
    if (unchecked.length === left.length) {
      waits++;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
    left = unchecked;
  }
}

interface Round extends Watch {
  /** Whether a call did nothing and can be made later. */
  readonly isLimited: (error: unknown) => boolean;
  /** Whether payments that the limit leaves count as failures. */
  readonly isLast: boolean;
  /** How many payments are done. */
  readonly before: number;
}

/** Returns the payments that the limit leaves. */
async function postOnce(
  chosen: readonly ChosenPayment[],
  { decisions, onBatch, onPosted, isStopped, goesOn, isLimited, isLast, before }: Round,
): Promise<ChosenPayment[]> {
  const unchecked: ChosenPayment[] = [];
  const isOne = new Set(chosen.map(({ params }) => params.scheduleId)).size === 1;
  const size = isOne ? BATCH.one : BATCH.many;
  for (let done = 0; done < chosen.length && !isStopped();) {
    const batch = chosen.slice(done, done + size);
    onBatch({ done: before + done, batch: batch.length });
    try {
      const answers = await sendBatch(batch, decisions);
      done += size;
      const isLater = ({ code }: { readonly code: string }): boolean => isLimitCode(code) && !isLast;
      const later = new Set(answers.flatMap(({ errors }) => errors.filter(isLater).map(({ id }) => id)));
      unchecked.push(...batch.filter(({ id }) => later.has(id)));
      onPosted({
        payments: answers.flatMap(({ schedulePayments }) => schedulePayments),
        posted: answers.flatMap(({ params, schedulePayments }) =>
          schedulePayments
            .filter(({ xeroSynchronized }) => xeroSynchronized)
            .map(({ id, number }) => ({ params, id, number })),
        ),
        failures: answers.flatMap(({ params, schedulePayments, errors }) => {
          const numbers = new Map(schedulePayments.map(({ id, number }) => [id, number]));
          return errors
            .filter((error) => !isLater(error))
            .map(({ id, message }) => ({ params, id, number: numbers.get(id) ?? 0, message }));
        }),
      });
    } catch (error) {
      if (error instanceof Unreachable && (await goesOn())) continue;
      if (isLast || !isLimited(error)) throw error;
      done += size;
      unchecked.push(...batch);
    }
  }
  return unchecked;
}

/** Posts payments by one call. Returns the answer about each schedule. */
async function sendBatch(batch: readonly ChosenPayment[], decisions: readonly Decision[]) {
  const bodies = Map.groupBy(batch, ({ params }) => params.scheduleId).values();
  const asked = Array.from(bodies, (own) => {
    const ids = own.map(({ id }) => id);
    const decided = decisions.filter(({ paymentId }) => ids.includes(paymentId));
    const body = { SyncSchedulePayments: ids, ...(decided.length > 0 && { decisions: decided }) };
    return own.slice(0, 1).map(({ params }) => ({ params, body }));
  }).flat();
  const [first, second] = asked;
  if (!first) return [];
  if (!second) return [{ params: first.params, ...(await call(SYNC, first)) }];
  const { entityId } = first.params;
  const { schedules } = await call(SYNC_MANY, {
    params: { entityId },
    body: asked.map(({ params: { scheduleId }, body }) => ({ scheduleId, ...body })),
  });
  return schedules.map(({ scheduleId, ...answer }) => ({ params: { entityId, scheduleId }, ...answer }));
}

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

/** Payments of one entity as a part of a posting. */
export const paymentsPart = (
  chosen: readonly ChosenPayment[],
  {
    decisions = [],
    onPosted,
    onFailure,
  }: {
    readonly decisions?: readonly Decision[];
    readonly onPosted: (answer: PostedSoFar) => void;
    readonly onFailure: (error: unknown) => void;
  },
): PostingPart => ({
  count: chosen.length,
  post: (watch) =>
    postPayments(chosen, {
      ...watch,
      decisions,
      onPosted: (answer) => {
        watch.onPosted(answer);
        onPosted(answer);
      },
    }),
  onFailure,
  refresh: async () => {
    const [first] = chosen;
    if (first) await refreshAfter(SYNC, first);
  },
});
