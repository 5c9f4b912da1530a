/** What follows from an attempt at auto sync: the schedule's next turn, and what people are told. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { paymentDate, paymentsDueBy } from '../../domain/schedule/due-dates.ts';
import type { Did } from '../lib/job-handler.ts';
import type { Log } from '../lib/log.ts';
import { type Due, failDue, isAutoSyncing, moveDue, parkDue, stopDue } from '../schedules/agenda-store.ts';
import type { Located } from '../schedules/location-store.ts';
import { commitOne, type SingleWrite, type Table, tryCommitOne } from '../store/table.ts';
import type { XeroServices } from '../lib/context.ts';
import { finishedMessage, givenUpMessage, lockedMessage, stoppedMessage } from './auto-sync-messages.ts';
import type { Obstacle } from './auto-sync-obstacles.ts';

export type JobServices = XeroServices & { readonly log: Log };

/** Puts aside what nothing came of. */
export type GiveUp = (claimed: Due) => Promise<void>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long is waited after each failure in a row; after the last, nobody tries until the next payment is due. A little less than hours, since the timer comes on the hour. */
const BACK_OFF_MS = [1, 2, 4, 8, 12].map((hours) => hours * HOUR - 5 * MINUTE);

/** What is in the way is looked at once a day. */
const STOPPED_MS = 23 * HOUR;

/** How long after an attempt the next one is, when so many before have failed. */
export const retryAfter = (attempts: number): number => BACK_OFF_MS[attempts] ?? STOPPED_MS;

/** One attempt at a schedule. */
export interface Attempt {
  readonly located: Located;
  /** As it was found, and as it stands while it is worked on. */
  readonly due: Due;
  readonly claimed: Due;
  readonly today: CalendarDate;
  /** Payments that are due, in Xero or not. */
  readonly numbers: readonly number[];
}

/** What became of the payments that are due. */
export interface Outcome {
  readonly posted: readonly number[];
  /** Those that the lock date keeps out. */
  readonly locked: readonly number[];
  /** Why the others are not in Xero; null where nothing is left. */
  readonly obstacle: Obstacle | null;
}

export const NOTHING_DUE: Outcome = { posted: [], locked: [], obstacle: null };

/** Notes what came of an attempt. */
export async function conclude(
  { table, clock, ids }: JobServices,
  { located, due, claimed, today }: Attempt,
  { posted, locked, obstacle }: Outcome,
  giveUp: GiveUp,
): Promise<Did> {
  const now = clock.now();
  const moment = () => ({ now, id: ids.uuid() });
  const did = { posted, ...(locked.length > 0 && { locked }) };
  const messages = posted.length > 0 ? [finishedMessage(located, posted, moment())] : [];
  if (!obstacle) {
    // Told when they are left behind for good, and so once.
    const left = locked.length > 0 ? [lockedMessage(located, locked, moment())] : [];
    await note(table, moveDue(claimed, nextDate(located, today)), [...messages, ...left]);
    return did;
  }
  const { code, mayPass } = obstacle;
  if (!mayPass) {
    const isNews = due.stopped !== code;
    const stopped = isNews ? [stoppedMessage(located, obstacle, moment())] : [];
    await note(table, stopDue(claimed, code, now + STOPPED_MS), [...messages, ...stopped]);
    return { ...did, stopped: code };
  }
  if (posted.length > 0) {
    await note(table, moveDue(claimed, today), messages);
  } else if (isLastAttempt(claimed)) {
    await giveUp(claimed);
    const next = nextDate(located, today);
    await note(table, moveDue(claimed, next), [givenUpMessage(located, obstacle, next, moment())]);
    return { ...did, givenUp: code };
  } else {
    await note(table, failDue(claimed, code), []);
  }
  return { ...did, later: code };
}

/** Notes that a schedule couldn't even be read: nobody can be told, since nobody knows whose it is. */
export async function abandon(
  { table, log }: JobServices,
  claimed: Due,
  error: unknown,
  giveUp: GiveUp,
): Promise<Did> {
  log.error('auto sync failed', { scheduleId: claimed.scheduleId, error });
  if (!isLastAttempt(claimed)) return { later: 'unknown' };
  await giveUp(claimed);
  await note(table, parkDue(claimed), []);
  return { givenUp: 'unknown' };
}

const isLastAttempt = ({ attempts }: Due): boolean => attempts > BACK_OFF_MS.length;

/**
 * Stores the messages, then the next turn, unless a change of the schedule has set it anew. A crash in between only
 * writes the same messages again, under the same keys.
 */
async function note(table: Table, turn: SingleWrite, messages: readonly SingleWrite[]): Promise<void> {
  for (const message of messages) await commitOne(table, message);
  await tryCommitOne(table, turn);
}

/** When the first payment after today is due, or null. */
function nextDate({ schedule }: Located, today: CalendarDate): CalendarDate | null {
  if (!isAutoSyncing(schedule)) return null;
  const { terms } = schedule;
  const next = paymentsDueBy(terms, today) + 1;
  const count = terms.rows.reduce((sum, { qty }) => sum + qty, 0);
  return next > count ? null : paymentDate(terms, next);
}
