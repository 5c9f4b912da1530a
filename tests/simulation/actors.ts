/** The actors of a simulation: requests of pages and jobs. */
import { addDays, calendarDate } from '../../domain/calendar.ts';
import type { OpeningDate } from '../../domain/contract/covered.ts';
import { openingLines } from '../../domain/journal/opening-balances.ts';
import { negated, sumCents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { dateOfPayment, timetableOf } from '../../domain/amortisation/timetable.ts';
import { readContract } from '../../functions/records/schedules/events.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import { ownEntity, type OwnedEntity } from '../../functions/records/entities/entity.ts';
import { type OwnedSchedule, ownSchedule, saveSchedule } from '../../functions/records/schedules/schedule.ts';
import { WriteRefused } from '../../functions/store/table.ts';
import { postAdjustingJournals, postOpeningJournal } from '../../functions/posting/post-one.ts';
import type { Outcome as PostingOutcome } from '../../functions/posting/protocol/outcome.ts';
import { reconcile } from '../../functions/posting/protocol/reconcile.ts';
import type { PostingRequest } from '../../functions/posting/protocol/request.ts';
import { runPosting, reconcileSchedules } from '../../functions/posting/protocol/run-posting.ts';
import { linkOf, openSession } from '../../functions/xero/session.ts';
import { type Deadlines, requestDeadlines } from '../../functions/services/deadlines.ts';
import { readChart, readLockDate } from '../../functions/xero/reads.ts';
import { type CodingDecision, postPayments } from '../../functions/posting/payments.ts';
import { unlink } from '../../functions/connections/unlink.ts';
import { stillLinked } from '../../functions/records/entities/links.ts';
import { openingIn } from '../../functions/records/schedules/opening-journals.ts';
import { Outage, type Process, type Weather } from './process.ts';
import { isUnanswered } from './people-in-xero.ts';
import { linesOfPurchase } from './purchases.ts';
import { consentAndLink, type SimulatedSchedule, type World } from './world.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

export const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The time limits of a page's request and of a job. */
const PAGE_MS = 30 * SECOND;
const JOB_MS = 12 * MINUTE;

/** The user of every page. */
export const USER = '11111111-0000-4000-8000-000000000000';

export interface Work {
  readonly process: Process;
  readonly schedule: SimulatedSchedule;
  readonly deadlines: Deadlines;
}

export type Task = (work: Work, owned: { entity: OwnedEntity; schedule: OwnedSchedule }) => Promise<unknown>;

export interface Act {
  readonly name: string;
  readonly weather: Weather;
  readonly isJob: boolean;
  readonly task: Task;
}

/**
 * Runs a task on a schedule in a process of its own, and records unexpected errors as failures. The effect shows in
 * the table and in Xero.
 * @returns the error that the caller received, or null.
 */
export async function act(
  world: World,
  schedule: SimulatedSchedule,
  { name, weather, isJob, task }: Act,
): Promise<unknown> {
  const process = world.spawn(weather);
  const { clock, table } = process.services;
  const now = clock.now();
  const deadlines = isJob
    ? { leaseBy: now + MINUTE, startBy: now + JOB_MS - 2 * MINUTE, endBy: now + JOB_MS - MINUTE }
    : requestDeadlines(now, now + PAGE_MS - SECOND);
  // A process that is not killed at its time limit may stall and continue afterwards.
  if (world.random.chance(0.6)) world.time.after(isJob ? JOB_MS : PAGE_MS, () => process.kill());
  const label = `${name} ${schedule.scheduleId.slice(0, 4)}`;
  world.trace(`${label} begins`);
  try {
    const entity = await ownEntity(table, allEntities(schedule.tenantId), schedule.entityId);
    const owned = await ownSchedule(table, entity, schedule.scheduleId);
    await task({ process, schedule, deadlines }, { entity, schedule: owned });
    world.trace(`${label} ends`);
    return null;
  } catch (error) {
    world.trace(`${label} ends with ${String(error)}`);
    const isFair =
      error instanceof Refusal ||
      error instanceof VendorFailure ||
      error instanceof Outage ||
      (error instanceof WriteRefused && error.isOnlyConflict);
    if (!isFair)
      world.failures.push(`${label} failed: ${error instanceof Error ? error.stack : String(error)}`);
    if (isMisread(world, error)) world.failures.push(`${label} took a role for a lost connection`);
    return error;
  } finally {
    process.kill();
  }
}

/** Whether a 403 counts as a lost connection although no connection was ever removed. */
function isMisread({ core }: World, error: unknown): boolean {
  if (!isAccessLost(error) || (error as XeroError).answered !== 403) return false;
  return [...core.state.records.requests.values()].every(({ method }) => method !== 'DELETE');
}

/** A standing transaction of others for each payment of the schedule that people know to be coded and not corrected. */
function codedPayments(world: World, { scheduleId }: SimulatedSchedule): ReadonlyMap<number, string> {
  const own = [...world.coded].filter(
    ([transactionId, one]) => one.scheduleId === scheduleId && isUnanswered(world, transactionId),
  );
  return new Map(own.map(([transactionId, { number }]) => [number, transactionId]));
}

/** Whether people move its coding; what is no plain coding of a bank line they leave as it is. */
const isCorrectable = ({ coded }: World, id: string): boolean => coded.get(id)?.answer === 'correct';

const correctionOf = ([number, transactionId]: readonly [number, string]): CodingDecision => ({
  number,
  decision: 'correct',
  transactionId,
});

/** People correct what is coded, or leave it for now; of the rest they post some whatever the search finds. */
function decisionsOf(
  world: World,
  schedule: SimulatedSchedule,
  numbers: readonly number[],
): CodingDecision[] {
  const { random } = world;
  const coded = codedPayments(world, schedule);
  const corrected = [...coded].filter(
    ([number, id]) => numbers.includes(number) && random.chance(0.7) && isCorrectable(world, id),
  );
  const anyway = numbers.filter((number) => !coded.has(number) && random.chance(0.2));
  return [...corrected.map(correctionOf), ...anyway.map((number) => ({ number, decision: 'post' as const }))];
}

export function syncTask(numbers: readonly number[], world: World): Task {
  return async (work, { entity }) => {
    for (const number of numbers) work.schedule.asked.add(number);
    await post(work, entity, numbers, decisionsOf(world, work.schedule, numbers));
  };
}

/**
 * Posts every payment that was asked for, as a careful person does: what is not coded, whatever the search finds; what is
 * coded only after Paydown has asked, by a correction. They leave one that is on the other side of the opening balances or
 * before the contract's start.
 */
export function postAskedTask(world: World): Task {
  return async (work, { entity }) => {
    const { asked } = work.schedule;
    const coded = codedPayments(world, work.schedule);
    const anyway = [...asked].filter((number) => !coded.has(number));
    const decisions = anyway.map((number) => ({ number, decision: 'post' as const }));
    if (anyway.length > 0) await post(work, entity, anyway, decisions);
    // Asked about apart: a transaction is given to one payment of a call, which may be one that is posted anyway.
    const open = [...asked].filter((number) => coded.has(number));
    if (open.length === 0) return;
    const outcomes = await post(work, entity, open, []);
    const questions = [...coded].filter(
      ([number]) => codeOf(outcomes.get(number)) === 'payment/already-coded',
    );
    if (questions.length === 0) return;
    const corrections = questions.filter(([, id]) => isCorrectable(world, id));
    for (const [number, id] of questions) if (!isCorrectable(world, id)) asked.delete(number);
    if (corrections.length === 0) return;
    const numbers = corrections.map(([number]) => number);
    const corrected = await post(work, entity, numbers, corrections.map(correctionOf));
    for (const [number] of corrections) {
      const code = codeOf(corrected.get(number));
      if (code === 'payment/paid-on-other-side' || code === 'payment/before-start') asked.delete(number);
    }
  };
}

const codeOf = (outcome: PostingOutcome | undefined): string | null =>
  outcome && outcome.kind !== 'posted' && outcome.reason instanceof Refusal ? outcome.reason.code : null;

async function post(
  { process, schedule: { scheduleId }, deadlines }: Work,
  entity: OwnedEntity,
  numbers: readonly number[],
  decisions: readonly CodingDecision[],
): Promise<ReadonlyMap<number, PostingOutcome>> {
  const [result] = await postPayments(process.services, { entity, userId: USER, deadlines }, [
    { scheduleId, numbers, decisions },
  ]);
  if (result?.failure) throw result.failure;
  const outcomes = result?.outcomes ?? new Map<number, PostingOutcome>();
  // As the page shows it: a user links again when Xero has ended the access.
  for (const outcome of outcomes.values()) {
    if (outcome.kind !== 'posted' && isAccessLost(outcome.reason)) throw outcome.reason;
  }
  return outcomes;
}

/** Whether a user must consent at Xero again. */
export const isAccessLost = (error: unknown): boolean =>
  error instanceof XeroError && error.kind === 'unauthorised';

/** Settles the documents of the schedule and of its entity, and says why it can't. */
export const settleAloudTask: Task = ({ process, deadlines }, { entity, schedule: { scheduleId } }) =>
  runPosting(process.services, { entity, userId: USER, deadlines }, async (context) => {
    const { problems } = await reconcile(context, [scheduleId, entity.entityId]);
    for (const problem of problems.values()) throw problem;
  });

/** A job that syncs all schedules of an entity together, each up to a random payment. */
export function togetherTask(world: World): Task {
  return async ({ process, deadlines }, { entity }) => {
    const wanted = world.schedules
      .filter(({ entityId }) => entityId === entity.entityId)
      .map(({ scheduleId, count, asked }) => {
        const upTo = Math.min(count, world.random.between(1, 30));
        const numbers = Array.from({ length: upTo }, (_each, index) => index + 1);
        for (const number of numbers) asked.add(number);
        return { scheduleId, numbers };
      });
    await postPayments(process.services, { entity, userId: null, deadlines }, wanted);
  };
}

export const settleTask: Task = ({ process, deadlines }, { entity, schedule: { scheduleId } }) =>
  reconcileSchedules(process.services, { entity, userId: null, deadlines }, [scheduleId]);

/** A page that only reads: reading needs no lease, so several run at the same time. */
export const lookTask: Task = async ({ process: { services }, deadlines }, { entity }) => {
  const session = openSession(
    services,
    linkOf(entity),
    { priority: 'interactive', userId: services.ids.uuid() },
    deadlines,
  );
  await Promise.all([readLockDate(services.xero, session), readChart(services.xero, session)]);
};

export function renameTask(name: string): Task {
  return ({ process }, { entity, schedule }) =>
    saveSchedule(process.services.table, entity, schedule, { name });
}

/** Posts an opening journal that doesn't cover a payment, as at its date or the day before, balanced by the asset. */
export function journalTask(world: World, payment: number, isExclusive: boolean): Task {
  return async (work, owned) => {
    const due = dateOfPayment(timetableOf(work.schedule.terms), payment);
    const journal = isExclusive
      ? { date: due, includesDate: false }
      : { date: addDays(due, -1), includesDate: true };
    await postJournalOn(world, journal, isExclusive)(work, owned);
  };
}

/** Posts an opening journal at the start of the contract. */
export function startJournalTask(world: World): Task {
  return (work, owned) =>
    postJournalOn(world, { date: work.schedule.terms.startDate, includesDate: false }, false)(work, owned);
}

/** At the start of a contract with a purchase, its lines balance the journal; else the asset does. */
function postJournalOn(world: World, { date, includesDate }: OpeningDate, isExclusive: boolean): Task {
  return async (work, { entity, schedule }) => {
    const { process, deadlines } = work;
    const { mapping, assetId, terms } = work.schedule;
    const isAtStart = world.purchases !== null && date === terms.startDate && !includesDate;
    const taken = isAtStart ? await linesOfPurchase(work, entity, schedule) : null;
    const bought = taken?.lines;
    const contract = await readContract(process.services.table, schedule);
    const fixed = openingLines(contract, { date, includesDate }, mapping);
    const rest = negated(sumCents(fixed.map(({ amount }) => amount)));
    const own = { account: assetId, description: 'Asset', amount: rest, taxType: 'BASEXCLUDED' as const };
    const request: PostingRequest = { entity, userId: USER, deadlines };
    await postOpeningJournal(process.services, request, schedule, {
      date,
      includesDate,
      description: 'Opening balances',
      lineAmountTypes: bought ? 'Inclusive' : isExclusive ? 'Exclusive' : 'NoTax',
      lines: [...fixed, ...(bought ?? [own])],
      purchaseRevision: taken?.revision,
    });
  };
}

/** Posts an outdated opening journal again, on its date, or on the first one when the contract has ended by then. */
export function repostTask(world: World): Task {
  return async (work, owned) => {
    const { opening } = owned.schedule;
    if (opening?.outOfDate !== true) return;
    try {
      await postJournalOn(world, opening, false)(work, owned);
    } catch (error) {
      const isOver = error instanceof Refusal && error.code === 'opening/no-balances';
      if (!isOver) throw error;
      await startJournalTask(world)(work, owned);
    }
  };
}

/** Unlinks the entity: all of its schedules lose their settings. */
export const unlinkTask: Task = async ({ process, deadlines }, { entity }) => {
  if (entity.xero) await unlink(process.services, entity, entity.xero, { userId: USER, deadlines, more: [] });
};

/** Links an unlinked entity again, and sets the schedule up again. */
export function relinkTask(world: World): Task {
  return async ({ process, schedule: { tenantId, entityId, scheduleId, mapping } }, { entity }) => {
    const { table } = process.services;
    if (entity.xero === null) await consentAndLink(world, tenantId, entityId);
    const linked = await ownEntity(table, allEntities(tenantId), entityId);
    const schedule = await ownSchedule(table, linked, scheduleId);
    if (schedule.xeroConnected || linked.xero === null) return;
    const opening = await openingIn(table, schedule, linked.xero.tenantId);
    const changes = { xeroConnected: true, accounts: { ...mapping }, opening };
    await saveSchedule(table, linked, schedule, changes, [stillLinked(entityId, linked.xero)]);
  };
}

/** Posts the adjusting journals of the schedule's entity. */
export function adjustTask(world: World): Task {
  return async ({ process: { services }, deadlines }, { entity }) => {
    const { random } = world;
    const kinds = random.pick([
      ['accrued-interest'],
      ['current-non-current'],
      ['accrued-interest', 'current-non-current'],
    ] as const);
    const date = random.pick(['2025-03-10', '2025-05-20'] as const);
    await postAdjustingJournals(
      services,
      { entity, userId: USER, deadlines },
      {
        date: calendarDate(date),
        kinds,
        reverse: true,
        allCurrent: [],
        nonCurrentAccounts: null,
        revision: undefined,
      },
    );
  };
}

/** Settles the journals of the schedule's entity. */
export const settleJournalsTask: Task = ({ process, deadlines }, { entity }) =>
  reconcileSchedules(process.services, { entity, userId: null, deadlines }, [entity.entityId]);
