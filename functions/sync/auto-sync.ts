/**
 * Auto sync of one schedule. Whatever goes wrong with it is noted with the schedule itself, and the message in the
 * queue is done: so nothing stands in the way of the other schedules of the same Xero organisation.
 */
import type { CalendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { paymentDate, paymentsBefore, paymentsDueBy } from '../../domain/schedule/due-dates.ts';
import type { Did } from '../lib/job-handler.ts';
import type { Log } from '../lib/log.ts';
import {
  claimDue,
  type Due,
  isAutoSyncing,
  moveDue,
  parkDue,
  readDue,
  stopDue,
} from '../schedules/agenda-store.ts';
import { type Located, locateSchedule } from '../schedules/location-store.ts';
import { type PaymentState, readPaymentStates } from '../schedules/payment-store.ts';
import { coveredNow } from '../schedules/schedule-view.ts';
import { XeroError, xeroLimits } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { commit, type Table, type Write, WriteRefused } from '../store/table.ts';
import type { XeroServices } from '../xero/access-token.ts';
import type { Time } from '../xero/at-xero.ts';
import { syncPayments } from '../xero/sync-payments.ts';
import { takeAppCalls } from './app-pace.ts';
import { finishedMessage, givenUpMessage, lockedMessage, stoppedMessage } from './auto-sync-messages.ts';
import type { PostingMessage } from './jobs.ts';
import type * as z from 'zod';

type Services = XeroServices & { readonly log: Log };
type Asked = Pick<z.output<typeof PostingMessage>, 'scheduleId' | 'today' | 'isManual'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long is waited after each failure in a row; after the last, nobody tries any more. A little less than hours, since the timer comes on the hour. */
const BACK_OFF_MS = [1, 2, 4, 8, 12].map((hours) => hours * HOUR - 5 * MINUTE);

/** What is in the way is looked at once a day. */
const STOPPED_MS = 23 * HOUR;

/** Posts what is due of a schedule. `giveUp` puts aside what nothing came of. */
export async function autoSync(
  services: Services,
  asked: Asked,
  time: Time,
  giveUp: () => Promise<void>,
): Promise<Did> {
  const { table, clock } = services;
  const { scheduleId, today, isManual } = asked;
  const due = await readDue(table, scheduleId);
  if (!due) return { nothing: 'Auto sync is off.' };
  if (!isManual && due.retryAt > clock.now()) return { nothing: 'It is tried again later.' };
  const located = await locateSchedule(table, scheduleId);
  if (!located) {
    await table.write({ delete: keys.due(scheduleId) });
    return { nothing: 'The schedule is gone.' };
  }
  const claimed = await claim(table, due, today, clock.now());
  if (!claimed) return { nothing: 'Somebody else is at it.' };
  const outcome = await post(services, located, today, time);
  return conclude(services, { located, claimed, due, today }, outcome, giveUp);
}

/** Before anything is tried, so that what ends the whole process counts as a failure too. */
async function claim(table: Table, due: Due, today: CalendarDate, now: number): Promise<Due | null> {
  const retryAt = now + (BACK_OFF_MS[due.attempts] ?? STOPPED_MS);
  try {
    await table.write(claimDue(due, { today, retryAt }));
    return { ...due, attempts: due.attempts + 1, retryAt, version: due.version + 1 };
  } catch (error) {
    if (error instanceof WriteRefused) return null;
    throw error;
  }
}

/** What became of the payments that are due. */
interface Outcome {
  readonly posted: readonly number[];
  /** Those that the lock date keeps out. */
  readonly locked: readonly number[];
  /** Why the others are not in Xero; null where nothing is left. */
  readonly obstacle: Obstacle | null;
}

interface Obstacle {
  readonly code: string;
  readonly why: string;
  /** Trying again may help; otherwise somebody has to do something. */
  readonly mayPass: boolean;
}

async function post(
  services: Services,
  { entity, schedule }: Located,
  today: CalendarDate,
  time: Time,
): Promise<Outcome> {
  const nothing: Outcome = { posted: [], locked: [], obstacle: null };
  if (!isAutoSyncing(schedule)) return nothing;
  const before = await readPaymentStates(services.table, schedule.scheduleId);
  const numbers = dueNumbers({ entity, schedule }, before, today);
  if (numbers.length === 0) return nothing;
  try {
    if (!(await takeAppCalls(services, callsFor(numbers.length), time.leaseBy))) {
      throw new XeroError('throttled');
    }
    const { states, problems } = await syncPayments(services, entity, schedule, numbers, time);
    const obstacles = [...problems.values()].map(obstacleOf);
    return {
      posted: numbers.filter((number) => states.get(number)?.state === 'synced'),
      locked: numbers.filter((number) => isLockedOut(problems.get(number))),
      obstacle: obstacles.find((one) => one !== null) ?? null,
    };
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof XeroError)) {
      services.log.error('auto sync failed', { scheduleId: schedule.scheduleId, error });
    }
    return { ...nothing, obstacle: obstacleOf(error) };
  }
}

/** The lock date, the contact, and so many at a time. */
const callsFor = (payments: number): number => 2 + Math.ceil(payments / xeroLimits.documentsPerCall);

/**
 * Payments that are due and not in Xero: dated on or before today, and since the opening journal, or else since auto
 * sync was switched on. Older ones are synced by hand.
 */
function dueNumbers(
  { entity, schedule }: Located,
  states: ReadonlyMap<number, PaymentState>,
  today: CalendarDate,
): number[] {
  const { terms, opening, autoSyncSince } = schedule;
  const isOpeningThere = opening !== null && opening.xeroTenantId === entity.xero?.tenantId;
  const since = isOpeningThere ? opening.date : (autoSyncSince ?? today);
  const first = Math.max(paymentsBefore(terms, since), coveredNow(schedule, entity)) + 1;
  const count = Math.max(0, paymentsDueBy(terms, today) - first + 1);
  return Array.from({ length: count }, (_each, index) => first + index).filter(
    (number) => states.get(number)?.state !== 'synced',
  );
}

const LOCKED = new Set(['payment/locked', 'sync/lock-dates-changed']);

const isLockedOut = (problem: Refusal | XeroError | undefined): boolean =>
  problem instanceof Refusal && LOCKED.has(problem.code);

const STOPS = new Set([
  'plan/limit-reached',
  'sync/not-ready',
  'opening/out-of-date',
  'connection/not-linked',
]);

/** Null for what is no reason to try again: a payment that is left out for good. */
function obstacleOf(error: unknown): Obstacle | null {
  if (error instanceof Refusal) {
    const { code, message: why } = error;
    if (LOCKED.has(code) || code === 'payment/covered') return null;
    return { code, why, mayPass: !STOPS.has(code) };
  }
  if (error instanceof XeroError) {
    const mayPass = error.kind === 'throttled' || error.kind === 'unavailable';
    return { code: `xero/${error.kind}`, why: error.message, mayPass };
  }
  return { code: 'unknown', why: 'Something went wrong.', mayPass: true };
}

interface Attempt {
  readonly located: Located;
  /** As it was found, and as it stands while it is worked on. */
  readonly due: Due;
  readonly claimed: Due;
  readonly today: CalendarDate;
}

async function conclude(
  { table, clock, ids }: Services,
  { located, due, claimed, today }: Attempt,
  { posted, locked, obstacle }: Outcome,
  giveUp: () => Promise<void>,
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
  const { code, why, mayPass } = obstacle;
  if (!mayPass) {
    const isNews = due.stopped !== code;
    const stopped = isNews ? [stoppedMessage(located, why, moment())] : [];
    await note(table, stopDue(claimed, code, now + STOPPED_MS), [...messages, ...stopped]);
    return { ...did, stopped: code };
  }
  if (posted.length > 0) {
    await note(table, moveDue(claimed, today), messages);
  } else if (claimed.attempts > BACK_OFF_MS.length) {
    await giveUp();
    await note(table, parkDue(claimed), [...messages, givenUpMessage(located, why, moment())]);
    return { ...did, givenUp: code };
  } else if (messages.length > 0) {
    await commit(table, messages);
  }
  return { ...did, later: code };
}

/** The schedule may have been changed meanwhile: then it is looked at anew anyway, and only the messages count. */
async function note(table: Table, write: Write, messages: readonly Write[]): Promise<void> {
  try {
    await commit(table, [write, ...messages]);
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    if (messages.length > 0) await commit(table, messages);
  }
}

/** When the first payment after today is due, or null. */
function nextDate({ schedule }: Located, today: CalendarDate): CalendarDate | null {
  if (!isAutoSyncing(schedule)) return null;
  const { terms } = schedule;
  const next = paymentsDueBy(terms, today) + 1;
  const count = terms.rows.reduce((sum, { qty }) => sum + qty, 0);
  return next > count ? null : paymentDate(terms, next);
}
