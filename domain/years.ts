/** Where financial years end. */
import { addDays, type CalendarDate, civilOf, dateOf, daysInMonth, formatDay } from './calendar.ts';
import { invalid } from './refusal.ts';

/** The day on which an entity's financial years end. 28 and 29 February both mean the last day of February. */
export interface YearEnd {
  readonly month: number;
  readonly day: number;
}

export const JUNE_30: YearEnd = { month: 6, day: 30 };

/** Financial years that end on the same day, each named by the calendar year in which it ends. */
export interface FinancialYears {
  endOf(year: number): CalendarDate;
  yearOf(date: CalendarDate): number;
}

const FEBRUARY = 2;
const isEndOfFebruary = ({ month, day }: YearEnd): boolean => month === FEBRUARY && day >= 28;

function dayIn(year: number, end: YearEnd): CalendarDate {
  const day = isEndOfFebruary(end) ? daysInMonth(year, FEBRUARY) : end.day;
  return dateOf(year, end.month, day);
}

/** `30 June`, `end of February`. */
export const yearEndLabel = (end: YearEnd): string =>
  isEndOfFebruary(end) ? 'end of February' : formatDay(dayIn(2000, end)).replace(/ \d+$/, '');

/** @throws Refusal invalid `financialYearEnd` for a day that no month has. */
export function checkYearEnd({ month, day }: YearEnd): void {
  const longest = month === FEBRUARY ? 29 : daysInMonth(2024, month);
  if (day >= 1 && day <= longest) return;
  throw invalid('financialYearEnd', 'entity/year-end', 'Please choose a day that the month has.');
}

export const yearsEnding = (end: YearEnd): FinancialYears => yearsBy((year) => dayIn(year, end));

/** The income years of Australian tax law, to 30 June. */
export const INCOME_YEARS = yearsEnding(JUNE_30);

/** The years of a report: one of them ends on its date. */
export function yearsEndingLike(date: CalendarDate): FinancialYears {
  const civil = civilOf(date);
  return yearsBy((year) => (year === civil.year ? date : dayIn(year, civil)));
}

function yearsBy(endIn: (year: number) => CalendarDate): FinancialYears {
  const ends = new Map<number, CalendarDate>();
  const endOf = (year: number): CalendarDate => {
    const end = ends.get(year) ?? endIn(year);
    ends.set(year, end);
    return end;
  };
  return {
    endOf,
    yearOf(date) {
      const { year } = civilOf(date);
      return date <= endOf(year) ? year : year + 1;
    },
  };
}

/** The last year end on or before a date. */
export function lastYearEnd(years: FinancialYears, date: CalendarDate): CalendarDate {
  const end = years.endOf(years.yearOf(date));
  return end === date ? end : years.endOf(years.yearOf(date) - 1);
}

/** The same day some years later, or earlier if negative; the last day of February stays the last. */
export function yearsLater(date: CalendarDate, years: number): CalendarDate {
  const civil = civilOf(date);
  return dayIn(civil.year + years, civil);
}

/** The last day of the years that begin on a date: those from 29 February end on 28 February. */
export const endOfYearsFrom = (from: CalendarDate, years: number): CalendarDate =>
  yearsLater(addDays(from, -1), years);

/** The first of the twelve months that end on a date. */
export const startOfYearTo = (date: CalendarDate): CalendarDate => addDays(yearsLater(date, -1), 1);

/** After every date of a contract. */
export const LATEST = dateOf(9999, 12, 31);
