/** The review of the entries that many registers would post, and their posting. */
import { useState } from 'react';
import { call } from '../data/api.ts';
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { type Posting, usePosting, useShownPosting } from '../posting/postings.ts';
import { continuePosting, POSTING_FAILED, runPosting, stopPosting } from '../posting/run-posting.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
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

interface BulkEntries {
  /** Null until loaded. */
  readonly review: readonly ReviewedRegister[] | null;
  readonly failure: string | null;
  readonly phase: 'review' | 'posting' | 'done';
  readonly running: Posting | undefined;
  readonly retry: () => void;
  readonly start: (ready: readonly ReviewedRegister[]) => void;
  readonly stop: () => void;
  /** Goes on after the line was cut. */
  readonly goOn: () => void;
}

/** Registers that are read at the same time. */
const AT_ONCE = 6;

/** @param through the last day of entries to post; null while it is no date */
export function useBulkEntries(
  entityId: string,
  registers: readonly RegisterSummary[],
  through: string | null,
): BulkEntries {
  const [begun, setBegun] = useState<readonly ReviewedRegister[] | null>(null);
  const [phase, setPhase] = useState<BulkEntries['phase']>('review');
  const [key] = useState(() => crypto.randomUUID());
  const running = usePosting(key);
  useShownPosting(key);
  const ids = registers.flatMap(({ id, next, status }) =>
    status !== 'archived' && next !== null && through !== null && next.date <= through ? [id] : [],
  );
  const read = usePreview(through === null || begun !== null ? null : { entityId, ids, through }, readReview);
  const review = begun ?? (read.isCurrent && read.preview ? read.preview : null);
  const { start } = useAction(async (ready: readonly ReviewedRegister[]) => {
    if (through === null) return;
    setBegun(review);
    setPhase('posting');
    const chosen = ready.flatMap(({ id, entries }) =>
      entries.map(({ number }) => ({ params: { entityId, registerId: id }, number })),
    );
    await runPosting({
      key,
      what: 'entry',
      parts: [
        registersPart(entityId, through, chosen, {
          onPosted: () => {},
          onFailure: (error) => toast.failure(error, registerTexts.post),
        }),
      ],
    });
    setPhase('done');
  }, toast.failure);
  return {
    review,
    failure: read.error ? messageOf(read.error, POSTING_FAILED) : null,
    phase,
    running,
    retry: read.reload,
    start,
    stop: () => stopPosting(key),
    goOn: () => continuePosting(key),
  };
}

async function readReview({
  entityId,
  ids,
  through,
}: {
  readonly entityId: string;
  readonly ids: readonly string[];
  readonly through: string;
}): Promise<readonly ReviewedRegister[]> {
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
