/** The accounting standards in force for a year. */
import { calendarDate, type CalendarDate } from '../calendar.ts';

const AASB_18_FROM = calendarDate('2027-01-01');

/** AASB 18 replaces AASB 101 for years that begin on 1 January 2027 or later. */
export const presentationStandard = (from: CalendarDate): string =>
  from >= AASB_18_FROM ? 'AASB 18' : 'AASB 101';
