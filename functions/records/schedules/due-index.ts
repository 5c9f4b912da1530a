/**
 * The due index: entries by date, for auto sync of schedules and auto posting of registers (`DUE`), and for reminders
 * (`REMIND`), so that a run reads only what is due. Entries are written in the transaction that changes their owner, on the
 * earliest possible date; a run that finds one too early moves it on.
 */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { addDays, type CalendarDate } from '../../../domain/calendar.ts';
import { isMappingComplete } from '../../../domain/accounts/account-mapping.ts';
import { dateOfPayment, timetableOf } from '../../../domain/amortisation/timetable.ts';
import type { SentAlert } from '../../../domain/contract/end-alerts.ts';
import { REMINDER_DAYS, type SentReminders } from '../../../domain/contract/reminders.ts';
import { StoredDate } from '../../store/fields.ts';
import { DATED, keys, places } from '../../store/keys.ts';
import {
  type Item,
  type Key,
  type SingleWrite,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';
import type { StoredSchedule } from './schedule-item.ts';

const DueItem = z.object({
  pk: z.string(),
  sk: z.string(),
  /** Of the schedule or the register. */
  ownerId: z.string(),
  /** Of the register; a schedule's parent leads to its entity. */
  entityId: z.string().optional(),
  /** Failures in a row without an explanation. */
  attempts: z.number().default(0),
  /** Attempts in a row that ended without a result, as after a crash; the one that runs is among them. */
  crashes: z.number().default(0),
  /** The start of the first attempt since the entry was moved, milliseconds since the epoch. */
  since: z.number().nullable().default(null),
  /** No attempt before this instant, milliseconds since the epoch. */
  retryAt: z.number().default(0),
  /** The code of the obstacle that a message reports; null without one. */
  stopped: z.string().nullable().default(null),
  /** Counts every write. */
  version: z.number(),
});

export type Due = Readonly<z.output<typeof DueItem>>;

export const dueOf = (item: Item): Due => DueItem.parse(item);

/** @param key of a schedule's entry, or of a register's */
export async function readDue(table: TableReader, key: Key): Promise<Due | null> {
  const item = await table.get(key);
  return item ? dueOf(item) : null;
}

const PROGRESS = ['attempts', 'crashes', 'since', 'retryAt', 'stopped'] as const;

/** The facts that decide whether and when a payment is due. */
const dueFacts = (schedule: StoredSchedule): unknown => [
  isAutoSyncing(schedule),
  schedule.terms,
  schedule.accounts,
  schedule.tracking,
  schedule.autoSyncSince,
  schedule.opening,
  schedule.eventNumber,
  schedule.eventCount,
  schedule.paymentChanges,
];

const reminderFacts = (schedule: StoredSchedule): unknown => [
  schedule.archived,
  schedule.terms,
  schedule.xeroConnected,
  schedule.eventNumber,
  schedule.eventCount,
];

/** No payment or event is dated before: events may bring a payment forward, but never before the start. */
const earliestDate = ({ terms, eventCount }: StoredSchedule): CalendarDate =>
  eventCount > 0 ? terms.startDate : dateOfPayment(timetableOf(terms), 1);

const isSame = (
  facts: (schedule: StoredSchedule) => unknown,
  a: StoredSchedule,
  b: StoredSchedule,
): boolean => isDeepStrictEqual(facts(a), facts(b));

/** Whether auto sync posts the schedule's payments. */
export function isAutoSyncing({ autoSync, xeroConnected, archived, accounts }: StoredSchedule): boolean {
  return autoSync && xeroConnected && !archived && isMappingComplete(accounts);
}

/** Whether auto sync of a schedule starts anew with a change, which may have removed what stopped it. */
export const isDueAnew = (before: StoredSchedule | null, after: StoredSchedule | null): boolean =>
  before !== null && after !== null && isAutoSyncing(before) && !isSame(dueFacts, before, after);

/** Returns the index writes of a change from `before` to `after`; null: no schedule. */
export function dueIndexWrites(
  entityId: string,
  scheduleId: string,
  before: StoredSchedule | null,
  after: StoredSchedule | null,
): Write[] {
  if (!after) return [{ delete: keys.due(scheduleId) }, { delete: keys.reminder(scheduleId) }];
  const isDueAsBefore = before && isSame(dueFacts, before, after);
  const isRemindedAsBefore = before && isSame(reminderFacts, before, after);
  return [
    ...(isDueAsBefore ? [] : dueWrites(before, after)),
    ...(isRemindedAsBefore ? [] : [reminderWrite(entityId, after)]),
  ];
}

function dueWrites(before: StoredSchedule | null, after: StoredSchedule): Write[] {
  const owner = dueSchedule(after.scheduleId);
  if (isAutoSyncing(after)) return [dueAnew(owner, earliestDate(after))];
  return before && isAutoSyncing(before) ? [dueAnew(owner, null)] : [];
}

/** The entry of a schedule for auto sync. */
export const dueSchedule = (scheduleId: string): DueOwner => ({
  ...keys.due(scheduleId),
  ownerId: scheduleId,
});

type DueOwner = Pick<Due, 'pk' | 'sk' | 'ownerId' | 'entityId'>;

/**
 * Sets the entry to a date and clears its failures: an obstacle may be gone. Null removes it from the index; the item stays,
 * so that its version never starts again.
 */
export function dueAnew(
  { pk, sk, ownerId, entityId }: DueOwner,
  date: CalendarDate | null,
): Extract<Write, { update: unknown }> {
  return {
    update: { pk, sk },
    set: {
      ownerId,
      ...(entityId !== undefined && { entityId }),
      ...(date !== null && places.dated('DUE', ownerId, date)),
    },
    remove: date === null ? [...PROGRESS, ...DATED] : PROGRESS,
    add: { version: 1 },
  };
}

/** Sets the reminder's date. The reminders of an entity share a message, and so a shard. Reminders already sent stay on the item, so that none is sent twice. */
function reminderWrite(entityId: string, schedule: StoredSchedule): Write {
  const { scheduleId, archived } = schedule;
  if (archived) return { delete: keys.reminder(scheduleId) };
  const date = addDays(earliestDate(schedule), -REMINDER_DAYS);
  return {
    update: keys.reminder(scheduleId),
    set: { scheduleId, ...places.dated('REMIND', scheduleId, date, entityId) },
    add: { version: 1 },
  };
}

/** Claims a due entry for one attempt: no other starts before `retryAt`. Returns null when another worker has it. */
export async function claimDue(
  table: Table,
  due: Due,
  { today, now, retryAt }: { readonly today: CalendarDate; readonly now: number; readonly retryAt: number },
): Promise<Due | null> {
  const { pk, sk, ownerId, version } = due;
  const attempts = due.attempts + 1;
  const crashes = due.crashes + 1;
  const since = due.since ?? now;
  const isClaimed = await tryCommitOne(table, {
    update: { pk, sk },
    set: { attempts, crashes, since, retryAt, ...places.dated('DUE', ownerId, today) },
    add: { version: 1 },
    if: ['version', '=', version],
  });
  return isClaimed ? { ...due, attempts, crashes, since, retryAt, version: version + 1 } : null;
}

/** Records a failure; the next attempt is at the claim's `retryAt`. */
export function failDue({ pk, sk, version }: Due): SingleWrite {
  return {
    update: { pk, sk },
    remove: ['crashes'],
    add: { version: 1 },
    if: ['version', '=', version],
  };
}

/** Moves the entry to the date of what is due next; null: nothing, until its owner changes. */
export const moveDue = (due: Due, next: CalendarDate | null): SingleWrite => ({
  ...dueAnew(due, next),
  if: ['version', '=', due.version],
});

/** Records an obstacle that a message reports; the next attempt is at `retryAt`. */
export function stopDue({ pk, sk, version }: Due, stopped: string, retryAt: number): SingleWrite {
  return {
    update: { pk, sk },
    set: { stopped, retryAt },
    remove: ['attempts', 'crashes', 'since'],
    add: { version: 1 },
    if: ['version', '=', version],
  };
}

const ReminderItem = z.object({
  scheduleId: z.string(),
  /** The last day of the payments that a reminder has announced. */
  announced: StoredDate.nullable().default(null),
  /** The day of the last payment, once a reminder has said that it is reached. */
  ended: StoredDate.nullable().default(null),
  /** The announcement last sent of the end. */
  alerted: z.object({ end: StoredDate, days: z.number() }).nullable().default(null),
  version: z.number(),
});

export type Reminder = Readonly<z.output<typeof ReminderItem>>;

export const reminderOf = (item: Item): Reminder => ReminderItem.parse(item);

/** Records the reminders sent, and the date of the next one (null: none left). */
export function moveReminder(
  entityId: string,
  { scheduleId, version }: Reminder,
  sent: SentReminders & { readonly alerted: SentAlert | null },
  next: CalendarDate | null,
): SingleWrite {
  return {
    update: keys.reminder(scheduleId),
    set: { ...sent, ...(next !== null && places.dated('REMIND', scheduleId, next, entityId)) },
    remove: next === null ? DATED : [],
    add: { version: 1 },
    if: ['version', '=', version],
  };
}
