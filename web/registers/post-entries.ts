/** Posts entries of registers to Xero, call by call. */
import { call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { Unreachable } from '../data/problem.ts';
import { isBusy, isLimit, isLimitCode, WAIT_MS, WAITS } from '../posting/limits.ts';
import type { DocumentFailure, PostedEntry, RegisterParams } from '../posting/posted.ts';
import type { PostingPart, PostingWatch } from '../posting/run-posting.ts';
import type { RegisterEntry } from './types.ts';

const REGISTERS = '/v1/entities/{entityId}/registers';
const SYNC_ONE = `POST ${REGISTERS}/{registerId}/sync` as const;
const SYNC_MANY = `POST ${REGISTERS}/sync` as const;

/** The entries of one call for one register. */
const BATCH = 50;

/** An entry to post. */
export type ChosenEntry = Omit<PostedEntry, 'id'>;

const idOf = ({ params, number }: ChosenEntry): string => `${params.registerId} ${number}`;

interface Answered {
  readonly registerId: string;
  readonly entries: readonly RegisterEntry[];
  readonly errors: readonly { readonly number: number; readonly code: string; readonly message: string }[];
}

interface Source {
  /** How many entries a call posts at most. */
  readonly size: number;
  readonly send: (left: readonly ChosenEntry[]) => Promise<readonly Answered[]>;
}

interface Callbacks {
  readonly onPosted: (answer: PostedSoFar) => void;
  readonly onFailure: (error: unknown) => void;
}

interface PostedSoFar {
  readonly posted: readonly PostedEntry[];
  readonly failures: readonly DocumentFailure[];
}

/** Chosen entries of a register as a posting. */
export const registerPart = (
  params: RegisterParams,
  numbers: readonly number[],
  callbacks: Callbacks,
): PostingPart =>
  entriesPart(
    numbers.map((number) => ({ params, number })),
    {
      size: BATCH,
      send: async (left) => {
        const body = { numbers: left.slice(0, BATCH).map(({ number }) => number) };
        const answer = await call(SYNC_ONE, { params, body });
        return [{ registerId: params.registerId, ...answer }];
      },
    },
    callbacks,
  );

/**
 * The open entries of an entity's registers up to a day as a part of a posting. A call posts what it reaches; the same
 * call goes on.
 * @param chosen all of those entries, as they were reviewed
 */
export const registersPart = (
  entityId: string,
  through: string,
  chosen: readonly ChosenEntry[],
  callbacks: Callbacks,
): PostingPart =>
  entriesPart(
    chosen,
    {
      size: chosen.length,
      send: async (left) => {
        const registerIds = [...new Set(left.map(({ params }) => params.registerId))];
        const { registers } = await call(SYNC_MANY, { params: { entityId }, body: { registerIds, through } });
        return registers;
      },
    },
    callbacks,
  );

const entriesPart = (
  chosen: readonly ChosenEntry[],
  source: Source,
  { onPosted, onFailure }: Callbacks,
): PostingPart => ({
  count: chosen.length,
  post: (watch) =>
    postEntries(chosen, source, {
      ...watch,
      onPosted: (answer: PostedSoFar) => {
        watch.onPosted(answer);
        onPosted(answer);
      },
    }),
  onFailure,
  refresh: async () => {
    const [first] = chosen;
    if (first) await refreshAfter(SYNC_ONE, first);
  },
});

/** Whether an entry was left for the next call. */
const isLeft = (code: string): boolean => code === 'sync/not-reached' || isLimitCode(code);

/** @throws what a call throws that posts nothing; the calls before it have been told to `onPosted` */
async function postEntries(
  chosen: readonly ChosenEntry[],
  { size, send }: Source,
  { onBatch, onPosted, isStopped, goesOn }: Omit<PostingWatch, 'onPosted'> & Pick<Callbacks, 'onPosted'>,
): Promise<void> {
  let left = chosen;
  let waits = 0;
  let wasCut = false;
  while (left.length > 0 && !isStopped()) {
    const isLast = waits === WAITS;
    onBatch({ done: chosen.length - left.length, batch: Math.min(left.length, size) });
    let answers: readonly Answered[];
    try {
      answers = await send(left);
    } catch (error) {
      if (error instanceof Unreachable && (await goesOn())) {
        wasCut = true;
        continue;
      }
      // The call that got no answer may still post.
      if (isLast || !(isLimit(error) || (wasCut && isBusy(error)))) throw error;
      waits += 1;
      await pause();
      continue;
    }
    const before = left.length;
    const outcome = outcomeOf(left, answers, isLast);
    onPosted(outcome);
    const done = new Set([...outcome.posted, ...outcome.failures].map(({ id }) => id));
    left = left.filter((entry) => !done.has(idOf(entry)));
    if (left.length < before) continue;
    if (isLast) return;
    waits += 1;
    await pause();
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, WAIT_MS));

function outcomeOf(left: readonly ChosenEntry[], answers: readonly Answered[], isLast: boolean): PostedSoFar {
  const byId = new Map(answers.map((answer) => [answer.registerId, answer]));
  const posted: PostedEntry[] = [];
  const failures: DocumentFailure[] = [];
  for (const entry of left) {
    const answer = byId.get(entry.params.registerId);
    const isPosted = answer?.entries.some(
      ({ number, state }) => number === entry.number && state === 'posted',
    );
    const error = answer?.errors.find(({ number }) => number === entry.number);
    if (isPosted) posted.push({ ...entry, id: idOf(entry) });
    else if (error && (isLast || !isLeft(error.code))) {
      failures.push({ ...entry, id: idOf(entry), message: error.message });
    }
  }
  return { posted, failures };
}
