/** The dates of the payments in a form: the first payment, the last days of months, and what they read like. */
import { type CalendarDate, endOfMonth, formatShortDay, isCalendarDate } from '../../domain/calendar.ts';
import { countsMonths, type Frequency } from '../../domain/amortisation/frequency.ts';
import { keptFirstPayment } from '../../domain/amortisation/terms.ts';
import {
  atMonthEnds,
  dateOfPayment,
  datesOfPayments,
  type DateTerms,
  periodsUntil,
  type Timetable,
  timetableOf,
} from '../../domain/amortisation/timetable.ts';
import { counted } from '../data/counted.ts';

export interface DatesDraft {
  readonly paymentFrequency: Frequency | '';
  /** `YYYY-MM-DD`, or empty. */
  readonly startDate: string;
  readonly firstPaymentOnStartDate: boolean;
  /** `YYYY-MM-DD`; empty: the usual date. */
  readonly firstPaymentDate: string;
  /** Every payment is due on the last day of its month. */
  readonly paymentsAtMonthEnd: boolean;
  /** The lender's table states its own dates. */
  readonly usesTable: boolean;
}

/** The terms of the dates as they are sent; undefined while the frequency or the start date is missing. */
export function datesOf(draft: DatesDraft): DateTerms | undefined {
  const { paymentFrequency: frequency, startDate, firstPaymentOnStartDate, usesTable } = draft;
  if (frequency === '' || !isCalendarDate(startDate)) return undefined;
  const dates = { frequency, startDate, firstPaymentOnStartDate };
  if (usesTable) return dates;
  const given =
    firstPaymentOnStartDate || !isCalendarDate(draft.firstPaymentDate) ? undefined : draft.firstPaymentDate;
  const firstPaymentDate = keptFirstPayment(dates, given);
  const isAtEnd = draft.paymentsAtMonthEnd && canBeAtMonthEnds({ ...dates, firstPaymentDate });
  return {
    ...dates,
    ...(firstPaymentDate !== undefined && { firstPaymentDate }),
    ...(isAtEnd && { paymentsAtMonthEnd: true }),
  };
}

/** Whether the first payment is on the last day of its month, and payments are months apart. */
function canBeAtMonthEnds(dates: DateTerms): boolean {
  const first = dateOfPayment(timetableOf(dates), 1);
  return countsMonths(dates.frequency) && first === endOfMonth(first);
}

/** The date of payment 1 without one of its own; undefined while it isn't known. */
export function usualFirstPayment(draft: DatesDraft): CalendarDate | undefined {
  const dates = datesOf({ ...draft, firstPaymentDate: '', paymentsAtMonthEnd: false });
  return dates && dateOfPayment(timetableOf(dates), 1);
}

const PERIODS: Readonly<Record<Frequency, string>> = {
  weekly: 'week',
  fortnightly: 'fortnight',
  monthly: 'month',
  quarterly: 'quarter',
  biannually: 'half-year',
  yearly: 'year',
};

/** "1 month and 17 of 31 days after the start"; undefined for a usual first payment. */
export function firstPeriodText(draft: DatesDraft): string | undefined {
  const dates = datesOf(draft);
  if (!dates || dates.firstPaymentOnStartDate) return undefined;
  const { numerator, denominator } = periodsUntil(timetableOf(dates), dates.startDate, 1);
  if (numerator <= 0) return undefined;
  const whole = Math.floor(numerator / denominator);
  const rest = numerator - whole * denominator;
  const parts = [
    ...(whole > 0 ? [counted(whole, PERIODS[dates.frequency])] : []),
    ...(rest > 0 ? [`${rest} of ${denominator} days`] : []),
  ];
  return `${parts.join(' and ')} after the start`;
}

/** Both readings of payments on the last days of months; undefined where they are the same. */
export interface MonthEndReadings {
  /** "30 Apr, 31 May, 30 Jun". */
  readonly lastDays: string;
  readonly sameDays: string;
}

export function monthEndReadings(draft: DatesDraft): MonthEndReadings | undefined {
  const dates = datesOf({ ...draft, paymentsAtMonthEnd: false });
  if (!dates || draft.usesTable || !canBeAtMonthEnds(dates)) return undefined;
  return readingsOf(timetableOf(dates), 1);
}

/** The readings of payments from this first one on; undefined where they are the same. */
export function readingsFrom(frequency: Frequency, first: string): MonthEndReadings | undefined {
  if (!isCalendarDate(first) || !countsMonths(frequency) || first !== endOfMonth(first)) return undefined;
  return readingsOf({ frequency, anchorDate: first, anchorNumber: 1 }, 1);
}

/** Dates that are compared: month ends of any frequency differ within as many payments. */
const COMPARED = 12;
const SHOWN = 3;

function readingsOf(timetable: Timetable, first: number): MonthEndReadings | undefined {
  const same = datesOfPayments(timetable, first, COMPARED);
  const last = datesOfPayments(atMonthEnds(timetable), first, COMPARED);
  const differs = last.findIndex((date, index) => date !== same[index]);
  if (differs < 0) return undefined;
  const from = Math.max(0, differs + 1 - SHOWN);
  const text = (each: readonly CalendarDate[]): string =>
    each
      .slice(from, from + SHOWN)
      .map((date) => formatShortDay(date).slice(0, -5))
      .join(', ');
  return { lastDays: text(last), sameDays: text(same) };
}
