/** Runs postings, independent of the page that is shown. */
import { messageOf } from '../data/problem.ts';
import { addPosting, changePosting, ownerNow, type Posting } from './postings.ts';

export const POSTING_FAILED = 'Something went wrong. Please try again later.';

/** The course of a part as its posting follows it. */
export interface PostingWatch {
  /** Runs before each call. `done` documents have been through one, `batch` are in this one. */
  readonly onBatch: (progress: { readonly done: number; readonly batch: number }) => void;
  /** Runs after each call. */
  readonly onPosted: (answer: Pick<Posting, 'posted' | 'failures'>) => void;
  /** Asked before each call; what is left then stays as it is. */
  readonly isStopped: () => boolean;
  /** Asked when no answer came; true makes the call again. Nothing is posted twice by it. */
  readonly goesOn: () => Promise<boolean>;
}

/** The part of a posting that belongs to one entity. */
export interface PostingPart {
  readonly count: number;
  /** @throws what a call throws that posts nothing; the calls before it have been told to `onPosted` */
  readonly post: (watch: PostingWatch) => Promise<void>;
  /** Runs when the part ends early; its calls before have been told to `onPosted`. */
  readonly onFailure: (error: unknown) => void;
  /** Repeats the reads that show what was posted. */
  readonly refresh: () => Promise<void>;
}

interface PostingWork extends Pick<Posting, 'key' | 'what'> {
  /** Posted one after the other. A part that fails hinders no other. */
  readonly parts: readonly PostingPart[];
}

interface Control {
  isStopped: boolean;
  /** Answers a posting whose line was cut: whether it goes on. */
  answer: ((goesOn: boolean) => void) | null;
}

const controls = new Map<string, Control>();

/** Returns when the posting is over; it never throws. Does nothing while one of the key is under way. */
export async function runPosting({ key, what, parts }: PostingWork): Promise<void> {
  if (controls.has(key)) return;
  const control: Control = { isStopped: false, answer: null };
  controls.set(key, control);
  const owner = ownerNow();
  addPosting({
    key,
    what,
    owner,
    total: parts.reduce((sum, { count }) => sum + count, 0),
    done: 0,
    batch: 0,
    isStopping: false,
    isCut: false,
    isOver: false,
    posted: [],
    failures: [],
    stoppedBy: null,
  });
  const goesOn = (): Promise<boolean> =>
    new Promise((resolve) => {
      control.answer = resolve;
      changePosting(key, () => ({ isCut: true }));
    });
  // Another session may not see what this one posts.
  const isStopped = (): boolean => control.isStopped || ownerNow() !== owner;
  let before = 0;
  for (const part of parts) {
    if (isStopped()) break;
    const start = before;
    try {
      await part.post({
        isStopped,
        goesOn,
        onBatch: ({ done, batch }) => changePosting(key, () => ({ done: start + done, batch })),
        onPosted: (answer) =>
          changePosting(key, ({ posted, failures }) => ({
            posted: [...posted, ...answer.posted],
            failures: [...failures, ...answer.failures],
          })),
      });
    } catch (error) {
      changePosting(key, () => ({ stoppedBy: messageOf(error, POSTING_FAILED) }));
      part.onFailure(error);
    }
    before += part.count;
    changePosting(key, () => ({ done: before }));
    await part.refresh();
  }
  controls.delete(key);
  changePosting(key, () => ({ isOver: true, isCut: false, isStopping: false }));
}

/** Stops a posting after its current call. */
export function stopPosting(key: string): void {
  const control = controls.get(key);
  if (!control) return;
  control.isStopped = true;
  changePosting(key, () => ({ isStopping: true }));
  decide(key, false);
}

/** Lets a posting go on whose line was cut. */
export const continuePosting = (key: string): void => decide(key, true);

function decide(key: string, goesOn: boolean): void {
  changePosting(key, () => ({ isCut: false }));
  controls.get(key)?.answer?.(goesOn);
}
