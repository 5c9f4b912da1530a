/** The car limit: the largest price of a car on which GST is claimed (section 69-10 GST Act). */
import type { CalendarDate } from '../calendar.ts';
import { type Cents, toCents } from '../money.ts';
import { INCOME_YEARS } from '../years.ts';

/** The year ended 30 June of the first limit. */
const FIRST_YEAR = 2018;

/** Dollars, from 2018 on (ATO, car cost limit for depreciation). The limit of 2027 has one source so far. */
const LIMITS = [57_581, 57_581, 57_581, 59_136, 60_733, 64_741, 68_108, 69_674, 69_674, 69_883];

/** The limit of the year in which a car is first used; undefined for a year without a shipped one. */
export function carLimitOf(firstUse: CalendarDate): Cents | undefined {
  const limit = LIMITS[INCOME_YEARS.yearOf(firstUse) - FIRST_YEAR];
  return limit === undefined ? undefined : toCents(limit);
}
