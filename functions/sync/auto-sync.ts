/**
 * Auto sync of some schedules together. Whatever goes wrong with one is noted with that schedule, and the message in
 * the queue is done: so nothing stands in the way of the other schedules of the same Xero organisation.
 */
import type { CalendarDate } from '../../domain/calendar.ts';
import { paymentsBefore, paymentsDueBy } from '../../domain/schedule/due-dates.ts';
import { inParallel } from '../lib/in-parallel.ts';
import type { Did } from '../lib/job-handler.ts';
import { claimDue, type Due, isAutoSyncing, readDue } from '../schedules/agenda-store.ts';
import { type Located, locateSchedule } from '../schedules/location-store.ts';
import { coveredNow } from '../schedules/schedule-view.ts';
import { XeroError } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { type Table, WriteRefused } from '../store/table.ts';
import { finishRefresh } from '../xero/access-token.ts';
import type { Time } from '../xero/at-xero.ts';
import { openBooks } from '../xero/books.ts';
import { readChart } from '../xero/chart.ts';
import { syncTogether } from '../xero/sync-payments.ts';
import { takeAppCalls } from './app-pace.ts';
import {
  abandon,
  type Attempt,
  conclude,
  type GiveUp,
  type JobServices,
  NOTHING_DUE,
  type Outcome,
  retryAfter,
} from './auto-sync-conclusion.ts';
import { explained, isLockedOut, isRefusal, obstacleIn, obstacleOf } from './auto-sync-obstacles.ts';
import type { PostingMessage } from './jobs.ts';
import type * as z from 'zod';

type Asked = Pick<z.output<typeof PostingMessage>, 'scheduleIds' | 'today' | 'isManual'>;

/** Schedules looked up, or concluded, at the same time. */
const AT_ONCE = 10;

/**
 * Posts what is due of schedules. `giveUp` puts aside what nothing came of.
 * @returns what came of each, in the order asked.
 */
export async function autoSync(
  services: JobServices,
  asked: Asked,
  time: Time,
  giveUp: GiveUp,
): Promise<Did[]> {
  const did = new Map<string, Did>();
  const attempts: Attempt[] = [];
  await inParallel(asked.scheduleIds, AT_ONCE, async (scheduleId) => {
    const begun = await begin(services, scheduleId, asked, time, giveUp);
    if ('did' in begun) did.set(scheduleId, begun.did);
    else attempts.push(begun);
  });
  for (const together of Map.groupBy(attempts, ({ located }) => located.entity.entityId).values()) {
    const outcomes = await explainRefusals(services, together, await post(services, together, time), time);
    await inParallel(together, AT_ONCE, async (attempt) => {
      const { scheduleId } = attempt.due;
      const outcome = outcomes.get(scheduleId) ?? NOTHING_DUE;
      const concluded = conclude(services, attempt, outcome, giveUp);
      const failed = (error: unknown) => abandon(services, attempt.claimed, error, giveUp);
      did.set(scheduleId, await concluded.catch(failed));
    });
  }
  return asked.scheduleIds.map((scheduleId) => ({ scheduleId, ...did.get(scheduleId) }));
}

/** Starts on a schedule, or answers why there is nothing to do. */
async function begin(
  services: JobServices,
  scheduleId: string,
  { today, isManual }: Asked,
  time: Time,
  giveUp: GiveUp,
): Promise<Attempt | { readonly did: Did }> {
  const { table, clock } = services;
  const due = await readDue(table, scheduleId);
  if (!due) return { did: { nothing: 'Auto sync is off.' } };
  if (!isManual && due.retryAt > clock.now()) {
    await finishWhatDied(services, scheduleId, time);
    return { did: { nothing: 'It is tried again later.' } };
  }
  const claimed = await claim(table, due, today, clock.now());
  if (!claimed) return { did: { nothing: 'Somebody else is at it.' } };
  try {
    const located = await locateSchedule(table, scheduleId);
    if (located) return { located, due, claimed, today, numbers: dueNumbers(located, today) };
    await table.write({ delete: keys.due(scheduleId) });
    return { did: { nothing: 'The schedule is gone.' } };
  } catch (error) {
    return { did: await abandon(services, claimed, error, giveUp) };
  }
}

/** Before anything is tried, so that what ends the whole process counts as a failure too. */
async function claim(table: Table, due: Due, today: CalendarDate, now: number): Promise<Due | null> {
  const retryAt = now + retryAfter(due.attempts);
  try {
    await table.write(claimDue(due, { today, retryAt }));
    return { ...due, attempts: due.attempts + 1, retryAt, version: due.version + 1 };
  } catch (error) {
    if (error instanceof WriteRefused) return null;
    throw error;
  }
}

/** A message that comes again may be of a worker that died with new tokens in hand: within half an hour nothing is lost. */
async function finishWhatDied(services: JobServices, scheduleId: string, { until }: Time): Promise<void> {
  const located = await locateSchedule(services.table, scheduleId);
  if (!located?.entity.xero) return;
  try {
    await finishRefresh(services, located.entity.xero.authorisationId, until);
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
  }
}

/** Posts what is due of schedules of one entity; answers what became of those of which something is. */
async function post(
  services: JobServices,
  attempts: readonly Attempt[],
  time: Time,
): Promise<ReadonlyMap<string, Outcome>> {
  const due = attempts.filter(({ numbers }) => numbers.length > 0);
  const [first] = due;
  if (!first) return new Map();
  const { entity } = first.located;
  const outcomes = new Map<string, Outcome>();
  try {
    if (!(await takeAppCalls(services, callsFor(due), time.leaseBy))) throw new XeroError('throttled');
    const wanted = due.map(({ located, numbers }) => ({ scheduleId: located.schedule.scheduleId, numbers }));
    for (const part of await syncTogether(services, entity, wanted, time)) {
      const { scheduleId, posted, problems, failure } = part;
      const locked = [...problems].flatMap(([number, problem]) => (isLockedOut(problem) ? [number] : []));
      const errors = failure === null ? [...problems.values()] : [failure];
      outcomes.set(scheduleId, { posted, locked, obstacle: obstacleIn(services, scheduleId, errors) });
    }
  } catch (error) {
    for (const { claimed } of due) {
      const { scheduleId } = claimed;
      const obstacle = obstacleOf(services, scheduleId, error);
      outcomes.set(scheduleId, { posted: [], locked: [], obstacle });
    }
  }
  return outcomes;
}

/** Where Xero has refused something, its chart of accounts is read: people shall know what to do. */
async function explainRefusals(
  services: JobServices,
  attempts: readonly Attempt[],
  outcomes: ReadonlyMap<string, Outcome>,
  time: Time,
): Promise<ReadonlyMap<string, Outcome>> {
  const entity = attempts[0]?.located.entity;
  if (!entity?.xero || ![...outcomes.values()].some(({ obstacle }) => isRefusal(obstacle))) return outcomes;
  const chart = await readChart(services.xero, openBooks(services, entity.xero, time)).catch(() => []);
  const explain = ({ located, due }: Attempt): [string, Outcome] => {
    const outcome = outcomes.get(due.scheduleId) ?? NOTHING_DUE;
    const { obstacle } = outcome;
    if (!obstacle || !isRefusal(obstacle)) return [due.scheduleId, outcome];
    return [due.scheduleId, { ...outcome, obstacle: explained(obstacle, located.schedule, chart) }];
  };
  return new Map(attempts.map(explain));
}

/** The lock date, the contacts, and a payment of each schedule; a contact that is not known yet takes two more. */
const callsFor = (due: readonly Attempt[]): number =>
  3 + 2 * due.filter(({ located }) => located.schedule.contact === null).length;

/**
 * Payments that are due, in Xero or not: dated on or before today, and since the opening journal, or else since auto
 * sync was switched on. Older ones are synced by hand.
 */
function dueNumbers({ entity, schedule }: Located, today: CalendarDate): number[] {
  if (!isAutoSyncing(schedule)) return [];
  const { terms, opening, autoSyncSince } = schedule;
  const isOpeningThere = opening !== null && opening.xeroTenantId === entity.xero?.tenantId;
  const since = isOpeningThere ? opening.date : (autoSyncSince ?? today);
  const first = Math.max(paymentsBefore(terms, since), coveredNow(schedule, entity)) + 1;
  const count = Math.max(0, paymentsDueBy(terms, today) - first + 1);
  return Array.from({ length: count }, (_each, index) => first + index);
}
