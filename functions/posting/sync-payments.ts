/** Posting some payments of an entity's schedules: which of them may be posted, and what came of each. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { isLocked } from '../../domain/schedule/selection.ts';
import type { OwnedEntity } from '../entities/entity-store.ts';
import { type PaymentState, readPaymentStates } from '../schedules/payment-store.ts';
import { type OwnedSchedule, ownSchedule } from '../schedules/schedule-store.ts';
import { coveredNow } from '../schedules/schedule-view.ts';
import { WriteRefused } from '../store/table.ts';
import type { XeroServices } from '../lib/context.ts';
import { atXero, settleSchedule, type Time } from './posting-session.ts';
import { linkOf } from './xero-calls.ts';
import { readLockDate } from './chart.ts';
import { activeContacts, contactOf } from './contact.ts';
import { LeaseLost } from './lease.ts';
import { checkReady, type Chosen, type Part, postChosen, type Problem, type Run } from './send-payments.ts';
import { coveredPayment, lockedPayment, outOfTime, unconfirmedPayment } from './refusals.ts';
import { requirePaidPlan } from './require-paid-plan.ts';

/** Why a payment isn't in Xero, by its number. */
export type Problems = ReadonlyMap<number, Problem>;

export interface PaymentsSynced {
  /** The schedule and its payments as they stand afterwards. */
  readonly schedule: OwnedSchedule;
  readonly states: ReadonlyMap<number, PaymentState>;
  readonly problems: Problems;
}

/** Payments of a schedule that somebody wants in Xero. */
export interface Wanted {
  readonly scheduleId: string;
  readonly numbers: readonly number[];
}

/** Kept for posting, when contacts take long. */
const POSTING_MS = 10_000;

/**
 * Posts payments of a schedule that are not in Xero yet. Each that could not be posted has its problem; those that
 * are posted already have none.
 * @throws Refusal `conflict` when nothing of the schedule can be posted, XeroError when Xero can't be asked.
 */
export async function syncPayments(
  services: XeroServices,
  entity: OwnedEntity,
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  numbers: readonly number[],
  time: Time,
): Promise<PaymentsSynced> {
  const { table } = services;
  const [part] = await syncTogether(services, entity, [{ scheduleId, numbers }], time);
  if (!part) throw new RangeError('Nothing came of the schedule');
  if (part.failure !== null) throw part.failure;
  const schedule = await ownSchedule(table, entity, scheduleId);
  return { schedule, states: await readPaymentStates(table, scheduleId), problems: part.problems };
}

/**
 * The same for several schedules of an entity, which share calls to Xero: the lock date, the contacts, and up to fifty
 * payments at a time. What hinders one of them hinders no other.
 * @returns what came of each, in the order asked.
 * @throws Refusal `conflict` when nothing of the entity can be posted, XeroError when Xero can't be asked.
 */
export async function syncTogether(
  services: XeroServices,
  entity: OwnedEntity,
  wanted: readonly Wanted[],
  time: Time,
): Promise<readonly Readonly<Part>[]> {
  const link = linkOf(entity);
  await requirePaidPlan(services.table, entity.tenantId);
  return atXero(services, link, time, async (context) => {
    const run: Run = { context, entity, link, time };
    const parts = wanted.map((one) => ({ ...one, part: newPart(one) }));
    await postUnlocked(run, await prepareAll(run, parts));
    return parts.map(({ part }) => part);
  });
}

function newPart({ scheduleId }: Wanted): Part {
  return { scheduleId, posted: [], problems: new Map(), failure: null };
}

/** A schedule in a run, with those of its payments that nothing is known of in Xero, in order. */
interface Candidate {
  readonly part: Part;
  readonly schedule: OwnedSchedule;
  readonly unposted: readonly number[];
}

/** One after the other, since what is open of several may be one batch. */
async function prepareAll(run: Run, wanted: readonly (Wanted & { readonly part: Part })[]) {
  const candidates: Candidate[] = [];
  for (const { part, numbers } of wanted) {
    const candidate = await attempt(part, () => prepare(run, part, numbers));
    if (candidate && candidate.unposted.length > 0) candidates.push(candidate);
  }
  return candidates;
}

/** Finds out what became of what is open of a schedule, and what of it can be posted. */
async function prepare(run: Run, part: Part, numbers: readonly number[]): Promise<Candidate> {
  const { context, entity, link } = run;
  const { table } = context.services;
  const { scheduleId } = part;
  let schedule = await ownSchedule(table, entity, scheduleId);
  let states = await readPaymentStates(table, scheduleId);
  if (schedule.openIntents > 0) {
    const before = states;
    await settleSchedule(context, scheduleId);
    schedule = await ownSchedule(table, entity, scheduleId);
    states = await readPaymentStates(table, scheduleId);
    part.posted.push(...numbers.filter((number) => isSynced(states, number) && !isSynced(before, number)));
  }
  checkReady(schedule, link);
  return { part, schedule, unposted: selectUnposted(part, states, coveredNow(schedule, entity), numbers) };
}

const isSynced = (states: ReadonlyMap<number, PaymentState>, number: number): boolean =>
  states.get(number)?.state === 'synced';

/** Those that nothing is known of in Xero, in order; the others get their problem or are posted already. */
function selectUnposted(
  { problems }: Part,
  states: ReadonlyMap<number, PaymentState>,
  covered: number,
  numbers: readonly number[],
): number[] {
  for (const number of numbers) {
    const state = states.get(number)?.state;
    if (state === 'posting') problems.set(number, unconfirmedPayment());
    else if (state === undefined && number <= covered) problems.set(number, coveredPayment());
  }
  const unposted = numbers.filter((number) => !states.has(number) && !problems.has(number));
  return [...new Set(unposted)].toSorted((a, b) => a - b);
}

/** Posts what the lock date doesn't keep out. */
async function postUnlocked(run: Run, candidates: readonly Candidate[]): Promise<void> {
  const { context } = run;
  if (candidates.length === 0) return;
  const lockDate = await readLockDate(context.services.xero, context.books);
  const open = candidates
    .map((candidate) => ({ ...candidate, unposted: leaveOutLocked(candidate, lockDate) }))
    .filter(({ unposted }) => unposted.length > 0);
  const active = await activeContacts(
    context,
    open.map(({ schedule }) => schedule),
  );
  await postChosen(run, await withContacts(run, open, active));
}

/** Many new contacts take many calls: some time is kept for posting, and who comes late waits for the next run. */
async function withContacts(
  { context, entity, time }: Run,
  candidates: readonly Candidate[],
  active: ReadonlySet<string>,
): Promise<Chosen[]> {
  const { clock } = context.services;
  const chosen: Chosen[] = [];
  for (const { part, schedule, unposted } of candidates) {
    const isKnown = active.has(schedule.contact?.contactId ?? '');
    const isLate = chosen.length > 0 && !isKnown && clock.now() > time.until - POSTING_MS;
    const contactId = await attempt(part, async () => {
      if (isLate) throw outOfTime();
      return contactOf(context, entity, schedule, active);
    });
    if (contactId !== null) chosen.push(...unposted.map((number) => ({ part, contactId, number })));
  }
  return chosen;
}

function leaveOutLocked(
  { part, schedule, unposted }: Candidate,
  lockDate: CalendarDate | null,
): readonly number[] {
  const amortisation = amortise(schedule.terms);
  return unposted.filter((number) => {
    const locked = isLocked(amortisation.payment(number).date, lockDate);
    if (locked) part.problems.set(number, lockedPayment());
    return !locked;
  });
}

/** What hinders one schedule hinders no other; that somebody else posts in our place hinders all. */
async function attempt<Result>(part: Part, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof WriteRefused) throw error;
    part.failure = error;
    return null;
  }
}
