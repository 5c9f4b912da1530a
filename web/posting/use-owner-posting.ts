/** Posts documents of one schedule or register, with progress and a way to stop. */
import type { DocumentFailure, PostedDocument } from './posted.ts';
import { closePosting, type Posting, usePosting, useShownPosting } from './postings.ts';
import { continuePosting, type PostingPart, runPosting, stopPosting } from './run-posting.ts';

export interface OwnerPosting {
  /** Null if no run is active. */
  readonly progress: Posting | null;
  /** The documents that the last run failed to post, with reasons. */
  readonly failures: readonly DocumentFailure[];
  /** The documents that the last run posted. */
  readonly posted: readonly PostedDocument[];
  /** Does nothing while a run is active. */
  readonly run: (part: PostingPart) => void;
  /** Stops after the current call. */
  readonly stop: () => void;
  /** Goes on after the line was cut. */
  readonly goOn: () => void;
  /** Forgets the result of the last run. */
  readonly close: () => void;
}

/** @param key the id of the schedule or the register */
export function useOwnerPosting(key: string, what: Posting['what']): OwnerPosting {
  const posting = usePosting(key);
  useShownPosting(key);
  return {
    progress: posting && !posting.isOver ? posting : null,
    failures: posting?.failures ?? [],
    posted: posting?.posted ?? [],
    run: (part) => void runPosting({ key, what, parts: [part] }),
    stop: () => stopPosting(key),
    goOn: () => continuePosting(key),
    close: () => closePosting(key),
  };
}
