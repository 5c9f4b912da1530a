/** Runs postings of payments, whichever page is shown meanwhile. */
import { messageOf } from '../data/problem.ts';
import {
  type ChosenPayment,
  type Decision,
  postPayments,
  type PostedSoFar,
  refreshPosted,
} from './post-payments.ts';
import { addPosting, changePosting, ownerNow } from './postings.ts';

export const POSTING_FAILED = 'Something went wrong. Please try again later.';

interface PostingWork {
  readonly key: string;
  /** Payments of one entity each, posted one part after the other. A part that fails hinders no other. */
  readonly parts: readonly (readonly ChosenPayment[])[];
  readonly decisions?: readonly Decision[];
  /** Runs after each call. */
  readonly onPosted: (answer: PostedSoFar) => void;
  /** Runs when a part ends early; its calls before have been told to `onPosted`. */
  readonly onFailure: (error: unknown, part: readonly ChosenPayment[]) => void;
}

interface Control {
  isStopped: boolean;
  /** Answers a posting whose line was cut: whether it goes on. */
  answer: ((goesOn: boolean) => void) | null;
}

const controls = new Map<string, Control>();

/** Returns when the posting is over; it never throws. Does nothing while one of the key is under way. */
export async function runPosting({
  key,
  parts,
  decisions = [],
  onPosted,
  onFailure,
}: PostingWork): Promise<void> {
  if (controls.has(key)) return;
  const control: Control = { isStopped: false, answer: null };
  controls.set(key, control);
  const owner = ownerNow();
  addPosting({
    key,
    owner,
    total: parts.reduce((sum, { length }) => sum + length, 0),
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
      await postPayments(part, {
        decisions,
        isStopped,
        goesOn,
        onBatch: ({ done, batch }) => changePosting(key, () => ({ done: start + done, batch })),
        onPosted: (answer) => {
          changePosting(key, ({ posted, failures }) => ({
            posted: [...posted, ...answer.posted],
            failures: [...failures, ...answer.failures],
          }));
          onPosted(answer);
        },
      });
    } catch (error) {
      changePosting(key, () => ({ stoppedBy: messageOf(error, POSTING_FAILED) }));
      onFailure(error, part);
    }
    before += part.length;
    changePosting(key, () => ({ done: before }));
    await refreshPosted(part.slice(0, 1));
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
