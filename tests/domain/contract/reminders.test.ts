import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, type CalendarDate, daysBetween } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { FREQUENCIES, type Frequency } from '../../../domain/amortisation/frequency.ts';
import { REMINDER_DAYS, remindersOn, type SentReminders } from '../../../domain/contract/reminders.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import { upTo } from '../../support/numbers.ts';

const NONE_SENT: SentReminders = { announced: null, ended: null };

const termsOf = (frequency: Frequency, startDate: CalendarDate, qty: number): Terms => ({
  loanAmount: cents(qty * 900),
  frequency,
  startDate,
  firstPaymentOnStartDate: false,
  administrationFee: cents(0),
  rows: [{ qty, amount: cents(1000) }],
});

interface Reminders {
  readonly announcements: readonly { readonly number: number; readonly on: CalendarDate }[];
  readonly ends: readonly CalendarDate[];
  readonly runs: number;
}

/** Sends the reminders that are due from the day the schedule was entered, on the days of a run. */
function runDaily(terms: Terms, entered: CalendarDate, isRunDay: (day: CalendarDate) => boolean): Reminders {
  const announcements = [];
  const ends = [];
  let sent = NONE_SENT;
  let next: CalendarDate | null = entered;
  let runs = 0;
  const schedule = scheduleOf(terms);
  const last = addDays(schedule.endDate, 30);
  for (let day = entered; day <= last && next !== null; day = addDays(day, 1)) {
    if (day < next || !isRunDay(day)) continue;
    const due = remindersOn(schedule, sent, day, entered);
    runs++;
    for (const number of due.payments) announcements.push({ number, on: day });
    if (due.isLast) ends.push(day);
    sent = due.sent;
    next = due.next;
  }
  return { announcements, ends, runs };
}

const cases = {
  frequency: fc.constantFrom(...FREQUENCIES),
  start: fc.integer({ min: 0, max: 800 }).map((days) => addDays(calendarDate('2024-01-01'), days)),
  qty: fc.integer({ min: 1, max: 30 }),
  entered: fc.integer({ min: -400, max: 400 }),
};

const SEED = 20_250_601;

describe('reminders', () => {
  it('announces each future payment once, seven days before it or when the schedule is entered', () => {
    fc.assert(
      fc.property(fc.record(cases), ({ frequency, start, qty, entered }) => {
        const terms = termsOf(frequency, start, qty);
        const since = addDays(start, entered);
        const { announcements } = runDaily(terms, since, () => true);
        const expected = upTo(qty)
          .filter((number) => scheduleOf(terms).dateOf(number) >= since)
          .map((number) => {
            const ahead = addDays(scheduleOf(terms).dateOf(number), -REMINDER_DAYS);
            return { number, on: ahead > since ? ahead : since };
          });
        expect(announcements).toEqual(expected);
      }),
      { seed: SEED },
    );
  });

  it('announces each payment once, if late, when runs are missed', () => {
    fc.assert(
      fc.property(fc.record(cases), fc.integer({ min: 2, max: 6 }), ({ frequency, start, qty }, every) => {
        const terms = termsOf(frequency, start, qty);
        const { announcements } = runDaily(terms, start, (day) => daysBetween(start, day) % every === 0);
        expect(announcements.map(({ number }) => number)).toEqual(upTo(qty));
      }),
      { seed: SEED },
    );
  });

  it('announces the last payment once, unless it was before the schedule was entered', () => {
    fc.assert(
      fc.property(fc.record(cases), ({ frequency, start, qty, entered }) => {
        const terms = termsOf(frequency, start, qty);
        const since = addDays(start, entered);
        const end = scheduleOf(terms).endDate;
        const { ends } = runDaily(terms, since, () => true);
        // A schedule entered on its last day has the payment announced on that day and its end on the next.
        expect(ends).toEqual(end < since ? [] : [end === since ? addDays(end, 1) : end]);
      }),
      { seed: SEED },
    );
  });

  it('needs about one run a payment', () => {
    const terms = termsOf('monthly', calendarDate('2025-01-31'), 60);
    expect(runDaily(terms, calendarDate('2025-01-01'), () => true).runs).toBeLessThanOrEqual(62);
  });
});
