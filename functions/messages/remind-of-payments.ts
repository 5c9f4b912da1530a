/**
 * Reminders of payments due within a week, one message per day and entity, and of ends of contracts. Payments that have
 * come due are looked for in Xero.
 */
import pMap from 'p-map';
import { addDays, businessDate, type CalendarDate, earliestOf, formatDate } from '../../domain/calendar.ts';
import { formatMoney } from '../../domain/money.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { paymentsDue } from '../../domain/contract/payments-due.ts';
import { type DueAlert, endAlertOn } from '../../domain/contract/end-alerts.ts';
import { type DueReminders, REMINDER_DAYS, remindersOn } from '../../domain/contract/reminders.ts';
import { readContract } from '../records/schedules/events.ts';
import type { ServicesFor } from '../services/context.ts';
import type { JobResult, TimerRun } from '../access/job-handler.ts';
import { moveReminder, type Reminder, reminderOf } from '../records/schedules/due-index.ts';
import {
  type Located,
  locateTogether,
  type ScheduleLocation,
  placesOf,
} from '../records/schedules/location.ts';
import { paymentId } from '../records/schedules/payments.ts';
import { keys } from '../store/keys.ts';
import { commitOne, inTransactions, type Table, tryCommit, type Write } from '../store/table.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { announceEnds } from './announce-ends.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { listDated } from '../store/dated.ts';

type Services = ServicesFor<'table:write'>;

/** Entities processed in parallel. */
const AT_ONCE = 10;
/** Payments listed by name; the others are counted. */
const NAMED = 20;
/** The time limit for one entity. */
const SPARE_MS = 30_000;

/**
 * Sends the reminders that are due today, each once for any number of runs.
 * @throws Error when the time runs out; a repetition continues with the rest.
 */
export async function remindOfPayments(services: Services, run: TimerRun): Promise<JobResult> {
  const counts = { reminders: 0, lastPayments: 0, ends: 0 };
  const byEntity = await remindersByEntity(services.table, run);
  await pMap(
    byEntity,
    async (reminders) => {
      if (services.clock.now() + SPARE_MS > run.deadline)
        throw new Error('The time limit was reached before all reminders were sent.');
      const subjects = await subjectsOf(services.table, reminders, run.today);
      counts.ends += await announceEnds(services, run.today, subjects);
      await reviewSubjects(services.table, run.today, subjects);
      counts.lastPayments += await sendLastPaymentMessages(services, run.today, subjects);
      if (await sendDuePaymentsMessage(services, run.today, subjects)) counts.reminders++;
    },
    { concurrency: AT_ONCE },
  );
  return counts;
}

interface Placed {
  readonly reminder: Reminder;
  readonly place: ScheduleLocation;
}

/** Returns the due reminders by entity. Deletes those of deleted schedules. */
async function remindersByEntity(
  table: Table,
  { today, shards }: Pick<TimerRun, 'today' | 'shards'>,
): Promise<Placed[][]> {
  const reminders = (await listDated(table, 'REMIND', today, shards)).map(reminderOf);
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

interface Subject extends Located {
  readonly reminder: Reminder;
  readonly contract: Contract;
  readonly due: DueReminders;
  readonly alert: DueAlert;
  /** The day after the next due date, when its payment should be in Xero. */
  readonly nextReview: CalendarDate | null;
}

/** Returns the subjects of one entity. Schedules that moved away are left to the next run. */
async function subjectsOf(table: Table, placed: readonly Placed[], today: CalendarDate): Promise<Subject[]> {
  const located = await locateTogether(
    table,
    placed.map(({ place }) => place),
  );
  const subjects = await pMap(
    placed,
    async ({ reminder }, index): Promise<Subject | null> => {
      const found = located[index];
      return found ? subjectOf(table, found, reminder, today) : null;
    },
    { concurrency: AT_ONCE },
  );
  return subjects.filter((subject) => subject !== null);
}

async function subjectOf(
  table: Table,
  found: Located,
  reminder: Reminder,
  today: CalendarDate,
): Promise<Subject> {
  const { schedule } = found;
  const contract = await readContract(table, schedule);
  const due = remindersOn(
    paymentsDue(contract),
    reminder,
    today,
    businessDate(Date.parse(schedule.createdAt)),
  );
  const alert = endAlertOn(contract.endDate, reminder.alerted, today);
  const next = contract.before(today) + 1;
  const isWatched = schedule.xeroConnected && next <= contract.count;
  const nextReview = isWatched ? addDays(contract.dateOf(next), 1) : null;
  return { ...found, reminder, contract, due, alert, nextReview };
}

function move({ entity, reminder, due, alert, nextReview }: Subject): Write {
  const sent = { ...due.sent, alerted: alert.sent };
  return moveReminder(entity.entityId, reminder, sent, earliestOf([due.next, alert.next, nextReview]));
}

/** Reviews the attention items of connected schedules, in turn: those of an entity are on one item. */
async function reviewSubjects(
  table: Table,
  today: CalendarDate,
  subjects: readonly Subject[],
): Promise<void> {
  for (const { entity, schedule } of subjects) {
    if (schedule.xeroConnected) await reviewSchedule(table, entity, schedule, { today });
  }
}

/** Sends the messages about last payments, and schedules the next check of subjects without a due reminder. */
async function sendLastPaymentMessages(
  services: Services,
  today: CalendarDate,
  subjects: readonly Subject[],
): Promise<number> {
  let count = 0;
  for (const subject of subjects.filter(({ due }) => due.payments.length === 0)) {
    const message = subject.due.isLast ? [lastPaymentMessage(services, today, subject)] : [];
    const isDone = await tryCommit(services.table, [move(subject), ...message]);
    if (isDone) count += message.length;
  }
  return count;
}

/** Sends one message about due payments. An existing message of today delays all of them to the next day. */
async function sendDuePaymentsMessage(
  services: Services,
  today: CalendarDate,
  subjects: readonly Subject[],
): Promise<boolean> {
  const due = subjects.filter((subject) => subject.due.payments.length > 0);
  const [first] = due;
  if (!first) return false;
  const message = { ...paymentsMessage(services, today, first.entity, due), if: 'absent' as const };
  // The first transaction has the message; without it the others don't happen either.
  let isSent = false;
  const writesOf = (some: readonly Subject[]) => [...(isSent ? [] : [message]), ...some.map(move)];
  for (const { writes } of inTransactions(due, writesOf)) {
    if (!(await tryCommit(services.table, writes)) && !isSent) return false;
    isSent = true;
  }
  return true;
}

function lastPaymentMessage(
  { clock, ids }: Services,
  date: CalendarDate,
  { entity, schedule, contract: { endDate, count, payout } }: Subject,
): Write {
  const what =
    payout === null ? `payment ${count} of ${schedule.name}, the last,` : `the payout of ${schedule.name}`;
  return messageWrite({
    now: clock.now(),
    date,
    id: ids.uuid(),
    tenantId: entity.tenantId,
    about: `last-payment#${schedule.scheduleId}`,
    minimumRole: 'Guest',
    entityId: entity.entityId,
    subject: `${schedule.name}: last payment due`,
    message: `${entity.name}: ${what} was due on ${formatDate(endDate)}.`,
    link: linkTo(entity.entityId, schedule.scheduleId, count),
  });
}

function paymentsMessage(
  { clock, ids }: Services,
  date: CalendarDate,
  entity: Located['entity'],
  subjects: readonly Subject[],
): Extract<Write, { put: unknown }> {
  const payments = subjects
    .flatMap(({ schedule, contract, due }) => {
      const all = paymentsDue(contract);
      return due.payments.map((number) => {
        const dueDate = all.dateOf(number);
        const total = formatMoney(all.amountDue(number));
        const what = number > contract.count ? 'payout' : `payment ${number}`;
        return {
          dueDate,
          text: `${schedule.name}, ${what} on ${formatDate(dueDate)} (${total})`,
        };
      });
    })
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
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
    entityId: entity.entityId,
    subject: `${entity.name}: ${count} within ${REMINDER_DAYS} days`,
    message: `${named.join('; ')}${more > 0 ? ` and ${more} more` : ''}.`,
    link: only
      ? linkTo(entity.entityId, only.schedule.scheduleId, Math.min(...only.due.payments))
      : `/entity/${entity.entityId}`,
  });
}

const linkTo = (entityId: string, scheduleId: string, number: number): string =>
  `/entity/${entityId}/${scheduleId}?paymentId=${paymentId(scheduleId, number)}`;
