/** The actors of a simulation: requests of pages, jobs, and people in Xero. */
import { addDays, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { openingLines } from '../../domain/journal/opening-balances.ts';
import { cents, negated, sumCents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Contract } from '../../domain/schedule/contract.ts';
import type { Change } from '../../domain/schedule/events.ts';
import { paymentDate } from '../../domain/schedule/due-dates.ts';
import { isContained, readContract, readEvents } from '../../functions/events/event-store.ts';
import { planEvent } from '../../functions/events/plan-event.ts';
import { storeEvent } from '../../functions/events/store-event.ts';
import { takeBackEvent } from '../../functions/events/take-back-event.ts';
import { varyPayment } from '../../functions/events/vary-payment.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { XeroError } from '../../functions/services/xero/port.ts';
import { ownEntity, type OwnedEntity } from '../../functions/entities/entity-store.ts';
import { type OwnedSchedule, ownSchedule, saveSchedule } from '../../functions/schedules/schedule-store.ts';
import { WriteRefused } from '../../functions/store/table.ts';
import { readPaymentStates } from '../../functions/schedules/payment-store.ts';
import { postAdjustingJournals } from '../../functions/posting/adjusting-journals.ts';
import { postEvent } from '../../functions/posting/events.ts';
import { reversePayment } from '../../functions/posting/reversals.ts';
import { settle } from '../../functions/posting/pipeline.ts';
import {
  type PostingRequest,
  reconciled,
  runPosting,
  settleSchedules,
} from '../../functions/posting/run-posting.ts';
import {
  type Deadlines,
  linkOf,
  openSession,
  requestDeadlines,
} from '../../functions/posting/xero-session.ts';
import { readChart, readLockDate } from '../../functions/posting/xero-reads.ts';
import { postOpeningJournal } from '../../functions/posting/opening-journal.ts';
import { postPayments } from '../../functions/posting/payments.ts';
import { unlink } from '../../functions/connections/unlink.ts';
import { stillLinked } from '../../functions/entities/link-store.ts';
import { openingIn } from '../../functions/posting/opening-journal-store.ts';
import type { Random } from './random.ts';
import { Outage, type Process, type Weather } from './process.ts';
import { consentAndLink, type SimulatedSchedule, type World } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The time limits of a page's request and of a job. */
const PAGE_MS = 30 * SECOND;
const JOB_MS = 12 * MINUTE;

/** The user of every page. */
const USER = '11111111-0000-4000-8000-000000000000';

interface Work {
  readonly process: Process;
  readonly schedule: SimulatedSchedule;
  readonly deadlines: Deadlines;
}

type Task = (work: Work, owned: { entity: OwnedEntity; schedule: OwnedSchedule }) => Promise<unknown>;

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
    const entity = await ownEntity(table, schedule.tenantId, schedule.entityId);
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
      error instanceof WriteRefused;
    if (!isFair)
      world.failures.push(`${label} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return error;
  } finally {
    process.kill();
  }
}

export function syncTask(numbers: readonly number[]): Task {
  return async ({ process, schedule, deadlines }, { entity }) => {
    for (const number of numbers) schedule.asked.add(number);
    const { scheduleId } = schedule;
    const [result] = await postPayments(process.services, { entity, userId: USER, deadlines }, [
      { scheduleId, numbers },
    ]);
    if (result?.failure) throw result.failure;
    // As the page shows it: a user links again when Xero has ended the access.
    for (const outcome of result?.outcomes.values() ?? []) {
      if (outcome.kind !== 'posted' && isAccessLost(outcome.reason)) throw outcome.reason;
    }
  };
}

/** Whether a user must consent at Xero again. */
export const isAccessLost = (error: unknown): boolean =>
  error instanceof XeroError && error.kind === 'unauthorised';

/** Settles, and says why it can't. */
export const settleAloudTask: Task = ({ process, deadlines }, { entity, schedule: { scheduleId } }) =>
  runPosting(process.services, { entity, userId: USER, deadlines }, async (context) => {
    const problems = await settle(context, [scheduleId]);
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
  settleSchedules(process.services, { entity, userId: null, deadlines }, [scheduleId]);

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

/** Posts an opening journal as at the day before a payment, balanced by the asset. */
export function journalTask(payment: number, isExclusive: boolean): Task {
  return async (work, owned) => {
    const date = addDays(paymentDate(work.schedule.terms, payment), -1);
    await postJournalOn(date, isExclusive)(work, owned);
  };
}

function postJournalOn(date: CalendarDate, isExclusive: boolean): Task {
  return async ({ process, schedule: { mapping, assetId }, deadlines }, { entity, schedule }) => {
    const contract = await readContract(process.services.table, schedule);
    const fixed = openingLines(contract, date, mapping);
    const rest = negated(sumCents(fixed.map(({ amount }) => amount)));
    const own = { account: assetId, description: 'Asset', amount: rest, taxType: 'BASEXCLUDED' as const };
    const request: PostingRequest = { entity, userId: USER, deadlines };
    await postOpeningJournal(process.services, request, schedule, {
      date,
      description: 'Opening balances',
      lineAmountTypes: isExclusive ? 'Exclusive' : 'NoTax',
      lines: [...fixed, own],
    });
  };
}

/** A user records an event that is arbitrary, as far as it is accepted. */
export function eventTask(world: World): Task {
  return async ({ process: { services }, deadlines }, { entity, schedule: asked }) => {
    const request: PostingRequest = { entity, userId: USER, deadlines };
    const schedule = await reconciled(services, request, asked);
    const contract = await readContract(services.table, schedule);
    if (contract.count === 0) return;
    const plan = await planEvent(services, request, schedule, arbitraryEvent(world.random, contract));
    await storeEvent(services, request, schedule, plan, {
      note: '',
      createdAt: '2025-06-01T00:00:00Z',
      createdBy: { id: USER, name: 'Simulated' },
      created: null,
    });
  };
}

function arbitraryEvent(random: Random, contract: Contract): { date: CalendarDate; change: Change } {
  const number = random.between(1, Math.min(contract.count, 12));
  const date = addDays(contract.dateOf(number), random.between(-10, 10));
  const keep = random.pick(['payment', 'term'] as const);
  const owed = contract.balanceAt(date);
  const changes: Change[] = [
    { kind: 'extra-repayment', amount: cents(Math.max(1, Math.floor(owed / random.between(2, 40)))), keep },
    { kind: 'rate-change', interestRate: random.between(0, 2000) / 100, keep },
    { kind: 'holiday', fromPayment: Math.min(contract.count, number + 1), qty: random.between(1, 3) },
    { kind: 'fee-change', fromPayment: Math.min(contract.count, number + 2), administrationFee: cents(700) },
    {
      kind: 'terms-change',
      fromPayment: Math.min(contract.count, number + 2),
      rows: [{ qty: random.between(2, 8), amount: cents(Math.max(1, Math.ceil(owed / 2))) }],
    },
    {
      kind: 'frequency-change',
      frequency: 'fortnightly',
      firstPaymentDate: addDays(date, random.between(1, 20)),
      payments: { amount: cents(Math.max(1, Math.ceil(owed / 8))) },
    },
    tableFrom(random, contract, Math.min(contract.count, number + 2)),
  ];
  const payout: Change = {
    kind: 'payout',
    payoutFigure: cents(owed + random.between(0, 10_000)),
    fees: [],
    settledFrom: null,
  };
  return { date, change: random.chance(0.1) ? payout : random.pick(changes) };
}

/** New terms in the lender's table: two payments on irregular dates. */
function tableFrom(random: Random, contract: Contract, fromPayment: number): Change {
  const { date, balance } = contract.payment(Math.max(1, fromPayment - 1));
  const half = cents(Math.floor(balance / 2));
  const amounts = [cents(balance - half + random.between(0, 5_000)), cents(half + 1)];
  const table = [
    { date: addDays(date, random.between(20, 60)), amount: amounts[0] ?? half, balance: half },
    { date: addDays(date, random.between(70, 200)), amount: amounts[1] ?? half, balance: cents(0) },
  ];
  return { kind: 'terms-change', fromPayment, rows: [], table };
}

/** A user undoes the newest event. */
export const undoTask: Task = async ({ process: { services }, deadlines }, { entity, schedule }) => {
  const newest = (await readEvents(services.table, schedule)).at(-1);
  if (!newest) return;
  const { number } = newest;
  const actor = { userId: USER, tenantId: entity.tenantId };
  const entry = {
    actor,
    action: 'schedule/undo-event',
    subject: schedule.scheduleId,
    at: services.clock.now(),
  } as const;
  await takeBackEvent(services, { entity, userId: USER, deadlines }, schedule, { number, entry });
};

/** Posts the events that are not in Xero. */
export const syncEventsTask: Task = async ({ process: { services }, deadlines }, { entity, schedule }) => {
  const { scheduleId } = schedule;
  for (const { number, state } of await readEvents(services.table, schedule)) {
    const isOver = state === 'synced' || isContained(schedule, entity.xero?.tenantId, number);
    if (!isOver) await postEvent(services, { entity, userId: USER, deadlines }, { scheduleId, number });
  }
};

/** A user reverses a payment that is in Xero. */
export function reversalTask(world: World): Task {
  return async ({ process: { services }, deadlines }, { entity, schedule: { scheduleId } }) => {
    const states = [...(await readPaymentStates(services.table, scheduleId)).values()];
    const synced = states.filter(({ state }) => state !== 'unsynced');
    if (synced.length === 0) return;
    const { number } = world.random.pick(synced);
    const mode = world.random.pick(['mirror', 'delete'] as const);
    const date = calendarDate('2025-06-01');
    await reversePayment(services, { entity, userId: USER, deadlines }, { scheduleId, number, date, mode });
  };
}

/** A user says that a payment was made late, or in two parts. */
export function varyTask(world: World): Task {
  return async ({ process: { services } }, { entity, schedule }) => {
    const { random } = world;
    const contract = await readContract(services.table, schedule);
    if (contract.count === 0) return;
    const number = random.between(1, Math.min(contract.count, 6));
    const { date, amount } = contract.payment(number);
    const half = cents(Math.floor(amount / 2));
    const parts = [
      { date, amount: half },
      { date, amount: cents(amount - half) },
    ];
    const isLate = random.chance(0.5) || half === 0 || date > TODAY;
    const variation = isLate ? { paidOn: addDays(date, 3), parts: [] } : { paidOn: null, parts };
    await varyPayment(services, { entity }, schedule, number, variation);
  };
}

const TODAY = calendarDate('2025-06-01');

/** Posts an outdated opening journal again, on its date. */
export function repostTask(): Task {
  return async (work, owned) => {
    const { opening } = owned.schedule;
    if (opening?.outOfDate === true) await postJournalOn(opening.date, false)(work, owned);
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
    const linked = await ownEntity(table, tenantId, entityId);
    const schedule = await ownSchedule(table, linked, scheduleId);
    if (schedule.xeroConnected || linked.xero === null) return;
    const opening = await openingIn(table, schedule, linked.xero.tenantId);
    const changes = { xeroConnected: true, accounts: { ...mapping }, opening };
    await saveSchedule(table, linked, schedule, changes, [stillLinked(entityId, linked.xero)]);
  };
}

/** A person in Xero deletes a payment or voids a journal, preferably one whose outcome is still open here. */
export function meddle(world: World): void {
  const { core, random } = world;
  const known = new Set(world.table.items().map((item) => item['documentId'] ?? item['journalId']));
  const documents = [
    ...core.state.records.bankTransactions.keys(),
    ...core.state.records.manualJournals.keys(),
  ];
  const unknown = documents.filter((id) => !known.has(id));
  const candidates = unknown.length > 0 ? unknown : documents;
  if (candidates.length === 0) return;
  const id = random.pick(candidates);
  world.meddled = true;
  world.trace(`a person in Xero deletes ${id.slice(0, 4)}`);
  world.control('PATCH', `documents/${id}`, { status: 'DELETED' });
}

/** A person in Xero merges one contact into another, which takes its documents over. */
export function mergeContacts(world: World): void {
  const { core, random, xeroTenantId } = world;
  const active = [...core.state.records.contacts.values()].filter(
    ({ tenantId, status }) => tenantId === xeroTenantId && status === 'ACTIVE',
  );
  if (active.length < 2) return;
  const contact = random.pick(active);
  const into = random.pick(active.filter(({ id }) => id !== contact.id));
  world.trace(`contact ${contact.id.slice(0, 4)} is merged into ${into.id.slice(0, 4)}`);
  const input = { tenantId: xeroTenantId, contactId: contact.id, intoContactId: into.id };
  world.control('POST', 'contacts/merge', input);
}

/** The accountant locks a period, or unlocks it. */
export function moveLockDate(world: World): void {
  const { random, xeroTenantId } = world;
  const date = random.chance(0.5) ? null : addDays(calendarDate('2024-01-01'), random.between(0, 500));
  const kind = random.pick(['periodLockDate', 'endOfYearLockDate']);
  world.trace(`${kind} becomes ${date}`);
  world.control('PATCH', `organisations/${xeroTenantId}`, { [kind]: date });
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
      { date: calendarDate(date), kinds, reverse: true, allCurrent: [], nonCurrentAccounts: null },
    );
  };
}

/** Settles the journals of the schedule's entity. */
export const settleJournalsTask: Task = ({ process, deadlines }, { entity }) =>
  settleSchedules(process.services, { entity, userId: null, deadlines }, [entity.entityId]);
