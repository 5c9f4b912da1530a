import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, type CalendarDate, daysBetween } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { paymentDate, paymentsDueBy } from '../../../domain/schedule/due-dates.ts';
import { FREQUENCIES, type Frequency } from '../../../domain/schedule/frequency.ts';
import { REMINDER_DAYS, tellingOn, type Told } from '../../../domain/schedule/reminders.ts';
import type { Terms } from '../../../domain/schedule/terms.ts';

const NOTHING_TOLD: Told = { announced: null, ended: null };

const termsOf = (frequency: Frequency, startDate: CalendarDate, qty: number): Terms => ({
  loanAmount: cents(qty * 900),
  frequency,
  startDate,
  firstPaymentOnStartDate: false,
  administrationFee: cents(0),
  rows: [{ qty, amount: cents(1000) }],
});

interface Life {
  readonly announcements: readonly { readonly number: number; readonly on: CalendarDate }[];
  readonly ends: readonly CalendarDate[];
  readonly looks: number;
}

/** Looks whenever it is time, from the day the schedule was entered on, but only on days that have a run. */
function live(terms: Terms, entered: CalendarDate, hasRun: (day: CalendarDate) => boolean): Life {
  const announcements = [];
  const ends = [];
  let told = NOTHING_TOLD;
  let next: CalendarDate | null = entered;
  let looks = 0;
  const last = addDays(paymentDate(terms, paymentsDueBy(terms, calendarDate('2200-01-01'))), 30);
  for (let day = entered; day <= last && next !== null; day = addDays(day, 1)) {
    if (day < next || !hasRun(day)) continue;
    const telling = tellingOn(terms, told, day, entered);
    looks++;
    for (const number of telling.payments) announcements.push({ number, on: day });
    if (telling.isLast) ends.push(day);
    told = telling.told;
    next = telling.next;
  }
  return { announcements, ends, looks };
}

const lives = {
  frequency: fc.constantFrom(...FREQUENCIES),
  start: fc.integer({ min: 0, max: 800 }).map((days) => addDays(calendarDate('2024-01-01'), days)),
  qty: fc.integer({ min: 1, max: 30 }),
  entered: fc.integer({ min: -400, max: 400 }),
};

/** A run finds what the last one found. */
const SEED = 20_250_601;

describe('Reminders', () => {
  it('tell of each payment to come exactly once, seven days before or when the schedule is entered', () => {
    fc.assert(
      fc.property(fc.record(lives), ({ frequency, start, qty, entered }) => {
        const terms = termsOf(frequency, start, qty);
        const since = addDays(start, entered);
        const { announcements } = live(terms, since, () => true);
        const expected = Array.from({ length: qty }, (_each, index) => index + 1)
          .filter((number) => paymentDate(terms, number) >= since)
          .map((number) => {
            const ahead = addDays(paymentDate(terms, number), -REMINDER_DAYS);
            return { number, on: ahead > since ? ahead : since };
          });
        expect(announcements).toEqual(expected);
      }),
      { seed: SEED },
    );
  });

  it('tell late rather than never, and of nothing twice, when runs are missed', () => {
    fc.assert(
      fc.property(fc.record(lives), fc.integer({ min: 2, max: 6 }), ({ frequency, start, qty }, every) => {
        const terms = termsOf(frequency, start, qty);
        const { announcements } = live(terms, start, (day) => daysBetween(start, day) % every === 0);
        expect(announcements.map(({ number }) => number)).toEqual(
          Array.from({ length: qty }, (_each, index) => index + 1),
        );
      }),
      { seed: SEED },
    );
  });

  it('tell once that the last payment is reached, if that was not before the schedule was entered', () => {
    fc.assert(
      fc.property(fc.record(lives), ({ frequency, start, qty, entered }) => {
        const terms = termsOf(frequency, start, qty);
        const since = addDays(start, entered);
        const end = paymentDate(terms, qty);
        const { ends } = live(terms, since, () => true);
        // Entered on the very day: its coming due is told on that day, and the end on the next.
        expect(ends).toEqual(end < since ? [] : [end === since ? addDays(end, 1) : end]);
      }),
      { seed: SEED },
    );
  });

  it('look at a schedule about once a payment, not daily', () => {
    const terms = termsOf('monthly', calendarDate('2025-01-31'), 60);
    expect(live(terms, calendarDate('2025-01-01'), () => true).looks).toBeLessThanOrEqual(62);
  });
});
