/** Auto posting of registers: entries dated on or before today, and since the first day to post. */
import type * as z from 'zod';
import { addDays, calendarDate, type CalendarDate, earliestOf } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { saySome } from '../../domain/text.ts';
import type { JobResult } from '../access/job-handler.ts';
import type { PostingMessage } from '../api/jobs.ts';
import { announceReview } from '../books/register-review.ts';
import { postEntries, type WantedEntries } from '../posting/registers.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import {
  findRegister,
  firstToPost,
  isInUse,
  isWatched,
  type OwnedRegister,
} from '../records/registers/register.ts';
import {
  readState,
  type StatedEntry,
  statedEntries,
  type WorkedRegister,
} from '../records/registers/state.ts';
import { claimDue, type Due, failDue, moveDue, readDue } from '../records/schedules/due-index.ts';
import { locateEntity } from '../records/schedules/location.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { XeroError } from '../services/xero/error.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type TableReader, tryCommitOne } from '../store/table.ts';
import { type JobServices, retryAfter } from './conclusion.ts';

type Journals = Extract<z.output<typeof PostingMessage>, { kind: 'journals' }>;

interface Attempt extends DueEntries {
  readonly claimed: Due;
  readonly register: OwnedRegister;
}

/** The registers of a message share the calls to Xero of their entity. Returns the result of each. */
export async function postDueEntries(
  services: JobServices,
  { registerIds, today, isManual }: Journals,
  time: Deadlines,
): Promise<JobResult[]> {
  const { table, clock } = services;
  const byEntity = new Map<string, Due[]>();
  for (const registerId of new Set(registerIds)) {
    const due = await readDue(table, keys.registerDue(registerId));
    if (due?.entityId === undefined || (!isManual && due.retryAt > clock.now())) continue;
    byEntity.set(due.entityId, [...(byEntity.get(due.entityId) ?? []), due]);
  }
  const results: JobResult[] = [];
  for (const [entityId, all] of byEntity) {
    const entity = await locateEntity(table, entityId);
    if (!entity) {
      for (const { ownerId } of all) await commitOne(table, { delete: keys.registerDue(ownerId) });
      continue;
    }
    results.push(...(await postOfEntity(services, entity, all, calendarDate(today), time)));
  }
  return results;
}

async function postOfEntity(
  services: JobServices,
  entity: OwnedEntity,
  all: readonly Due[],
  today: CalendarDate,
  deadlines: Deadlines,
): Promise<JobResult[]> {
  const { table, clock, ids } = services;
  const attempts: Attempt[] = [];
  for (const due of all) {
    const now = clock.now();
    const claimed = await claimDue(table, due, { today, now, retryAt: now + retryAfter(due.attempts) });
    const register = claimed && (await findRegister(table, entity, due.ownerId));
    if (claimed && register) {
      attempts.push({ claimed, register, ...(await dueEntries(table, entity, register, today)) });
    }
  }
  const wanted = attempts.flatMap(({ register: { registerId }, numbers }): WantedEntries[] =>
    numbers.length > 0 ? [{ registerId, numbers }] : [],
  );
  const failures = await failuresOf(services, entity, wanted, deadlines);
  const results = await Promise.all(
    attempts.map(async ({ claimed, next, numbers }) => {
      const { ownerId: registerId } = claimed;
      const failure = failures.get(registerId);
      await tryCommitOne(table, failure === undefined ? moveDue(claimed, next) : failDue(claimed));
      if (failure !== undefined) return { registerId, failed: failure.message };
      return { registerId, posted: numbers.length };
    }),
  );
  const news = attempts.flatMap(({ claimed, register }) => {
    const failure = failures.get(register.registerId);
    const isNews = failure && claimed.attempts === (failure.isTransient ? TRIES_UNTOLD : 1);
    return isNews ? [`${register.name}: ${failure.message}`] : [];
  });
  const failure = news.length === 0 ? null : saySome(news);
  const hasFailed = failures.size > 0;
  await announceReview({ table, ids, now: clock.now() }, entity, today, { hasFailed, failure });
  return results;
}

/** A failure that may pass is told at this one in a row. */
const TRIES_UNTOLD = 3;

/** Why entries of a register are not in Xero. */
interface Failure {
  readonly message: string;
  readonly isTransient: boolean;
}

interface DueEntries {
  readonly numbers: readonly number[];
  /** The date of the first entry after today, or of another look; null for none. */
  readonly next: CalendarDate | null;
}

const DAYS_TO_NEXT_LOOK = 28;

/** A register that has not ended may get further entries: facts from outside, such as a benchmark rate, may be missing. */
function laterLook(
  { domain, facts, changes, known }: WorkedRegister,
  today: CalendarDate,
): CalendarDate | null {
  const { to } = domain.summary(facts, changes, today, known);
  return to > today ? addDays(today, DAYS_TO_NEXT_LOOK) : null;
}

/** Entries that were reversed are posted by hand, and so are those of a register without auto posting. */
async function dueEntries(
  table: TableReader,
  { tenantId }: OwnedEntity,
  register: OwnedRegister,
  today: CalendarDate,
): Promise<DueEntries> {
  if (!isWatched(register)) return { numbers: [], next: null };
  const { worked, stored } = await readState(table, tenantId, register, today);
  const { domain, facts, changes, known } = worked;
  const look = domain.alerts?.(facts, changes, today, known).nextLook ?? null;
  if (!isInUse(register)) return { numbers: [], next: look };
  const first = firstToPost(register);
  const open = statedEntries(register, worked.entries).filter(
    ({ state }) => state === 'posting' || state === 'open',
  );
  const isByItself = ({ number, state, date }: StatedEntry): boolean =>
    first !== null && (state === 'posting' || (date >= first && !stored.has(number)));
  return {
    numbers: open.flatMap((entry) => (entry.date <= today && isByItself(entry) ? [entry.number] : [])),
    next: earliestOf([open.find(({ date }) => date > today)?.date ?? laterLook(worked, today), look]),
  };
}

/** Posts the entries. Returns why some are not in Xero, by register. */
async function failuresOf(
  services: JobServices,
  entity: OwnedEntity,
  wanted: readonly WantedEntries[],
  deadlines: Deadlines,
): Promise<ReadonlyMap<string, Failure>> {
  if (wanted.length === 0) return new Map();
  try {
    const results = await postEntries(services, { entity, userId: null, deadlines }, wanted);
    return new Map(
      results.flatMap(({ ownerId, outcomes, failure }) => {
        const reasons = [...outcomes.values()].flatMap((one) => (one.kind === 'posted' ? [] : [one.reason]));
        const [reason] = failure === null ? reasons : [failure];
        return reason === undefined ? [] : [[ownerId, failureOf(services, reason)] as const];
      }),
    );
  } catch (error) {
    const failure = failureOf(services, error);
    return new Map(wanted.map(({ registerId }) => [registerId, failure]));
  }
}

function failureOf({ log }: JobServices, error: unknown): Failure {
  if (error instanceof Refusal) return { message: error.message, isTransient: false };
  if (error instanceof XeroError) return { message: error.message, isTransient: error.isTransient };
  log.error('auto posting failed', { error });
  return { message: 'Something went wrong.', isTransient: true };
}
