/** Changes of data: the calls behind forms and menus. Each repeats the reads on the screen that it makes stale. */
import type { Answer, Input, InputArgument } from '../../functions/client/route-client.ts';
import { mutate } from 'swr';
import { answersOwner, refreshWhere } from './api.ts';
import { ApiError } from './problem.ts';
import { reauthenticatingCall } from './reauthenticating-call.ts';
import { type CachedRead, type Change, isStale, type Target } from './stale.ts';
import { readSession } from './stored-session.ts';

/**
 * Calls a route that changes data and, once it has succeeded, starts to repeat the reads that are stale. An answer that
 * the caller stores next replaces the answer of a repeated read. The service's `Conflict` says that the page shows an
 * earlier state: it is reported once those reads are repeated, so that the user can try again.
 */
export async function change<Name extends Change>(
  name: Name,
  ...input: InputArgument<Name>
): Promise<Answer<Name>> {
  try {
    const answer = await reauthenticatingCall(name, ...input);
    void refreshAfter(name, input[0]);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.problem.title === 'Conflict') await refreshAfter(name, input[0]);
    throw error;
  }
}

/**
 * Repeats the reads that a change made stale; resolves when the page has their answers.
 * @param input names what has changed; without it, the reads of all entities are stale.
 */
export async function refreshAfter<Name extends Change>(
  name: Name,
  input?: Pick<Input<Name>, keyof Input<Name> & 'params'>,
): Promise<void> {
  const target: Target = input ?? {};
  await refreshWhere((read, readInput) => isStale(name, target, read, readInput));
}

/** Shows a changed answer while the change is under way, and repeats the stale reads afterwards, also after a failure. */
export async function optimistically<Read extends CachedRead, Name extends Change>(
  read: Read,
  readInput: Input<Read>,
  preview: (answer: Answer<Read>) => Answer<Read>,
  name: Name,
  ...input: InputArgument<Name>
): Promise<void> {
  const done = reauthenticatingCall(name, ...input).then(() => undefined);
  try {
    await mutate<Answer<Read> | undefined>([answersOwner(readSession()), read, readInput], done, {
      optimisticData: (shown) => shown && preview(shown),
      populateCache: false,
      rollbackOnError: true,
      revalidate: false,
    });
  } finally {
    void refreshAfter(name, input[0]);
  }
}
