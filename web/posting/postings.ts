/** The postings of this tab. They live above the pages: each goes on, can be stopped and can be undone on any of them. */
import { useEffect } from 'react';
import { answersOwner } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { readSession } from '../data/stored-session.ts';
import { createStore } from '../data/store.ts';
import type { DocumentFailure, PostedDocument, PostedWhat } from './posted.ts';

export interface Posting {
  /** Names the place that began it: the id of a schedule, or that of a review. */
  readonly key: string;
  readonly what: PostedWhat;
  /** The session that began it: no other one sees it. */
  readonly owner: string;
  readonly total: number;
  /** How many have been through a call. */
  readonly done: number;
  /** How many are in the current call. */
  readonly batch: number;
  readonly isStopping: boolean;
  /** Whether a call got no answer and the posting waits. */
  readonly isCut: boolean;
  readonly isOver: boolean;
  readonly posted: readonly PostedDocument[];
  readonly failures: readonly DocumentFailure[];
  /** Why the rest was not asked for; null if nothing hindered it. */
  readonly stoppedBy: string | null;
}

const postings = createStore<readonly Posting[]>([]);
/** How many places on the page show a posting. */
const places = createStore<ReadonlyMap<string, number>>(new Map());

export const ownerNow = (): string => answersOwner(readSession());

/** Returns the posting that a place began; undefined without one. */
export function usePosting(key: string): Posting | undefined {
  const owner = answersOwner(useSession());
  return postings.use().find((posting) => posting.key === key && posting.owner === owner);
}

/** Returns the postings that no place on the page shows: they are under way, or their result was not seen yet. */
export function usePostingsElsewhere(): readonly Posting[] {
  const owner = answersOwner(useSession());
  const shown = places.use();
  return postings.use().filter((posting) => posting.owner === owner && !shown.has(posting.key));
}

/** Says that the posting of a key is shown here, while the component is on the page. A result that was seen leaves with it. */
export function useShownPosting(key: string): void {
  useEffect(() => {
    count(key, 1);
    return () => {
      count(key, -1);
      if (postings.read().some((posting) => posting.key === key && posting.isOver)) closePosting(key);
    };
  }, [key]);
}

function count(key: string, change: number): void {
  const next = new Map(places.read());
  const now = (next.get(key) ?? 0) + change;
  if (now > 0) next.set(key, now);
  else next.delete(key);
  places.write(next);
}

/** Replaces an earlier posting of the key. */
export function addPosting(posting: Posting): void {
  postings.write([...postings.read().filter(({ key }) => key !== posting.key), posting]);
}

export function changePosting(key: string, change: (posting: Posting) => Partial<Posting>): void {
  postings.write(
    postings.read().map((posting) => (posting.key === key ? { ...posting, ...change(posting) } : posting)),
  );
}

/** Forgets a posting with its result. */
export function closePosting(key: string): void {
  postings.write(postings.read().filter((posting) => posting.key !== key));
}
