/** The payments of an organisation as a calendar that other programs subscribe to. */
import ical, { ICalCalendarMethod } from 'ical-generator';
import { addMonths, type CalendarDate, daysBetween } from '../../domain/calendar.ts';
import { formatMoney, cents } from '../../domain/money.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { contractOf, paymentsOf } from '../../domain/reports/contract.ts';
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
}

/** All-day entries, one a payment, whose ids stay the same. */
export function calendarFeed(schedules: readonly FeedSchedule[], context: FeedContext): string {
  const { organisation, today } = context;
  const distance = ({ date }: Entry): number => Math.abs(daysBetween(today, date));
  const entries = schedules
    .flatMap((schedule) => entriesOf(schedule, context))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MOST_ENTRIES);
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

function entriesOf(schedule: FeedSchedule, { today, origin, amounts }: FeedContext): Entry[] {
  const contract = contractOf(schedule.contract);
  const { rows, balloon, payout } = paymentsOf(contract);
  const first = addMonths(today, -MONTHS_BEFORE);
  const last = addMonths(today, MONTHS_AFTER);
  const { scheduleId, entityId, entityName, name } = schedule;
  return rows
    .filter(({ date, amount }) => date >= first && date <= last && amount > 0)
    .map(({ number, date, amount, administrationFee }) => {
      const id = paymentId(scheduleId, number);
      const what =
        number === payout
          ? 'Payout'
          : number === balloon
            ? 'Balloon'
            : `Payment ${number} of ${contract.rows.length}`;
      const due = amounts ? `: ${formatMoney(cents(amount + administrationFee))}` : '';
      return {
        id,
        date,
        summary: `${entityName} – ${name}, ${what}${due}`,
        url: `${origin}/entity/${entityId}/${scheduleId}?paymentId=${id}`,
      };
    });
}
