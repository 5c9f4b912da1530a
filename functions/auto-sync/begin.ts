/** The first step of auto sync: claims the schedules, reads them, and selects their due payments. */
import pMap from 'p-map';
import { type CalendarDate, earliestOf } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { isCovered } from '../../domain/contract/covered.ts';
import type { JobResult } from '../access/job-handler.ts';
import { claimDue, isAutoSyncing, readDue } from '../records/schedules/due-index.ts';
import { type ContractState, isContained, readContractState } from '../records/schedules/events.ts';
import { type Located, locateMany, locateSchedule } from '../records/schedules/location.ts';
import { type PaymentState, readPaymentStates } from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { numbersOpen, openingNow } from '../records/schedules/sync-state.ts';
import { XeroError } from '../services/xero/error.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type TableReader } from '../store/table.ts';
import { finishRefresh } from '../xero/access-token.ts';
import {
  abandon,
  type Attempt,
  type DueEvent,
  type GiveUp,
  type JobServices,
  retryAfter,
} from './conclusion.ts';
import type { PostingMessage } from '../api/jobs.ts';
import type * as z from 'zod';
import type { Deadlines } from '../services/deadlines.ts';

type Due = Extract<z.output<typeof PostingMessage>, { scheduleIds: unknown }>;

export type DueRequest = Pick<Due, 'scheduleIds' | 'today' | 'isManual'>;

/** Schedules claimed in parallel. */
const AT_ONCE = 10;

/** The claimed schedules, and the results of those that were not claimed. */
interface Begun {
  readonly attempts: readonly Attempt[];
  readonly results: Map<string, JobResult>;
}

/** Claims the schedules that may be tried now. */
export async function beginAll(
  services: JobServices,
  asked: DueRequest,
  time: Deadlines,
  giveUp: GiveUp,
): Promise<Begun> {
  const { table } = services;
  const results = new Map<string, JobResult>();
  const claims: Claim[] = [];
  await pMap(
    asked.scheduleIds,
    async (scheduleId) => {
      const begun = await claimOne(services, scheduleId, asked, time);
      if ('claimed' in begun) claims.push(begun);
      else results.set(scheduleId, begun);
    },
    { concurrency: AT_ONCE },
  );
  // An unreadable schedule fails the whole batch. Then each is read separately.
  const found = await locateMany(
    table,
    claims.map(({ due }) => due.ownerId),
  ).catch(() => new Map<string, Located>());
  const attempts: Attempt[] = [];
  await pMap(
    claims,
    async ({ due, claimed }) => {
      const { ownerId: scheduleId } = due;
      try {
        const located = found.get(scheduleId) ?? (await locateSchedule(table, scheduleId));
        if (located) {
          const work = await dueWork(table, located, asked.today);
          attempts.push({ located, due, claimed, today: asked.today, ...work });
        } else {
          await commitOne(table, { delete: keys.due(scheduleId) });
          results.set(scheduleId, { nothing: 'The schedule was deleted.' });
        }
      } catch (error) {
        results.set(scheduleId, await abandon(services, claimed, error, giveUp));
      }
    },
    { concurrency: AT_ONCE },
  );
  return { attempts, results };
}

/** The entry of the due index as it was found, and as it was claimed. */
type Claim = Pick<Attempt, 'due' | 'claimed'>;

async function claimOne(
  services: JobServices,
  scheduleId: string,
  { today, isManual }: DueRequest,
  time: Deadlines,
): Promise<Claim | { readonly nothing: string }> {
  const { table, clock } = services;
  const due = await readDue(table, keys.due(scheduleId));
  if (!due) return { nothing: 'Auto sync is off.' };
  if (!isManual && due.retryAt > clock.now()) {
    await finishInterruptedRefresh(services, scheduleId, time);
    return { nothing: 'The backoff after a failure is not over.' };
  }
  const now = clock.now();
  // Counted before it starts, so that a crash of the process counts as a failure.
  const claimed = await claimDue(table, due, { today, now, retryAt: now + retryAfter(due.attempts) });
  return claimed ? { due, claimed } : { nothing: 'Another worker has claimed it.' };
}

/** A redelivered message may come from a worker that crashed during a token refresh, which can be finished for 30 minutes. */
async function finishInterruptedRefresh(
  services: JobServices,
  scheduleId: string,
  { startBy }: Deadlines,
): Promise<void> {
  const located = await locateSchedule(services.table, scheduleId);
  if (!located?.entity.xero) return;
  try {
    await finishRefresh(services, located.entity.xero.authorisationId, startBy);
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
  }
}

/**
 * Payments and events that are due: dated on or before today, and since the opening journal, or else since auto sync
 * was switched on. Older ones are synced by hand, and so are payments that were reversed, unless they were dishonoured
 * and are presented again on a day.
 */
async function dueWork(
  table: TableReader,
  { entity, schedule }: Located,
  today: CalendarDate,
): Promise<Pick<Attempt, 'contract' | 'numbers' | 'events' | 'next'>> {
  const state = await readContractState(table, schedule);
  const { contract } = state;
  if (!isAutoSyncing(schedule)) return { contract, numbers: [], events: [], next: null };
  const since = schedule.autoSyncSince ?? today;
  const past = openingNow(schedule, entity) ?? { date: since, includesDate: false };
  const first = contract.coveredBy(past) + 1;
  const through = contract.dueBy(today);
  const states =
    schedule.paymentChanges > 0
      ? await readPaymentStates(
          table,
          schedule.scheduleId,
          numbersOpen(schedule, contract).filter((number) => number >= first),
        )
      : NO_STATES;
  const paid = paymentDates(contract, states, first);
  const dated = Array.from({ length: Math.max(0, through - first + 1) }, (_each, index) => first + index);
  const isByHand = (number: number): boolean => {
    const payment = states.get(number);
    return payment !== undefined && payment.attempt > 1 && !isPresentedAgain(payment);
  };
  const early = [...paid].flatMap(([number, dates]) => (dates.some((date) => date <= today) ? [number] : []));
  const late = (number: number): boolean => paid.get(number)?.every((date) => date > today) === true;
  const numbers = [...new Set([...dated, ...early])]
    .filter((number) => !isByHand(number) && !late(number))
    .toSorted((a, b) => a - b);
  const open = openEvents(schedule, state, entity.xero?.tenantId).filter((event) => !isCovered(event, past));
  const future = [
    ...(through < contract.count ? [contract.dateOf(through + 1)] : []),
    ...[...paid.values()].flat(),
    ...open.map(({ date }) => date),
  ].filter((date) => date > today);
  return {
    contract,
    numbers,
    events: open.filter(({ date }) => date <= today),
    next: earliestOf(future),
  };
}

const NO_STATES: ReadonlyMap<number, PaymentState> = new Map();

/** Whether the last document was dishonoured, and a user has entered the day on which the payment is presented again. */
const isPresentedAgain = ({ attempt, paidOn, documents }: PaymentState): boolean =>
  paidOn !== null &&
  documents.some(({ reversed }) =>
    reversed.some((one) => one.attempt === attempt - 1 && one.dishonouredOn !== null),
  );

/** The dates of payments that are paid late or in parts, by number. */
function paymentDates(
  { count }: Contract,
  states: ReadonlyMap<number, PaymentState>,
  first: number,
): ReadonlyMap<number, readonly CalendarDate[]> {
  return new Map(
    [...states.values()].flatMap(({ number, state, paidOn, parts }): [number, CalendarDate[]][] => {
      const dates = paidOn === null ? parts.map(({ date }) => date) : [paidOn];
      const isOpen = state !== 'synced' && number >= first && number <= count;
      return isOpen && dates.length > 0 ? [[number, dates]] : [];
    }),
  );
}

function openEvents(
  schedule: OwnedSchedule,
  { contract, events }: ContractState,
  xeroTenantId: string | undefined,
): DueEvent[] {
  return events.flatMap(({ number, state }, index) => {
    const applied = contract.events[index];
    const isOpen = state !== 'synced' && !isContained(schedule, xeroTenantId, number);
    return isOpen && applied ? [{ number, date: applied.documentDate }] : [];
  });
}
