/**
 * The calendar: plain dates without time or zone. dayjs parses, formats and takes single steps; a row of due dates
 * counts in day and month numbers, forty times as fast.
 */
import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { invalid } from './refusal.ts';

dayjs.extend(advancedFormat);
dayjs.extend(customParseFormat);
dayjs.extend(utc);

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

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const TWO_DIGITS = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, '0'));
const FORMAT = 'YYYY-MM-DD';
const DAY_MS = 86_400_000;
const EPOCH = dateOf(1970, 1, 1);

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

/** Whether the text is `YYYY-MM-DD` and names a day that exists, from the year 100 on. */
export function isCalendarDate(text: string): text is CalendarDate {
  return dayjs.utc(text, FORMAT, true).isValid();
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

/** The date of given numbers; {@link isCalendarDate} says whether the day exists. */
export function dateOf(year: number, month: number, day: number): CalendarDate {
  const yearText = year > 999 ? String(year) : String(year).padStart(4, '0');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- where dates are made
  return `${yearText}-${TWO_DIGITS[month]}-${TWO_DIGITS[day]}` as CalendarDate;
}

/** Days since 1970-01-01. */
export function dayNumber(date: CalendarDate): number {
  const { year, month, day } = civilOf(date);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** The date of a day number: the inverse of {@link dayNumber}. */
export function dateOfDayNumber(number: number): CalendarDate {
  return addDays(EPOCH, number);
}

/** The date so many days later, or earlier if negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [later = date] = datesApart(date, { unit: 'days', step: 1 }, days, 1);
  return later;
}

/** The date so many months later, its day clamped to the month's last: 31 Jan + 1 is 28 or 29 Feb. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return textOf(dayjs.utc(date).add(months, 'month'));
}

/** Returns the earliest of dates; null where there is none. */
export const earliestOf = (dates: readonly (CalendarDate | null)[]): CalendarDate | null =>
  dates.filter((date) => date !== null).toSorted()[0] ?? null;

/** Days from one date to another, negative if `to` is the earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * `count` dates, months or at most 28 days apart, the first of them `from` steps after the start. Months are always added to
 * the start and clamped to the month's last day: 31 Jan, 28 Feb, 31 Mar.
 */
export function datesApart(
  start: CalendarDate,
  { unit, step }: { readonly unit: 'days' | 'months'; readonly step: number },
  from: number,
  count: number,
): readonly CalendarDate[] {
  const { year, month, day } = civilOf(start);
  return unit === 'months'
    ? monthsApart(year * 12 + month - 1 + step * from, day, step, count)
    : daysApart(new Date(Date.UTC(year, month - 1, day + step * from)), step, count);
}

/** @param first months since the year 0. */
function monthsApart(first: number, day: number, step: number, count: number): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (let months = first; dates.length < count; months += step) {
    const year = Math.floor(months / 12);
    const month = months - year * 12 + 1;
    dates.push(dateOf(year, month, day < 29 ? day : Math.min(day, daysInMonth(year, month))));
  }
  return dates;
}

function daysApart(first: Date, step: number, count: number): CalendarDate[] {
  const dates: CalendarDate[] = [];
  let year = first.getUTCFullYear();
  let month = first.getUTCMonth() + 1;
  let day = first.getUTCDate();
  while (dates.length < count) {
    dates.push(dateOf(year, month, day));
    day += step;
    const length = day < 29 ? 31 : daysInMonth(year, month);
    if (day <= length) continue;
    day -= length;
    year += month === 12 ? 1 : 0;
    month = (month % 12) + 1;
  }
  return dates;
}

/** The days of a month, counted from 1. */
export function daysInMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

/** The last day of the date's month. */
export function endOfMonth(date: CalendarDate): CalendarDate {
  const { year, month } = civilOf(date);
  return dateOf(year, month, daysInMonth(year, month));
}

/** The month of a date, `YYYY-MM`. */
export function monthOf(date: CalendarDate): string {
  return date.slice(0, 7);
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
  return dayjs.utc(date).format('Do MMM YYYY');
}

/** `3 July 2026, 10:00`: an instant, in milliseconds since 1970 UTC, in the business time zone. */
export function momentIn(epochMs: number): string {
  const time = new Intl.DateTimeFormat('en-AU', {
    timeZone: BUSINESS_TIME_ZONE,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${formatDay(businessDate(epochMs))}, ${time.format(epochMs)}`;
}

/** `30 June 2026`, as reports write dates. */
export function formatDay(date: CalendarDate): string {
  return dayjs.utc(date).format('D MMMM YYYY');
}

/** `15 Jan 2025`, as fields show it. */
export function formatShortDay(date: CalendarDate): string {
  return dayjs.utc(date).format('D MMM YYYY');
}

/** `January 2025`. */
export function formatMonth(date: CalendarDate): string {
  return dayjs.utc(date).format('MMMM YYYY');
}

/** 0 for a Monday to 6 for a Sunday; 1 January 1970 was a Thursday. */
export function weekdayOf(date: CalendarDate): number {
  return (((dayNumber(date) + 3) % 7) + 7) % 7;
}

function textOf(day: dayjs.Dayjs): CalendarDate {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- where dates are made
  return day.format(FORMAT) as CalendarDate;
}

/** A date on or before the lock date can't be posted to. */
export function isLocked(date: CalendarDate, lockDate: CalendarDate | null): boolean {
  return lockDate !== null && date <= lockDate;
}
