/** The payments of an organisation as a calendar that other programs subscribe to. */
import ical, { ICalCalendarMethod } from 'ical-generator';
import { addMonths, type CalendarDate, daysBetween } from '../../domain/calendar.ts';
import { formatMoney } from '../../domain/money.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { paymentsDue } from '../../domain/contract/payments-due.ts';
import { outlineOf } from '../../domain/reports/outline.ts';
import type { LastPayment } from '../api/reports.ts';
import { paymentId } from '../records/schedules/payments.ts';

/** Months shown before and after the day. */
const MONTHS_BEFORE = 1;
const MONTHS_AFTER = 12;
/** Entries that stay well within an answer; the nearest are kept. */
const MOST_ENTRIES = 8000;
/** The interval at which programs should read the feed again. */
const REFRESH_SECONDS = 6 * 3600;

export interface FeedSchedule {
  readonly scheduleId: string;
  readonly name: string;
  readonly entityId: string;
  readonly entityName: string;
  readonly contract: Contract;
}

interface Entry {
  readonly id: string;
  readonly date: CalendarDate;
  readonly summary: string;
  readonly url: string;
}

export interface FeedContext {
  readonly organisation: string;
  readonly today: CalendarDate;
  readonly origin: string;
  /** Whether entries say how much is due. */
  readonly amounts: boolean;
  /** The kinds of last payments that alone are listed; null for all payments. */
  readonly only: readonly LastPayment[] | null;
}

/** All-day entries, one a payment, whose ids stay the same. */
export function calendarFeed(schedules: readonly FeedSchedule[], context: FeedContext): string {
  const { organisation, today } = context;
  const distanced = schedules
    .flatMap((schedule) => entriesOf(schedule, context))
    .map((entry) => ({ ...entry, distance: Math.abs(daysBetween(today, entry.date)) }));
  const entries = distanced.toSorted((a, b) => a.distance - b.distance).slice(0, MOST_ENTRIES);
  const calendar = ical({
    name: `${organisation} – loan payments`,
    prodId: { company: 'Paydown', product: 'Payments', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  const stamp = dayOf(today);
  for (const { id, date, summary, url } of entries) {
    calendar.createEvent({
      id: `${id}@paydown`,
      start: dayOf(date),
      allDay: true,
      timezone: 'UTC',
      summary,
      url,
      stamp,
    });
  }
  return calendar.toString();
}

const dayOf = (date: CalendarDate): Date => new Date(`${date}T00:00:00Z`);

/** The first and the last day of the feed. */
export const feedDates = (today: CalendarDate) => ({
  first: addMonths(today, -MONTHS_BEFORE),
  last: addMonths(today, MONTHS_AFTER),
});

/** Takes no balances, so its cost is that of the entries. */
function entriesOf(schedule: FeedSchedule, { today, origin, amounts, only }: FeedContext): Entry[] {
  const { scheduleId, entityId, entityName, name, contract } = schedule;
  const { first, last } = feedDates(today);
  const payments = paymentsDue(contract);
  const { end } = outlineOf(contract);
  if (only && !only.includes(end === 'balloon' ? 'balloons' : 'ends')) return [];
  const entries: Entry[] = [];
  const from = only ? payments.count : 1;
  for (let number = Math.max(from, payments.before(first) + 1); number <= payments.dueBy(last); number++) {
    const amount = payments.amountDue(number);
    if (amount <= 0) continue;
    const id = paymentId(scheduleId, number);
    const isLast = number === payments.count;
    const what =
      isLast && end === 'payout'
        ? 'Payout'
        : isLast && end === 'balloon'
          ? 'Balloon'
          : `Payment ${number} of ${contract.count}`;
    const due = amounts ? `: ${formatMoney(amount)}` : '';
    entries.push({
      id,
      date: payments.dateOf(number),
      summary: `${entityName} – ${name}, ${what}${due}`,
      url: `${origin}/entity/${entityId}/${scheduleId}?paymentId=${id}`,
    });
  }
  return entries;
}
