/**
 * When a schedule is to be looked at: its next payment for auto sync (`DUE`), its next payment to tell of (`REMIND`).
 * Found by date in an index, so that a run reads what is due and nothing else. Written in the transaction that changes
 * the schedule, as early as anything could be due: whoever looks too early only moves it on.
 */
import * as z from 'zod';
import { addDays, type CalendarDate } from '../../domain/calendar.ts';
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { paymentDate } from '../../domain/schedule/due-dates.ts';
import { REMINDER_DAYS, type SentReminders } from '../../domain/schedule/reminders.ts';
import { DATED, keys, places } from '../store/keys.ts';
import type { Item, SingleWrite, TableReader, Write } from '../store/table.ts';
import type { StoredSchedule } from './schedule-store.ts';

const StoredDate = z.string().transform((value) => value as CalendarDate);

const DueItem = z.object({
  scheduleId: z.string(),
  /** Failures in a row without an explanation. */
  attempts: z.number().default(0),
  /** Why the last of them failed; null while somebody is at it, and when nobody lived to tell. */
  failure: z.string().nullable().default(null),
  /** Nobody tries before, milliseconds since the epoch. */
  retryAt: z.number().default(0),
  /** The code of what people were told is in the way; null when nothing is. */
  stopped: z.string().nullable().default(null),
  /** Counts every write. */
  version: z.number(),
});

export type Due = Readonly<z.output<typeof DueItem>>;

export const dueOf = (item: Item): Due => DueItem.parse(item);

export async function readDue(table: TableReader, scheduleId: string): Promise<Due | null> {
  const item = await table.get(keys.due(scheduleId));
  return item ? dueOf(item) : null;
}

const PROGRESS = ['attempts', 'failure', 'retryAt', 'stopped'] as const;

/** What decides whether and when anything is due. */
const dueFacts = (schedule: StoredSchedule): unknown => [
  isAutoSyncing(schedule),
  schedule.terms,
  schedule.accounts,
  schedule.autoSyncSince,
  schedule.opening,
  schedule.eventNumber,
  schedule.eventCount,
  schedule.paymentChanges,
];

const reminderFacts = ({ archived, terms, eventNumber, eventCount }: StoredSchedule): unknown => [
  archived,
  terms,
  eventNumber,
  eventCount,
];

/** No payment or event is dated before: events may bring a payment forward, but never before the start. */
const earliestDate = ({ terms, eventCount }: StoredSchedule): CalendarDate =>
  eventCount > 0 ? terms.startDate : paymentDate(terms, 1);

const isSame = (
  facts: (schedule: StoredSchedule) => unknown,
  a: StoredSchedule,
  b: StoredSchedule,
): boolean => JSON.stringify(facts(a)) === JSON.stringify(facts(b));

/** Whether a schedule's payments are posted without anybody asking. */
export function isAutoSyncing({ autoSync, xeroConnected, archived, accounts }: StoredSchedule): boolean {
  return autoSync && xeroConnected && !archived && isMappingComplete(accounts);
}

/** What belongs into the transaction that makes a schedule `after` of what it was `before`; null: it isn't. */
export function agendaWrites(
  scheduleId: string,
  before: StoredSchedule | null,
  after: StoredSchedule | null,
): Write[] {
  if (!after) return [{ delete: keys.due(scheduleId) }, { delete: keys.reminder(scheduleId) }];
  const isDueAsBefore = before && isSame(dueFacts, before, after);
  const isToldAsBefore = before && isSame(reminderFacts, before, after);
  return [
    ...(isDueAsBefore ? [] : dueWrites(before, after)),
    ...(isToldAsBefore ? [] : [reminderWrite(after)]),
  ];
}

function dueWrites(before: StoredSchedule | null, after: StoredSchedule): Write[] {
  if (isAutoSyncing(after)) return [dueAnew(after.scheduleId, earliestDate(after))];
  return before && isAutoSyncing(before) ? [notDue(after.scheduleId)] : [];
}

/** Nothing is due any more. The item stays, so that its version never begins anew. */
function notDue(scheduleId: string): Extract<Write, { update: unknown }> {
  return { update: keys.due(scheduleId), remove: [...PROGRESS, ...DATED], add: { version: 1 } };
}

/** Whatever was in the way may be gone: the schedule is looked at again, from a date on. */
export function dueAnew(scheduleId: string, date: CalendarDate): Extract<Write, { update: unknown }> {
  return {
    update: keys.due(scheduleId),
    set: { scheduleId, ...places.dated('DUE', scheduleId, date) },
    remove: PROGRESS,
    add: { version: 1 },
  };
}

/** What has been told already stays on the item, so that it isn't told again. */
function reminderWrite(schedule: StoredSchedule): Write {
  const { scheduleId, archived } = schedule;
  if (archived) return { delete: keys.reminder(scheduleId) };
  const date = addDays(earliestDate(schedule), -REMINDER_DAYS);
  return {
    update: keys.reminder(scheduleId),
    set: { scheduleId, ...places.dated('REMIND', scheduleId, date) },
    add: { version: 1 },
  };
}

/** Somebody starts on what is due; before `retryAt` nobody else does. */
export function claimDue(
  { scheduleId, attempts, version }: Due,
  { today, retryAt }: { readonly today: CalendarDate; readonly retryAt: number },
): SingleWrite {
  return {
    update: keys.due(scheduleId),
    set: { attempts: attempts + 1, retryAt, ...places.dated('DUE', scheduleId, today) },
    remove: ['failure'],
    add: { version: 1 },
    if: ['version', '=', version],
  };
}

/** It failed, and is tried again when its claim says. */
export function failDue({ scheduleId, version }: Due, failure: string): SingleWrite {
  return {
    update: keys.due(scheduleId),
    set: { failure },
    add: { version: 1 },
    if: ['version', '=', version],
  };
}

/** All that was due is done or can't be: the next payment's turn, on its date; null: there is none left. */
export function moveDue({ scheduleId, version }: Due, next: CalendarDate | null): SingleWrite {
  const write = next === null ? notDue(scheduleId) : dueAnew(scheduleId, next);
  return { ...write, if: ['version', '=', version] };
}

/** Something is in the way that people were told of; it is looked at again at `retryAt`. */
export function stopDue({ scheduleId, version }: Due, stopped: string, retryAt: number): SingleWrite {
  return {
    update: keys.due(scheduleId),
    set: { stopped, retryAt },
    remove: ['attempts', 'failure'],
    add: { version: 1 },
    if: ['version', '=', version],
  };
}

/** Nobody tries any more, until somebody changes the schedule. */
export function parkDue({ scheduleId, version }: Due): SingleWrite {
  return { ...notDue(scheduleId), if: ['version', '=', version] };
}

const ReminderItem = z.object({
  scheduleId: z.string(),
  /** People were told of the payments up to that day. */
  announced: StoredDate.nullable().default(null),
  /** People were told that the last payment, of that day, was reached. */
  ended: StoredDate.nullable().default(null),
  version: z.number(),
});

export type Reminder = Readonly<z.output<typeof ReminderItem>>;

export const reminderOf = (item: Item): Reminder => ReminderItem.parse(item);

/** What has been told by now, and when there is more to tell; `next` null: never, as the terms are. */
export function moveReminder(
  { scheduleId, version }: Reminder,
  told: SentReminders,
  next: CalendarDate | null,
): SingleWrite {
  return {
    update: keys.reminder(scheduleId),
    set: { ...told, ...(next !== null && places.dated('REMIND', scheduleId, next)) },
    remove: next === null ? DATED : [],
    add: { version: 1 },
    if: ['version', '=', version],
  };
}
