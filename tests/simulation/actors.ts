/** Who does what in a simulation: pages, jobs, and people at Xero. */
import { addDays, calendarDate } from '../../domain/calendar.ts';
import { openingLines } from '../../domain/journal/opening-balances.ts';
import { negated, sumCents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { paymentDate } from '../../domain/schedule/due-dates.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { ownEntity, type OwnedEntity } from '../../functions/entities/entity-store.ts';
import { type OwnedSchedule, ownSchedule, saveSchedule } from '../../functions/schedules/schedule-store.ts';
import { WriteRefused } from '../../functions/store/table.ts';
import { reconciled, requestTime, type Time } from '../../functions/posting/posting-session.ts';
import { linkOf, openBooks } from '../../functions/posting/xero-calls.ts';
import { readChart, readLockDate } from '../../functions/posting/chart.ts';
import { postOpening } from '../../functions/posting/post-opening.ts';
import { syncPayments, syncTogether } from '../../functions/posting/sync-payments.ts';
import { unlink } from '../../functions/connections/unlink.ts';
import { stillLinked } from '../../functions/entities/link-store.ts';
import { openingIn } from '../../functions/posting/journal-intent-store.ts';
import { Outage, type Process, type Weather } from './process.ts';
import { consentAndLink, type SimulatedSchedule, type World } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A page's request ends with its function; a job's worker has minutes. */
const PAGE_MS = 30 * SECOND;
const JOB_MS = 12 * MINUTE;

interface Work {
  readonly process: Process;
  readonly schedule: SimulatedSchedule;
  readonly time: Time;
}

type Task = (work: Work, owned: { entity: OwnedEntity; schedule: OwnedSchedule }) => Promise<unknown>;

export interface Act {
  readonly name: string;
  readonly weather: Weather;
  readonly isJob: boolean;
  readonly task: Task;
}

/**
 * Somebody does something with a schedule at this moment. What comes of it shows in the table and in Xero; answers
 * what they were told instead of success.
 */
export async function act(
  world: World,
  schedule: SimulatedSchedule,
  { name, weather, isJob, task }: Act,
): Promise<unknown> {
  const process = world.spawn(weather);
  const { clock, table } = process.services;
  const now = clock.now();
  const time = isJob
    ? { leaseBy: now + MINUTE, until: now + JOB_MS - 2 * MINUTE, end: now + JOB_MS - MINUTE }
    : requestTime(now, now + PAGE_MS - SECOND);
  // Where nobody ends it, it may stand still for a while and go on as if nothing had been.
  if (world.random.chance(0.6)) world.time.after(isJob ? JOB_MS : PAGE_MS, () => process.kill());
  const label = `${name} ${schedule.scheduleId.slice(0, 4)}`;
  world.trace(`${label} begins`);
  try {
    const entity = await ownEntity(table, schedule.tenantId, schedule.entityId);
    const owned = await ownSchedule(table, entity, schedule.scheduleId);
    await task({ process, schedule, time }, { entity, schedule: owned });
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
  return async ({ process, schedule, time }, { entity }) => {
    for (const number of numbers) schedule.asked.add(number);
    await syncPayments(process.services, entity, schedule, numbers, time);
  };
}

/** A job syncs all schedules of an entity together, each up to a payment of its own. */
export function togetherTask(world: World): Task {
  return async ({ process, time }, { entity }) => {
    const wanted = world.schedules
      .filter(({ entityId }) => entityId === entity.entityId)
      .map(({ scheduleId, count, asked }) => {
        const upTo = Math.min(count, world.random.between(1, 30));
        const numbers = Array.from({ length: upTo }, (_each, index) => index + 1);
        for (const number of numbers) asked.add(number);
        return { scheduleId, numbers };
      });
    await syncTogether(process.services, entity, wanted, time);
  };
}

export const settleTask: Task = ({ process, time }, { entity, schedule }) =>
  reconciled(process.services, entity, schedule, time);

/** A page that only reads, as it opens: nobody's lease keeps others from doing so at the same time. */
export const lookTask: Task = async ({ process: { services }, time }, { entity }) => {
  const books = openBooks(services, linkOf(entity), time);
  await Promise.all([readLockDate(services.xero, books), readChart(services.xero, books)]);
};

export function renameTask(name: string): Task {
  return ({ process }, { entity, schedule }) =>
    saveSchedule(process.services.table, entity, schedule, { name });
}

/** An opening journal some time into the contract, the asset on its other side. */
export function journalTask(payment: number, isExclusive: boolean): Task {
  return async ({ process, schedule: { terms, mapping, assetId }, time }, { entity, schedule }) => {
    const date = addDays(paymentDate(terms, payment), -1);
    const fixed = openingLines(amortise(terms), date, mapping);
    const rest = negated(sumCents(fixed.map(({ amount }) => amount)));
    const own = { account: assetId, description: 'Asset', amount: rest, taxType: 'BASEXCLUDED' as const };
    await postOpening(
      process.services,
      entity,
      schedule,
      {
        date,
        description: 'Opening balances',
        lineAmountTypes: isExclusive ? 'Exclusive' : 'NoTax',
        lines: [...fixed, own],
      },
      time,
    );
  };
}

/** Somebody unlinks the entity: all of its schedules lose their settings. */
export const unlinkTask: Task = async ({ process, time }, { entity }) => {
  if (entity.xero) await unlink(process.services, entity, entity.xero, { time, more: [] });
};

/** Somebody links the entity again where it isn't, and sets the schedule up again. */
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

/** Somebody deletes a payment or voids a journal in Xero, by preference one that we don't know of yet. */
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
  world.trace(`somebody at Xero deletes ${id.slice(0, 4)}`);
  world.control('PATCH', `documents/${id}`, { status: 'DELETED' });
}

/** The accountant closes a period, or opens it again. */
export function moveLockDate(world: World): void {
  const { random, xeroTenantId } = world;
  const date = random.chance(0.5) ? null : addDays(calendarDate('2024-01-01'), random.between(0, 500));
  const kind = random.pick(['periodLockDate', 'endOfYearLockDate']);
  world.trace(`${kind} becomes ${date}`);
  world.control('PATCH', `organisations/${xeroTenantId}`, { [kind]: date });
}
