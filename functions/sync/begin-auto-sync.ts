/** The first step of auto sync: claims the schedules, reads them, and selects their due payments. */
import pMap from 'p-map';
import type { CalendarDate } from '../../domain/calendar.ts';
import { paymentsBefore, paymentsDueBy } from '../../domain/schedule/due-dates.ts';
import type { JobResult } from '../lib/job-handler.ts';
import { claimDue, type Due, isAutoSyncing, readDue } from '../schedules/due-index-store.ts';
import { type Located, locateMany, locateSchedule } from '../schedules/location-store.ts';
import { coveredNow } from '../schedules/schedule-view.ts';
import { XeroError } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type Table, tryCommitOne } from '../store/table.ts';
import { finishRefresh } from '../connections/access-token.ts';
import { abandon, type Attempt, type GiveUp, type JobServices, retryAfter } from './auto-sync-conclusion.ts';
import type { PostingMessage } from './jobs.ts';
import type * as z from 'zod';
import type { Deadlines } from '../posting/xero-session.ts';

export type Asked = Pick<z.output<typeof PostingMessage>, 'scheduleIds' | 'today' | 'isManual'>;

/** Schedules claimed in parallel. */
const AT_ONCE = 10;

/** The claimed schedules, and the results of those that were not claimed. */
interface Begun {
  readonly attempts: readonly Attempt[];
  readonly did: Map<string, JobResult>;
}

/** Claims the schedules that may be tried now. */
export async function beginAll(
  services: JobServices,
  asked: Asked,
  time: Deadlines,
  giveUp: GiveUp,
): Promise<Begun> {
  const { table } = services;
  const did = new Map<string, JobResult>();
  const claims: Claim[] = [];
  await pMap(
    asked.scheduleIds,
    async (scheduleId) => {
      const begun = await claimOne(services, scheduleId, asked, time);
      if ('claimed' in begun) claims.push(begun);
      else did.set(scheduleId, begun);
    },
    { concurrency: AT_ONCE },
  );
  // An unreadable schedule fails the whole batch. Then each is read separately.
  const found = await locateMany(
    table,
    claims.map(({ due }) => due.scheduleId),
  ).catch(() => new Map<string, Located>());
  const attempts: Attempt[] = [];
  await pMap(
    claims,
    async ({ due, claimed }) => {
      const { scheduleId } = due;
      try {
        const located = found.get(scheduleId) ?? (await locateSchedule(table, scheduleId));
        if (located) {
          const numbers = dueNumbers(located, asked.today);
          attempts.push({ located, due, claimed, today: asked.today, numbers });
        } else {
          await commitOne(table, { delete: keys.due(scheduleId) });
          did.set(scheduleId, { nothing: 'The schedule was deleted.' });
        }
      } catch (error) {
        did.set(scheduleId, await abandon(services, claimed, error, giveUp));
      }
    },
    { concurrency: AT_ONCE },
  );
  return { attempts, did };
}

/** The entry of the due index as it was found, and as it was claimed. */
type Claim = Pick<Attempt, 'due' | 'claimed'>;

async function claimOne(
  services: JobServices,
  scheduleId: string,
  { today, isManual }: Asked,
  time: Deadlines,
): Promise<Claim | { readonly nothing: string }> {
  const { table, clock } = services;
  const due = await readDue(table, scheduleId);
  if (!due) return { nothing: 'Auto sync is off.' };
  if (!isManual && due.retryAt > clock.now()) {
    await finishInterruptedRefresh(services, scheduleId, time);
    return { nothing: 'The backoff after a failure is not over.' };
  }
  const claimed = await claim(table, due, today, clock.now());
  return claimed ? { due, claimed } : { nothing: 'Another worker has claimed it.' };
}

/** Counts the attempt before it starts, so that a crash of the process counts as a failure. */
async function claim(table: Table, due: Due, today: CalendarDate, now: number): Promise<Due | null> {
  const retryAt = now + retryAfter(due.attempts);
  const isClaimed = await tryCommitOne(table, claimDue(due, { today, retryAt }));
  return isClaimed ? { ...due, attempts: due.attempts + 1, retryAt, version: due.version + 1 } : null;
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
