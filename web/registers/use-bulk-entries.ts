/** The review of the entries that many registers would post, and their posting. */
import { call } from '../data/api.ts';
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { POSTING_FAILED } from '../posting/run-posting.ts';
import { type ReviewedPosting, useReviewedPosting } from '../posting/use-reviewed-posting.ts';
import { toast } from '../ui/toasts.tsx';
import { registersPart } from './post-entries.ts';
import { missingRoles } from './kinds.tsx';
import { registerTexts } from './texts.ts';
import type { RegisterEntry, RegisterSummary } from './types.ts';

/** A register with its open entries up to the day. */
export interface ReviewedRegister {
  readonly id: string;
  readonly name: string;
  readonly entries: readonly RegisterEntry[];
  /** Why it can't post; null if it can. */
  readonly warning: string | null;
}

type Review = readonly ReviewedRegister[];

interface BulkEntriesRun extends Omit<ReviewedPosting<Review>, 'begun' | 'start'> {
  /** Null until loaded. */
  readonly review: Review | null;
  readonly failure: string | null;
  /** Reads the review again after a failure. */
  readonly retry: () => void;
  /** Posts the entries of some of the reviewed registers. */
  readonly start: (ready: Review) => void;
}

/** Registers that are read at the same time. */
const AT_ONCE = 6;

/** @param through the last day of entries to post; null while it is no date */
export function useBulkEntries(
  entityId: string,
  registers: readonly RegisterSummary[],
  through: string | null,
): BulkEntriesRun {
  const { begun, start: post, ...posting } = useReviewedPosting<Review>('entry');
  const ids = registers.flatMap(({ id, next, status }) =>
    status !== 'archived' && next !== null && through !== null && next.date <= through ? [id] : [],
  );
  const read = usePreview(through === null || begun !== null ? null : { entityId, ids, through }, readReview);
  const review = begun ?? (read.isCurrent && read.preview ? read.preview : null);
  const start = (ready: Review): void => {
    if (through === null || review === null) return;
    const chosen = ready.flatMap(({ id, entries }) =>
      entries.map(({ number }) => ({ params: { entityId, registerId: id }, number })),
    );
    const onFailure = (error: unknown): void => toast.failure(error, registerTexts.post);
    post(review, [registersPart(entityId, through, chosen, { onPosted: () => {}, onFailure })]);
  };
  const failure = read.error ? messageOf(read.error, POSTING_FAILED) : null;
  return { ...posting, review, failure, retry: read.reload, start };
}

async function readReview({
  entityId,
  ids,
  through,
}: {
  readonly entityId: string;
  readonly ids: readonly string[];
  readonly through: string;
}): Promise<Review> {
  const reviewed: ReviewedRegister[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = await Promise.all(
      ids
        .slice(from, from + AT_ONCE)
        .map((registerId) =>
          call('GET /v1/entities/{entityId}/registers/{registerId}', { params: { entityId, registerId } }),
        ),
    );
    for (const register of some) {
      const { id, name } = register;
      const entries = register.entries.filter(({ state, date }) => state === 'open' && date <= through);
      const warning = missingRoles(register).length > 0 ? registerTexts.noAccounts : null;
      reviewed.push({ id, name, entries, warning });
    }
  }
  return reviewed;
}
