/** The posting of what a review shows: the review stays as it was read, with the outcome beside it. */
import { useState } from 'react';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import type { PostedWhat } from './posted.ts';
import { type Posting, usePosting, useShownPosting } from './postings.ts';
import { continuePosting, type PostingPart, runPosting, stopPosting } from './run-posting.ts';

export type ReviewPhase = 'review' | 'posting' | 'done';

export interface ReviewedPosting<Review> {
  readonly phase: ReviewPhase;
  /** The review as it was when its posting began; null before. */
  readonly begun: Review | null;
  /** The posting, with its result once it is over; undefined before. */
  readonly running: Posting | undefined;
  readonly start: (review: Review, parts: readonly PostingPart[]) => void;
  readonly stop: () => void;
  /** Goes on after the line was cut. */
  readonly goOn: () => void;
}

export function useReviewedPosting<Review>(what: PostedWhat): ReviewedPosting<Review> {
  const [begun, setBegun] = useState<Review | null>(null);
  const [phase, setPhase] = useState<ReviewPhase>('review');
  const [key] = useState(() => crypto.randomUUID());
  const running = usePosting(key);
  useShownPosting(key);
  const { start } = useAction(async (review: Review, parts: readonly PostingPart[]) => {
    setBegun(review);
    setPhase('posting');
    await runPosting({ key, what, parts });
    setPhase('done');
  }, toast.failure);
  return {
    phase,
    begun,
    running,
    start,
    stop: () => stopPosting(key),
    goOn: () => continuePosting(key),
  };
}
