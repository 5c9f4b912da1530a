import { invalid } from './refusal.ts';

declare const dateBrand: unique symbol;

/** A day of the calendar, `YYYY-MM-DD`: no time, no zone. Compare two with `<` and `===`. */
export type CalendarDate = string & { readonly [dateBrand]: true };

/** A day in numbers: month 1–12, day 1–31. */
export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The one time zone in which "today" is decided. */
export const BUSINESS_TIME_ZONE = 'Australia/Sydney';

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const TWO_DIGITS = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, '0'));
const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Created when first needed, since it would add 15 ms to every cold start. */
let zoneFormat: Intl.DateTimeFormat | undefined;

function inBusinessZone(): Intl.DateTimeFormat {
  return (zoneFormat ??= new Intl.DateTimeFormat('en-AU', {
    timeZone: BUSINESS_TIME_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }));
}

/** Whether the text is `YYYY-MM-DD` and names a day that exists. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = DATE_PATTERN.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return day >= 1 && day <= daysInMonth(year, month);
}

/**
 * Reads a date from the wire.
 * @param field the wire name of the field that holds it.
 * @throws Refusal invalid `date/invalid`.
 */
export function calendarDate(text: string, field = 'date'): CalendarDate {
  if (isCalendarDate(text)) return text;
  throw invalid(field, 'date/invalid', 'Please provide a valid date.');
}

/** The numbers of a date. */
export function civilOf(date: CalendarDate): Civil {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** The date of given numbers, which must name a day that exists. */
export function dateOf(year: number, month: number, day: number): CalendarDate {
  const yearText = year > 999 ? String(year) : String(year).padStart(4, '0');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- where dates are made
  return `${yearText}-${TWO_DIGITS[month]}-${TWO_DIGITS[day]}` as CalendarDate;
}

/** How many days the month (1–12) has in that year; 0 if there is no such month. */
export function daysInMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

/**
 * The day's number counted from 1970-01-01 = 0, in the proleptic Gregorian calendar.
 * The year is taken to begin in March, so that a leap day comes last; an era is 400 years.
 */
export function dayNumber({ year, month, day }: Civil): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date of a day number: the inverse of {@link dayNumber}. */
export function dateOfDayNumber(number: number): CalendarDate {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return dateOf(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

/** The date so many days later, or earlier if negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDayNumber(dayNumber(civilOf(date)) + days);
}

/** The date so many months later, its day clamped to the month's last: 31 Jan + 1 is 28 or 29 Feb. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return addMonthsTo(civilOf(date), months);
}

/** {@link addMonths} from a date already in numbers. */
export function addMonthsTo({ year, month, day }: Civil, months: number): CalendarDate {
  const monthCount = year * 12 + month - 1 + months;
  const laterYear = Math.floor(monthCount / 12);
  const laterMonth = monthCount - laterYear * 12 + 1;
  return dateOf(laterYear, laterMonth, day < 29 ? day : Math.min(day, daysInMonth(laterYear, laterMonth)));
}

/** The month of a date, `YYYY-MM`. */
export function monthOf(date: CalendarDate): string {
  return date.slice(0, 7);
}

/** Days from one date to another, negative if `to` is the earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(civilOf(to)) - dayNumber(civilOf(from));
}

/** The date it is in the business time zone at an instant, in milliseconds since 1970 UTC. */
export function businessDate(epochMs: number): CalendarDate {
  const parts = new Map(
    inBusinessZone()
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return dateOf(parts.get('year') ?? NaN, parts.get('month') ?? NaN, parts.get('day') ?? NaN);
}

/** `15th Jan 2025`. */
export function formatDate(date: CalendarDate): string {
  const { year, month, day } = civilOf(date);
  return `${ordinal(day)} ${MONTH_NAMES[month - 1]} ${year}`;
}

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

/** A date on or before the lock date can't be posted to. */
export function isLocked(date: CalendarDate, lockDate: CalendarDate | null): boolean {
  return lockDate !== null && date <= lockDate;
}
