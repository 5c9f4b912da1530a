/** The review of what many schedules would post, and its posting: loading, posting, done. */
import { useEffect, useRef, useState } from 'react';
import type { Input } from '../../functions/client/route-client.ts';
import { type Answer, call } from '../data/api.ts';
import { messageOf } from '../data/problem.ts';
import { answeredPayments, type CodedAnswers } from './coded-match.tsx';
import { type PaymentFailure, type PostedPayment, postPayments, refreshPosted } from './post-payments.ts';

const PREVIEW = 'POST /v1/posting/preview';
export type Review = Answer<typeof PREVIEW>;
export type ReviewedSchedule = Review['schedules'][number];
/** Schedules, or all schedules of entities. */
export type PostingChoice = Omit<Input<typeof PREVIEW>['body'], 'through' | 'searchXero'>;

const FAILED = 'Something went wrong. Please try again later.';

/** The outcomes of a schedule's payments so far. */
export interface Result {
  /** How many are to be posted: those that are not left out. */
  readonly asked: number;
  readonly posted: readonly PostedPayment[];
  readonly failures: readonly PaymentFailure[];
  /** Why the rest wasn't asked for; null if all was. */
  readonly stoppedBy: string | null;
}

export interface BulkPosting {
  readonly review: Review | null;
  readonly failure: string | null;
  /** Whether Xero is being searched for payments that are coded already. */
  readonly isSearching: boolean;
  readonly phase: 'review' | 'posting' | 'done';
  /** By the id of the schedule, for those that were begun. */
  readonly results: ReadonlyMap<string, Result>;
  /** Reads the review again after a failure. */
  readonly retry: () => void;
  readonly start: (answers: CodedAnswers) => Promise<void>;
  readonly stop: () => void;
}

interface Loaded extends Pick<BulkPosting, 'review' | 'failure' | 'isSearching'> {
  /** The request that it answers. */
  readonly key: string;
}

const NOTHING = { review: null, failure: null, isSearching: false };

/** @param through the last date of payments to post; the review is read again when it changes */
export function useBulkPosting(choice: PostingChoice, through: string | null): BulkPosting {
  const [loaded, setLoaded] = useState<Loaded>({ ...NOTHING, key: '' });
  const [phase, setPhase] = useState<BulkPosting['phase']>('review');
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const isStopped = useRef(false);
  const key = JSON.stringify({ body: { ...choice, through }, attempt });
  const { review, failure, isSearching } = loaded.key === key ? loaded : NOTHING;
  useEffect(() => {
    let isCurrent = true;
    const show = (shown: Partial<Loaded>): void => {
      if (isCurrent) setLoaded({ ...NOTHING, ...shown, key });
    };
    const read = async (): Promise<void> => {
      const { body } = JSON.parse(key) as Pick<Input<typeof PREVIEW>, 'body'>;
      let first: Review | null = null;
      try {
        first = await call(PREVIEW, { body });
        show({ review: first, isSearching: first.count > 0 });
        if (isCurrent && first.count > 0) {
          show({ review: await call(PREVIEW, { body: { ...body, searchXero: true } }) });
        }
      } catch (error) {
        // The list stays in view when only the search in Xero fails.
        show({ review: first, failure: messageOf(error, FAILED) });
      }
    };
    if (through !== null) void read();
    return () => {
      isCurrent = false;
    };
  }, [key, through]);

  const post = async (schedule: ReviewedSchedule, answers: CodedAnswers): Promise<Result> => {
    const { entityId, scheduleId } = schedule;
    const params = { entityId, scheduleId };
    const { ids, decisions } = answeredPayments(
      schedule.payments.map(({ id }) => id),
      answers,
    );
    let result: Result = { asked: ids.length, posted: [], failures: [], stoppedBy: null };
    const note = (next: Result): void => {
      result = next;
      setResults((before) => new Map(before).set(scheduleId, next));
    };
    note(result);
    try {
      await postPayments(params, ids, {
        decisions,
        isStopped: () => isStopped.current,
        onPosted: ({ posted, failures }) =>
          note({
            ...result,
            posted: [...result.posted, ...posted],
            failures: [...result.failures, ...failures],
          }),
      });
    } catch (error) {
      note({ ...result, stoppedBy: messageOf(error, FAILED) });
    }
    return result;
  };
  const start: BulkPosting['start'] = async (answers) => {
    isStopped.current = false;
    setPhase('posting');
    const posted: PostedPayment[] = [];
    for (const schedule of review?.schedules ?? []) {
      if (isStopped.current) break;
      if (schedule.payments.length > 0) posted.push(...(await post(schedule, answers)).posted);
    }
    setPhase('done');
    await refreshPosted(posted);
  };
  const stop = (): void => void (isStopped.current = true);
  const retry = (): void => setAttempt((before) => before + 1);
  return { review, failure, isSearching, phase, results, retry, start, stop };
}
