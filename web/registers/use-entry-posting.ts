/** Posts the chosen entries of a register, with progress and a way to stop. */
import type { DocumentFailure, PostedDocument, RegisterParams } from '../posting/posted.ts';
import { closePosting, type Posting, usePosting, useShownPosting } from '../posting/postings.ts';
import { continuePosting, runPosting, stopPosting } from '../posting/run-posting.ts';
import { toast } from '../ui/toasts.tsx';
import { registerPart } from './post-entries.ts';
import { registerTexts } from './texts.ts';

interface EntryPosting {
  /** Null if no run is active. */
  readonly progress: Posting | null;
  /** The entries that the last run failed to post, with reasons. */
  readonly failures: readonly DocumentFailure[];
  /** The entries that the last run posted. */
  readonly posted: readonly PostedDocument[];
  /** Does nothing while a run is active. */
  readonly start: (numbers: readonly number[]) => void;
  /** Stops after the current call. */
  readonly stop: () => void;
  /** Goes on after the line was cut. */
  readonly goOn: () => void;
  /** Forgets the result of the last run. */
  readonly close: () => void;
}

export function useEntryPosting(
  params: RegisterParams,
  onPosted: (numbers: readonly number[]) => void,
): EntryPosting {
  const key = params.registerId;
  const posting = usePosting(key);
  useShownPosting(key);
  const start = (numbers: readonly number[]): void =>
    void runPosting({
      key,
      what: 'entry',
      parts: [
        registerPart(params, numbers, {
          onPosted: ({ posted }) => onPosted(posted.map(({ number }) => number)),
          onFailure: (error) => toast.failure(error, registerTexts.post),
        }),
      ],
    });
  return {
    progress: posting && !posting.isOver ? posting : null,
    failures: posting?.failures ?? [],
    posted: posting?.posted ?? [],
    start,
    stop: () => stopPosting(key),
    goOn: () => continuePosting(key),
    close: () => closePosting(key),
  };
}
