/** Records the outcome of an attempt at auto sync: the schedule's next attempt, and the messages to people. */
import { addDays, type CalendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { JobResult } from '../access/job-handler.ts';
import type { Log } from '../lib/log.ts';
import { reviewWrites } from '../books/attention-review.ts';
import { accessLost, readAuthorisation } from '../records/connections/authorisations.ts';
import { ENTITY } from '../records/entities/attention-keys.ts';
import { attentionWrite, readAttention } from '../records/entities/attention.ts';
import { type Due, failDue, moveDue, stopDue } from '../records/schedules/due-index.ts';
import type { Located } from '../records/schedules/location.ts';
import { findSchedule } from '../records/schedules/schedule.ts';
import { commit, type SingleWrite, type Table, tryCommitOne, type Write } from '../store/table.ts';
import type { XeroServices } from '../services/context.ts';
import { eventsMessage, finishedMessage, givenUpMessage, lockedMessage, stoppedMessage } from './messages.ts';
import { type Obstacle, SCOPE_MISSING, TRACKING } from './obstacles.ts';

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

/** After the last failure of the last payment, which no other one follows. */
const LAST_PAYMENT_DAYS = 7;

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
  /** The run's time did not reach them, and another message does: no failure. */
  readonly isContinued?: boolean;
}

export const NOTHING_DUE: AttemptOutcome = { posted: [], postedEvents: [], locked: [], obstacle: null };

/** The result of an attempt, and the writes that record it. */
interface Conclusion {
  readonly result: JobResult;
  readonly messages: readonly SingleWrite[];
  /** The due index's next entry. */
  readonly turn: SingleWrite;
}

/** Records the outcome of an attempt. The due index comes last, so that the next run repeats what has failed. */
export async function conclude(
  services: JobServices,
  attempt: Attempt,
  outcome: AttemptOutcome,
  giveUp: GiveUp,
): Promise<JobResult> {
  const { table } = services;
  const { code, why } = outcome.obstacle ?? { code: '', why: '' };
  const lost = code === LOST ? await reconnectWrites(table, attempt) : [];
  const unscoped = code === SCOPE_MISSING ? [await unscopedWrite(table, attempt, why)] : [];
  const { result, messages, turn } = conclusionOf(services, attempt, outcome, lost.length > 0);
  if (result['givenUp'] !== undefined) await giveUp(attempt.claimed);
  // After a crash the same messages are written again under the same keys.
  const writes = [
    ...(await attentionNow(table, attempt, result, outcome)),
    ...lost,
    ...unscoped,
    ...messages,
  ];
  if (writes.length > 0) await commit(table, writes);
  await tryCommitOne(table, turn);
  return result;
}

const LOST = 'xero/unauthorised';

/** Returns the write of the entity's attention item when its access to Xero has ended, else none. */
async function reconnectWrites(
  table: Table,
  { located: { entity }, today }: Attempt,
): Promise<readonly Write[]> {
  const { xero } = entity;
  const authorisation = xero && (await readAuthorisation(table, xero.authorisationId));
  if (!xero || authorisation?.lost === false) return [];
  const known = (await readAttention(table, entity)).itemOf('reconnect', ENTITY);
  const item = known ?? { since: today, amount: null, text: accessLost(xero.name) };
  return [attentionWrite(entity, [['reconnect', item]])];
}

/** Returns the write of the entity's attention item that its consent lacks a permission. */
async function unscopedWrite(
  table: Table,
  { located: { entity }, today }: Attempt,
  text: string,
): Promise<Write> {
  const known = (await readAttention(table, entity)).itemOf('scope-missing', ENTITY);
  return attentionWrite(entity, [['scope-missing', known ?? { since: today, amount: null, text }]]);
}

/** The schedule's attention items: why auto sync fails, until a run succeeds, and payments that are not in Xero. */
async function attentionNow(
  table: Table,
  { located: { entity }, due, today }: Attempt,
  result: JobResult,
  { obstacle }: AttemptOutcome,
): Promise<readonly Write[]> {
  const schedule = await findSchedule(table, entity, due.ownerId);
  if (!schedule) return [];
  // The entity has one item for the permission that all of its loans wait for.
  const isUnscoped = obstacle?.code === SCOPE_MISSING;
  const isFailing = !isUnscoped && (result['stopped'] !== undefined || result['givenUp'] !== undefined);
  const review = obstacle === null ? NOT_FAILING : isFailing ? failingBy(obstacle) : {};
  return reviewWrites(table, entity, schedule, { today, ...review });
}

const NOT_FAILING = { autoSyncFailure: null, trackingFailure: null };

const failingBy = ({ code, why }: Obstacle) =>
  TRACKING.has(code)
    ? { autoSyncFailure: null, trackingFailure: why }
    : { autoSyncFailure: why, trackingFailure: null };

function conclusionOf(
  { clock, ids }: JobServices,
  { located, contract, due, claimed, today, numbers, next }: Attempt,
  { posted, postedEvents, locked, obstacle, isContinued = false }: AttemptOutcome,
  isAccessLost: boolean,
): Conclusion {
  const now = clock.now();
  const moment = () => ({ now, id: ids.uuid() });
  const result = {
    posted,
    ...(postedEvents.length > 0 && { events: postedEvents.map(({ number }) => number) }),
    ...(locked.length > 0 && { locked }),
    ...(isContinued && { isContinued }),
  };
  const messages = [
    ...(posted.length > 0 ? [finishedMessage(located, contract, posted, moment())] : []),
    ...(postedEvents.length > 0 ? [eventsMessage(located, postedEvents, moment())] : []),
  ];
  if (!obstacle) {
    // The message is sent once, when the payments are passed over for good.
    const left = locked.length > 0 ? [lockedMessage(located, contract, locked, moment())] : [];
    return { result, messages: [...messages, ...left], turn: moveDue(claimed, next) };
  }
  const { code, isTransient } = obstacle;
  const left = numbers.filter((number) => !locked.includes(number) && !posted.includes(number));
  if (!isTransient) {
    const isNews = due.stopped !== code;
    const stopped = isNews
      ? [stoppedMessage(located, obstacle, { numbers: left, isAccessLost }, moment())]
      : [];
    return {
      result: { ...result, stopped: code },
      messages: [...messages, ...stopped],
      turn: stopDue(claimed, code, now + STOPPED_MS),
    };
  }
  if (messages.length > 0 || isContinued)
    return { result: { ...result, later: code }, messages, turn: moveDue(claimed, today) };
  if (!isLastAttempt(claimed)) {
    return { result: { ...result, later: code }, messages, turn: failDue(claimed) };
  }
  const again = next ?? addDays(today, LAST_PAYMENT_DAYS);
  return {
    result: { ...result, givenUp: code },
    messages: [givenUpMessage(located, obstacle, { numbers: left, next: again }, moment())],
    turn: moveDue(claimed, again),
  };
}

/** Records that a schedule could not be read. There is no message, since its organisation is unknown. */
export async function abandon(
  { table, log }: JobServices,
  claimed: Due,
  error: unknown,
  giveUp: GiveUp,
): Promise<JobResult> {
  log.error('auto sync failed', { scheduleId: claimed.ownerId, error });
  if (!isLastAttempt(claimed)) return { later: 'unknown' };
  await giveUp(claimed);
  await tryCommitOne(table, moveDue(claimed, null));
  return { givenUp: 'unknown' };
}

const isLastAttempt = ({ attempts }: Due): boolean => attempts > BACKOFF_MS.length;
