/** The review of what many schedules would post, and its posting: loading, posting, done. */
import { useState } from 'react';
import type { Input } from '../../functions/client/route-client.ts';
import { type Answer, call } from '../data/api.ts';
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { answeredPayments, type CodedAnswers, useRepeats } from './coded-match.tsx';
import { type Decision, type PaymentFailure, paymentsPart } from './post-payments.ts';
import type { PostedPayment } from './posted.ts';
import { POSTING_FAILED } from './run-posting.ts';
import { type ReviewedPosting, useReviewedPosting } from './use-reviewed-posting.ts';

const PREVIEW = 'POST /v1/posting/preview';
export type Review = Answer<typeof PREVIEW>;
export type ReviewedSchedule = Review['schedules'][number];
/** Schedules, or all schedules of entities. */
export type PostingChoice = Omit<Input<typeof PREVIEW>['body'], 'through' | 'searchXero'>;

/** The outcomes of a schedule's payments so far. */
export interface Result {
  /** How many are to be posted: those that are not left out. */
  readonly asked: number;
  readonly posted: readonly PostedPayment[];
  readonly failures: readonly PaymentFailure[];
  /** Why the rest wasn't asked for; null if all was. */
  readonly stoppedBy: string | null;
}

export interface BulkPostingRun extends Omit<ReviewedPosting<Review>, 'begun' | 'start'> {
  readonly review: Review | null;
  readonly failure: string | null;
  /** Whether Xero is being searched for payments that are coded already. */
  readonly isSearching: boolean;
  /** By the id of the schedule, for those that were begun. */
  readonly results: ReadonlyMap<string, Result>;
  /** Reads the review again after a failure. */
  readonly retry: () => void;
  /** Searches Xero again; null when that was done often enough. */
  readonly repeat: (() => void) | null;
  /** Posts what is reviewed, without the schedules that are left out. */
  readonly start: (answers: CodedAnswers, excluded: ReadonlySet<string>) => void;
}

const readReview = (input: Input<typeof PREVIEW>): Promise<Review> => call(PREVIEW, input);

/** @param through the last date of payments to post; the review is read again when it changes */
export function useBulkPosting(choice: PostingChoice, through: string | null): BulkPostingRun {
  const { begun, start: post, ...posting } = useReviewedPosting<Review>('payment');
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const body = through === null || begun !== null ? null : { ...choice, through };
  const listed = usePreview(body && { body }, readReview);
  const list = listed.isCurrent && listed.preview ? listed.preview : null;
  const isSearched = body !== null && list !== null && list.count > 0;
  const found = usePreview(isSearched ? { body: { ...body, searchXero: true } } : null, readReview);
  const repeat = useRepeats(found.reload);
  const isSearching = isSearched && !found.isCurrent && found.error === undefined;
  // The list stays in view when only the search in Xero fails.
  const review = begun ?? (found.isCurrent && found.preview ? found.preview : list);
  const problem = listed.error ?? found.error;
  const failure = problem === undefined ? null : messageOf(problem, POSTING_FAILED);
  const retry = found.error ? found.reload : listed.reload;

  const start = (answers: CodedAnswers, excluded: ReadonlySet<string>): void => {
    if (review === null) return;
    const ready = review.schedules.filter(
      ({ scheduleId, payments }) => payments.length > 0 && !excluded.has(scheduleId),
    );
    const own = new Map<string, Result>();
    const note = (scheduleId: string, next: Result): void => {
      own.set(scheduleId, next);
      setResults(new Map(own));
    };
    const decisions: Decision[] = [];
    const chosen = ready.flatMap(({ entityId, scheduleId, payments }) => {
      const answered = answeredPayments(
        payments.map(({ id }) => id),
        answers,
      );
      decisions.push(...answered.decisions);
      own.set(scheduleId, { asked: answered.ids.length, posted: [], failures: [], stoppedBy: null });
      const ids = new Set(answered.ids);
      return payments
        .filter(({ id }) => ids.has(id))
        .map(({ id, date }) => ({ params: { entityId, scheduleId }, id, date }));
    });
    // Each call then searches few days of Xero.
    chosen.sort((a, b) => a.date.localeCompare(b.date));
    const parts = [...Map.groupBy(chosen, ({ params }) => params.entityId).values()].map((part) =>
      paymentsPart(part, {
        decisions,
        onPosted: ({ posted, failures }) => {
          for (const [scheduleId, result] of own) {
            const isOwn = ({ params }: PostedPayment): boolean => params.scheduleId === scheduleId;
            note(scheduleId, {
              ...result,
              posted: [...result.posted, ...posted.filter(isOwn)],
              failures: [...result.failures, ...failures.filter(isOwn)],
            });
          }
        },
        onFailure: (error) => {
          const stoppedBy = messageOf(error, POSTING_FAILED);
          for (const scheduleId of new Set(part.map(({ params }) => params.scheduleId))) {
            const result = own.get(scheduleId);
            const isLeft = result && result.posted.length + result.failures.length < result.asked;
            if (isLeft) note(scheduleId, { ...result, stoppedBy });
          }
        },
      }),
    );
    post(review, parts);
  };
  return { ...posting, review, failure, isSearching, results, retry, repeat, start };
}
