/**
 * Posting an opening journal in place of the one before: the old one is voided, which does no harm a second
 * time, then the new one is posted, by the rules of `exactly-once.ts`.
 */
import { XeroError } from '../services/xero/port.ts';
import { exchange, isKeyFresh, isLookUpProof, type PostingContext } from './protocol.ts';
import { type Journal, noteGivenUp, noteJournal, notePosted, noteVoided } from './journal-intent-store.ts';

/**
 * `not-posted`: nothing of it is in Xero, nor will be; the one it was to replace is void if it `wasVoided`.
 * `open`: that isn't known yet.
 */
export type JournalResult =
  | { readonly outcome: 'posted'; readonly journalId: string }
  | { readonly outcome: 'not-posted'; readonly wasVoided: boolean; readonly error: XeroError | null }
  | { readonly outcome: 'open'; readonly error: XeroError };

/**
 * Takes a journal on from where it is: voids the one it replaces, posts it, writes down what Xero answers.
 * @throws LeaseLost, WriteRefused when somebody else posts in our place; nothing was sent then.
 */
export async function sendJournal(context: PostingContext, journal: Journal): Promise<JournalResult> {
  const step = journal.state === 'clear' ? journal : await voidReplaced(context, journal);
  return 'outcome' in step ? step : post(context, step);
}

/**
 * Finds out what became of a journal that somebody left behind, as far as it can be known by now. One of
 * which nothing was sent is given up.
 * @throws LeaseLost, WriteRefused when somebody else posts in our place.
 */
export async function settleJournal(context: PostingContext, journal: Journal): Promise<JournalResult> {
  const { services, books } = context;
  if (journal.state === 'begun') return giveUp(context, journal, null);
  const step = journal.state === 'voiding' ? await voidReplaced(context, journal) : journal;
  if ('outcome' in step) return step;
  const now = services.clock.now();
  if (step.calls.firstAt === null) return giveUp(context, step, null);
  try {
    const found = await books.call((access) => services.xero.findJournal(access, step.attempt));
    if (found) return await keep(context, step, found.id);
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    return { outcome: 'open', error };
  }
  // Looked up first, even while the key is fresh: nothing is sent again that is there.
  if (isKeyFresh(step.calls, now)) return post(context, step);
  if (isLookUpProof(step.calls, now)) return giveUp(context, step, null);
  return { outcome: 'open', error: new XeroError('unavailable') };
}

/** The journal with nothing in its place any more, or why it didn't get there. */
async function voidReplaced(context: PostingContext, journal: Journal): Promise<Journal | JournalResult> {
  const { table, ids, xero, clock } = context.services;
  const { replaces, calls } = journal;
  if (replaces === null) throw new RangeError(`The journal ${journal.attempt} replaces none`);
  // Every call has a key of its own: the second voids nothing more.
  const anew: Journal = { ...journal, calls: { ...calls, firstAt: null } };
  const answer = await exchange(
    context,
    anew,
    (sent, made) => noteJournal(table, sent, { state: 'voiding', calls: made }, ids.uuid()),
    (access) => xero.voidJournal(access, replaces, ids.uuid()),
  );
  if (answer.kind === 'answered') return noteVoided(table, answer.sent, ids.uuid());
  const isRefused = answer.kind === 'refused' || answer.error.kind === 'refused';
  const isOver = answer.kind === 'refused' || isLookUpProof(calls, clock.now());
  if (isRefused && isOver) return giveUp(context, answer.sent, answer.error);
  return { outcome: 'open', error: answer.error };
}

async function post(context: PostingContext, journal: Journal): Promise<JournalResult> {
  const { table, ids, xero } = context.services;
  const answer = await exchange(
    context,
    journal,
    (sent, calls) => noteJournal(table, sent, { calls }, ids.uuid()),
    (access) => xero.postJournal(access, journal.json, journal.key),
  );
  if (answer.kind === 'answered') return keep(context, answer.sent, answer.result);
  if (answer.kind === 'refused') return giveUp(context, answer.sent, answer.error);
  return { outcome: 'open', error: answer.error };
}

async function keep(
  { services: { table, ids } }: PostingContext,
  journal: Journal,
  journalId: string,
): Promise<JournalResult> {
  await notePosted(table, journal, journalId, ids.uuid());
  return { outcome: 'posted', journalId };
}

async function giveUp(
  { services: { table, ids } }: PostingContext,
  journal: Journal,
  error: XeroError | null,
): Promise<JournalResult> {
  await noteGivenUp(table, journal, ids.uuid());
  return { outcome: 'not-posted', wasVoided: journal.replaces !== null && journal.state === 'clear', error };
}
