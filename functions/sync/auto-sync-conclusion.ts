/** Records the outcome of an attempt at auto sync: the schedule's next attempt, and the messages to people. */
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/schedule/contract.ts';
import type { JobResult } from '../lib/job-handler.ts';
import type { Log } from '../lib/log.ts';
import { reviewSchedule } from '../reports/attention-review-store.ts';
import { type Due, failDue, moveDue, parkDue, stopDue } from '../schedules/due-index-store.ts';
import type { Located } from '../schedules/location-store.ts';
import { findSchedule } from '../schedules/schedule-store.ts';
import { commitOne, type SingleWrite, type Table, tryCommitOne } from '../store/table.ts';
import type { XeroServices } from '../lib/context.ts';
import {
  eventsMessage,
  finishedMessage,
  givenUpMessage,
  lockedMessage,
  stoppedMessage,
} from './auto-sync-messages.ts';
import type { Obstacle } from './auto-sync-obstacles.ts';

export type JobServices = XeroServices & { readonly log: Log };

/** Sends a schedule to the dead-letter queue. */
export type GiveUp = (claimed: Due) => Promise<void>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The backoff after each consecutive failure. After the last one, the next due payment starts the next attempt. Five
 * minutes less than whole hours, because the timer fires on the hour.
 */
const BACKOFF_MS = [1, 2, 4, 8, 12].map((hours) => hours * HOUR - 5 * MINUTE);

/** The interval at which a stopped schedule is tried again. */
const STOPPED_MS = 23 * HOUR;

/** Returns the delay before the next attempt, after this many failures. */
export const retryAfter = (attempts: number): number => BACKOFF_MS[attempts] ?? STOPPED_MS;

/** An event with the date of its document. */
export interface DueEvent {
  readonly number: number;
  readonly date: CalendarDate;
}

/** One attempt at a schedule. */
export interface Attempt {
  readonly located: Located;
  /** The entry of the due index as it was found, and as it was claimed. */
  readonly due: Due;
  readonly claimed: Due;
  readonly today: CalendarDate;
  readonly contract: Contract;
  /** The numbers of the due payments, whether in Xero or not. */
  readonly numbers: readonly number[];
  /** The due events that are not in Xero. */
  readonly events: readonly DueEvent[];
  /** The date of the first payment, part or event after today, or null. */
  readonly next: CalendarDate | null;
}

/** The outcome of the due payments. */
export interface AttemptOutcome {
  readonly posted: readonly number[];
  readonly postedEvents: readonly DueEvent[];
  /** Payments dated on or before the lock date. */
  readonly locked: readonly number[];
  /** The reason why others are not in Xero; null when none is left. */
  readonly obstacle: Obstacle | null;
}

export const NOTHING_DUE: AttemptOutcome = { posted: [], postedEvents: [], locked: [], obstacle: null };

/** Records the outcome of an attempt. */
export async function conclude(
  services: JobServices,
  attempt: Attempt,
  outcome: AttemptOutcome,
  giveUp: GiveUp,
): Promise<JobResult> {
  const result = await recordOutcome(services, attempt, outcome, giveUp);
  await noteFailure(services, attempt, result, outcome);
  return result;
}

/** Keeps the schedule's open matters: why auto sync fails, until a run succeeds, and payments that are not in Xero. */
async function noteFailure(
  { table }: JobServices,
  { located: { entity }, due, today }: Attempt,
  result: JobResult,
  { obstacle }: AttemptOutcome,
): Promise<void> {
  const schedule = await findSchedule(table, entity, due.scheduleId);
  if (!schedule) return;
  const isFailing = result['stopped'] !== undefined || result['givenUp'] !== undefined;
  const review =
    obstacle === null ? { autoSyncFailure: null } : isFailing ? { autoSyncFailure: obstacle.why } : {};
  await reviewSchedule(table, entity, schedule, { today, ...review });
}

/** What is stored after an attempt. */
interface Conclusion {
  readonly result: JobResult;
  /** The due index's next entry. */
  readonly turn: SingleWrite;
  readonly messages: readonly SingleWrite[];
}

async function recordOutcome(
  services: JobServices,
  attempt: Attempt,
  outcome: AttemptOutcome,
  giveUp: GiveUp,
): Promise<JobResult> {
  const { clock, ids, table } = services;
  const now = clock.now();
  const { result, turn, messages } = conclusionOf(attempt, outcome, now, () => ({ now, id: ids.uuid() }));
  if (result['givenUp'] !== undefined) await giveUp(attempt.claimed);
  await record(table, turn, messages);
  return result;
}

function conclusionOf(
  { located, contract, due, claimed, today, numbers, next }: Attempt,
  { posted, postedEvents, locked, obstacle }: AttemptOutcome,
  now: number,
  moment: () => { readonly now: number; readonly id: string },
): Conclusion {
  const result = {
    posted,
    ...(postedEvents.length > 0 && { events: postedEvents.map(({ number }) => number) }),
    ...(locked.length > 0 && { locked }),
  };
  const messages = [
    ...(posted.length > 0 ? [finishedMessage(located, contract, posted, moment())] : []),
    ...(postedEvents.length > 0 ? [eventsMessage(located, postedEvents, moment())] : []),
  ];
  if (!obstacle) {
    // The message is sent once, when the payments are passed over for good.
    const left = locked.length > 0 ? [lockedMessage(located, contract, locked, moment())] : [];
    return { result, turn: moveDue(claimed, next), messages: [...messages, ...left] };
  }
  const { code, isTransient } = obstacle;
  if (!isTransient) {
    const stopped = due.stopped === code ? [] : [stoppedMessage(located, obstacle, moment())];
    const turn = stopDue(claimed, code, now + STOPPED_MS);
    return { result: { ...result, stopped: code }, turn, messages: [...messages, ...stopped] };
  }
  const later = { ...result, later: code };
  const hasPosted = messages.length > 0;
  if (hasPosted) return { result: later, turn: moveDue(claimed, today), messages };
  if (!isLastAttempt(claimed)) return { result: later, turn: failDue(claimed, code), messages };
  const left = numbers.filter((number) => !locked.includes(number));
  const message = givenUpMessage(located, obstacle, { numbers: left, next }, moment());
  return { result: { ...result, givenUp: code }, turn: moveDue(claimed, next), messages: [message] };
}

/** Records that a schedule could not be read. There is no message, since its organisation is unknown. */
export async function abandon(
  { table, log }: JobServices,
  claimed: Due,
  error: unknown,
  giveUp: GiveUp,
): Promise<JobResult> {
  log.error('auto sync failed', { scheduleId: claimed.scheduleId, error });
  if (!isLastAttempt(claimed)) return { later: 'unknown' };
  await giveUp(claimed);
  await record(table, parkDue(claimed), []);
  return { givenUp: 'unknown' };
}

const isLastAttempt = ({ attempts }: Due): boolean => attempts > BACKOFF_MS.length;

/**
 * Stores the messages, then the due index's entry, unless a concurrent change has replaced it. After a crash in between
 * the same messages are written again under the same keys.
 */
async function record(table: Table, turn: SingleWrite, messages: readonly SingleWrite[]): Promise<void> {
  for (const message of messages) await commitOne(table, message);
  await tryCommitOne(table, turn);
}
