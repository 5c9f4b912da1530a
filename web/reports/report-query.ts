/** The options of a year-end report, kept in the page's address. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { JUNE_30, lastYearEnd, type YearEnd, yearsEnding } from '../../domain/years.ts';
import { today } from '../ui/dates.ts';

export interface ReportQuery {
  readonly date: string;
  readonly entityId?: string;
  readonly includeArchived?: string;
  /** Schedules that are all current, with commas between them. */
  readonly allCurrent?: string;
}

/** @param yearEnd the entity's; without one, reports go by 30 June. */
export function reportQueryOf(parameters: URLSearchParams, yearEnd: YearEnd = JUNE_30): ReportQuery {
  const date = parameters.get('date') ?? '';
  const [entityId, includeArchived, allCurrent] = ['entityId', 'includeArchived', 'allCurrent'].map((name) =>
    parameters.get(name),
  );
  return {
    date: isCalendarDate(date) ? date : lastYearEnd(yearsEnding(yearEnd), today()),
    ...(entityId && { entityId }),
    ...(includeArchived === 'false' && { includeArchived }),
    ...(allCurrent && { allCurrent }),
  };
}

/** The year ends that people choose from, the latest first: the next one, for planning, and the last four. */
export function yearEnds(yearEnd: YearEnd = JUNE_30): string[] {
  const years = yearsEnding(yearEnd);
  const year = years.yearOf(today());
  return [0, 1, 2, 3, 4].map((before) => years.endOf(year - before));
}
