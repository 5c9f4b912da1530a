/** The options of a year-end report, kept in the page's address. */
import { isCalendarDate } from '../../domain/calendar.ts';
import {
  financialYearEnd,
  financialYearOf,
  lastFinancialYearEnd,
} from '../../domain/reports/financial-years.ts';
import { today } from '../ui/dates.ts';

export interface ReportQuery {
  readonly date: string;
  readonly entityId?: string;
  readonly includeArchived?: string;
  /** Schedules that are all current, with commas between them. */
  readonly allCurrent?: string;
}

export function reportQueryOf(parameters: URLSearchParams): ReportQuery {
  const date = parameters.get('date') ?? '';
  const [entityId, includeArchived, allCurrent] = ['entityId', 'includeArchived', 'allCurrent'].map((name) =>
    parameters.get(name),
  );
  return {
    date: isCalendarDate(date) ? date : lastFinancialYearEnd(today()),
    ...(entityId && { entityId }),
    ...(includeArchived === 'true' && { includeArchived }),
    ...(allCurrent && { allCurrent }),
  };
}

/** The year ends that people choose from, the latest first: the next one, for planning, and the last four. */
export function yearEnds(): string[] {
  const year = financialYearOf(today());
  return [0, 1, 2, 3, 4].map((before) => financialYearEnd(year - before));
}
