/** The meaning of a spreadsheet cell's text; undefined where it can't be read without guessing. */
import { addDays, calendarDate, dateOf, daysInMonth, isCalendarDate } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import { CONTRACT_KINDS, contractKindLabel } from '../contract/contract-details.ts';
import type { ContractKind } from '../contract/contract-details.ts';
import type { Frequency } from '../amortisation/frequency.ts';

/** Day 25,569 of Excel's 1900 date system is 1 January 1970. */
const SERIAL_OF_1970 = 25_569;

/** A date as `2026-03-31`, `31/3/2026`, or the whole number that Excel keeps it as; the month never comes first. */
export function dateOfCell(text: string): CalendarDate | undefined {
  if (isCalendarDate(text)) return text;
  if (/^\d{5}$/.test(text)) return addDays(calendarDate('1970-01-01'), Number(text) - SERIAL_OF_1970);
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (!match) return undefined;
  const [day = 0, month = 0, year = 0] = match.slice(1).map(Number);
  return day >= 1 && day <= daysInMonth(year, month) ? dateOf(year, month, day) : undefined;
}

/** Dollars: a dollar sign and commas between thousands are tolerated, a third decimal or a minus is not. */
export function moneyOfCell(text: string): Cents | undefined {
  const match = /^\$? ?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, dollars = '', decimals = ''] = match;
  const amount = Number(dollars.replaceAll(',', '') + decimals.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? cents(amount) : undefined;
}

/** A number of payments. */
export function countOfCell(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

const YES = new Set(['yes', 'y', 'true', '1']);
const NO = new Set(['no', 'n', 'false', '0', '']);

/** Yes or no; nothing means no. */
export function flagOfCell(text: string): boolean | undefined {
  const word = plain(text);
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

const FREQUENCY_WORDS: Readonly<Record<string, Frequency>> = {
  weekly: 'weekly',
  week: 'weekly',
  fortnightly: 'fortnightly',
  fortnight: 'fortnightly',
  monthly: 'monthly',
  month: 'monthly',
  quarterly: 'quarterly',
  quarter: 'quarterly',
  biannually: 'biannually',
  biannual: 'biannually',
  halfyearly: 'biannually',
  semiannually: 'biannually',
  semiannual: 'biannually',
  sixmonthly: 'biannually',
  yearly: 'yearly',
  year: 'yearly',
  annually: 'yearly',
  annual: 'yearly',
};

/** A frequency by its usual names. `Biweekly` and `bimonthly` mean two things each, so they are none. */
export function frequencyOfCell(text: string): Frequency | undefined {
  return FREQUENCY_WORDS[plain(text)];
}

/** A kind of contract by its name. */
export function kindOfCell(text: string): ContractKind | undefined {
  return CONTRACT_KINDS.find(
    (kind) => plain(kind) === plain(text) || plain(contractKindLabel(kind)) === plain(text),
  );
}

/** Small letters and digits only: how words in cells and headers are compared. */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
