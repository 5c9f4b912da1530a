/** Payments that come due within a week, one message a day and entity; and last payments. */
import pMap from 'p-map';
import { businessDate, type CalendarDate, formatDateShort } from '../../domain/calendar.ts';
import { formatMoney } from '../../domain/money.ts';
import type { Contract } from '../../domain/schedule/contract.ts';
import { type DueReminders, REMINDER_DAYS, remindersOn } from '../../domain/schedule/reminders.ts';
import { readContract } from '../events/event-store.ts';
import type { ServicesFor } from '../lib/context.ts';
import type { JobResult, TimerRun } from '../lib/job-handler.ts';
import { moveReminder, type Reminder, reminderOf } from '../schedules/agenda-store.ts';
import { type Located, locateTogether, type Place, placesOf } from '../schedules/location-store.ts';
import { datedPartition, datedUntil, keys, shards } from '../store/keys.ts';
import { commitOne, queryAll, type Table, tryCommit, type Write } from '../store/table.ts';
import { messageWrite } from './message-store.ts';

type Services = ServicesFor<'table:write'>;

/** Entities at work at the same time. */
const AT_ONCE = 10;
/** Schedules in one transaction, at a write each. */
const SCHEDULES_AT_ONCE = 90;
/** Payments named one by one; more are counted. */
const NAMED = 20;
/** What an entity takes at most. */
const SPARE_MS = 30_000;

/**
 * Tells what there is to tell today, each thing once, however often it is run.
 * @throws Error when the time is too short for all; a repetition goes on with the rest.
 */
export async function remindOfPayments(services: Services, run: TimerRun): Promise<JobResult> {
  const did = { reminders: 0, lastPayments: 0 };
  const byEntity = await remindersByEntity(services.table, run.today);
  await pMap(
    byEntity,
    async (reminders) => {
      if (services.clock.now() + SPARE_MS > run.deadline)
        throw new Error('There is no time for all reminders.');
      const subjects = await subjectsOf(services.table, reminders, run.today);
      did.lastPayments += await tellOfLastPayments(services, run.today, subjects);
      if (await tellOfPayments(services, run.today, subjects)) did.reminders++;
    },
    { concurrency: AT_ONCE },
  );
  return did;
}

interface Placed {
  readonly reminder: Reminder;
  readonly place: Place;
}

/** The reminders whose turn it is. One whose schedule is gone has nothing left to tell. */
async function remindersByEntity(table: Table, today: CalendarDate): Promise<Placed[][]> {
  const items = await Promise.all(
    shards.map((shard) =>
      queryAll(table, { index: 'gsi2', pk: datedPartition('REMIND', shard), sk: datedUntil(today) }),
    ),
  );
  const reminders = items.flat().map(reminderOf);
  const ids = reminders.map(({ scheduleId }) => scheduleId);
  const places = await placesOf(table, ids);
  const gone = ids.filter((_id, index) => places[index] === null);
  await pMap(gone, async (id) => void (await commitOne(table, { delete: keys.reminder(id) })), {
    concurrency: AT_ONCE,
  });
  const placed = reminders.flatMap((reminder, index): Placed[] => {
    const place = places[index] ?? null;
    return place ? [{ reminder, place }] : [];
  });
  return [...Map.groupBy(placed, ({ place }) => place.entityId).values()];
}

/** A schedule with what there is to tell of it. */
interface Subject extends Located {
  readonly reminder: Reminder;
  readonly contract: Contract;
  readonly telling: DueReminders;
}

/** Of one entity; what moves away meanwhile is looked at with the next run. */
async function subjectsOf(table: Table, placed: readonly Placed[], today: CalendarDate): Promise<Subject[]> {
  const located = await locateTogether(
    table,
    placed.map(({ place }) => place),
  );
  const subjects = await pMap(
    placed,
    async ({ reminder }, index): Promise<Subject | null> => {
      const found = located[index];
      if (!found) return null;
      const contract = await readContract(table, found.schedule);
      const entered = businessDate(Date.parse(found.schedule.createdAt));
      return { ...found, reminder, contract, telling: remindersOn(contract, reminder, today, entered) };
    },
    { concurrency: AT_ONCE },
  );
  return subjects.filter((subject) => subject !== null);
}

const move = ({ reminder, telling }: Subject): Write => moveReminder(reminder, telling.sent, telling.next);

/** Also moves on what has nothing to tell but was looked at too early. */
async function tellOfLastPayments(
  services: Services,
  today: CalendarDate,
  subjects: readonly Subject[],
): Promise<number> {
  let count = 0;
  for (const subject of subjects.filter(({ telling }) => telling.payments.length === 0)) {
    const message = subject.telling.isLast ? [lastPaymentMessage(services, today, subject)] : [];
    const isDone = await tryCommit(services.table, [move(subject), ...message]);
    if (isDone) count += message.length;
  }
  return count;
}

/** The first part goes with the message; were there one of the day already, all would wait for tomorrow. */
async function tellOfPayments(
  services: Services,
  today: CalendarDate,
  subjects: readonly Subject[],
): Promise<boolean> {
  const telling = subjects.filter((subject) => subject.telling.payments.length > 0);
  const [first] = telling;
  if (!first) return false;
  const message = { ...paymentsMessage(services, today, first.entity, telling), if: 'absent' as const };
  const isTold = await tryCommit(services.table, [message, ...telling.slice(0, SCHEDULES_AT_ONCE).map(move)]);
  if (!isTold) return false;
  for (let from = SCHEDULES_AT_ONCE; from < telling.length; from += SCHEDULES_AT_ONCE) {
    await tryCommit(services.table, telling.slice(from, from + SCHEDULES_AT_ONCE).map(move));
  }
  return true;
}

function lastPaymentMessage(
  { clock, ids }: Services,
  date: CalendarDate,
  { entity, schedule, contract: { endDate, count } }: Subject,
): Write {
  return messageWrite({
    now: clock.now(),
    date,
    id: ids.uuid(),
    tenantId: entity.tenantId,
    about: `last-payment#${schedule.scheduleId}`,
    minimumRole: 'Guest',
    subject: `${schedule.name}: the last payment is reached`,
    message: `${entity.name}: payment ${count} of ${schedule.name}, the last, was due on ${formatDateShort(endDate)}.`,
    link: `/entity/${entity.entityId}/${schedule.scheduleId}`,
  });
}

function paymentsMessage(
  { clock, ids }: Services,
  date: CalendarDate,
  entity: Located['entity'],
  subjects: readonly Subject[],
): Extract<Write, { put: unknown }> {
  const payments = subjects
    .flatMap(({ schedule, contract, telling }) => {
      return telling.payments.map((number) => {
        const due = contract.dateOf(number);
        const total = formatMoney(contract.amountDue(number));
        return { due, text: `${schedule.name}, payment ${number} on ${formatDateShort(due)} (${total})` };
      });
    })
    .toSorted((a, b) => a.due.localeCompare(b.due));
  const named = payments.slice(0, NAMED).map(({ text }) => text);
  const more = payments.length - named.length;
  const [only] = subjects.length === 1 ? subjects : [];
  const count = `${payments.length} ${payments.length === 1 ? 'payment' : 'payments'}`;
  return messageWrite({
    now: clock.now(),
    date,
    id: ids.uuid(),
    tenantId: entity.tenantId,
    about: `payments-due#${entity.entityId}`,
    minimumRole: 'Guest',
    subject: `${entity.name}: ${count} within ${REMINDER_DAYS} days`,
    message: `${named.join('; ')}${more > 0 ? ` and ${more} more` : ''}.`,
    link: only ? `/entity/${entity.entityId}/${only.schedule.scheduleId}` : `/entity/${entity.entityId}`,
  });
}
