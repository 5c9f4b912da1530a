/** Dates as people write them. In digits the month never comes before the day. */
import { businessDate, type CalendarDate, civilOf, dateOf, daysInMonth } from './calendar.ts';

/** A date of which the day or the year may be missing. */
export interface PartialDate {
  readonly year?: number;
  readonly month: number;
  readonly day?: number;
  /** It was an instant of another time zone; the day is the one in the business time zone. */
  readonly isConverted?: true;
  /** A time of day that may be midnight of another day elsewhere. */
  readonly hasTime?: true;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = "('?\\d{2}|\\d{4})";
const WEEKDAY = '(?:(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?,? ?)?';
const pattern = (text: string): RegExp => RegExp(`^${WEEKDAY}${text}$`, 'i');

/** The forms of dates, and which groups hold day, month and year. */
const FORMS: readonly { readonly pattern: RegExp; readonly groups: string }[] = [
  { pattern: pattern('(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})'), groups: 'y-md' },
  { pattern: pattern(`(\\d{1,2}) ?([/.-]) ?(\\d{1,2}) ?\\2 ?(\\d{2}|\\d{4})`), groups: 'd-my' },
  { pattern: pattern(`${DAY}(?: of)?[ -/.]?${MONTH},?[ -/.]?${YEAR}`), groups: 'dmy' },
  { pattern: pattern(`${MONTH} ?${DAY},? (\\d{4})`), groups: 'mdy' },
  { pattern: pattern(`${DAY}[ -]?${MONTH}`), groups: 'dm' },
  { pattern: pattern(`${MONTH}[ /-]?('\\d{2}|\\d{4})`), groups: 'my' },
  { pattern: pattern(`${MONTH}-(\\d{2})`), groups: 'my' },
  { pattern: pattern(`(\\d{4}) ${MONTH}`), groups: 'ym' },
  { pattern: pattern(`(\\d{4})[ -]${MONTH}[ -]${DAY}`), groups: 'ymd' },
  { pattern: pattern('(\\d{1,2})[/-](\\d{4})'), groups: 'my' },
  { pattern: pattern('(\\d{4})-(\\d{2})'), groups: 'ym' },
];

/** An instant: a date and time with its zone, as programs write it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const TIME = /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?$/i;

/**
 * The date in a text, if the whole text is one. An instant is the day in the business time zone; a time of day without a
 * zone is left out.
 * @returns `month-first` for digits that are no date with the day first, but one with the month first.
 */
export function dateOfText(text: string): PartialDate | 'month-first' | undefined {
  if (INSTANT.test(text)) return ofInstant(text);
  const time = TIME.exec(text);
  if (time) {
    const day = dateOfText(text.slice(0, time.index));
    if (day === undefined || day === 'month-first' || day.day === undefined) return day;
    // Midnight in Sydney is 13:00 or 14:00 of the day before in UTC.
    return /^1[34]:00$/.test(`${time[1] ?? ''}:${time[2] ?? ''}`) ? { ...day, hasTime: true } : day;
  }
  for (const { pattern: form, groups } of FORMS) {
    const match = form.exec(text);
    if (!match) continue;
    const part = (letter: string): string | undefined =>
      groups.includes(letter) ? match[groups.indexOf(letter) + 1] : undefined;
    const date = checked(part('y'), monthOf(part('m') ?? ''), part('d'));
    if (date) return date;
    const [first, second] = [Number(part('d')), Number(part('m'))];
    if (groups === 'd-my' && first <= 12 && second > 12 && second <= 31) return 'month-first';
  }
  return undefined;
}

function ofInstant(text: string): PartialDate | undefined {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return undefined;
  const { year, month, day } = civilOf(businessDate(instant));
  const stated = text.startsWith(businessDate(instant)) && /T00:00/.test(text);
  return { year, month, day, ...(!stated && { isConverted: true as const }) };
}

/** Dates in digits that have the month first, with the day first. */
export const withDayFirst = (text: string): string =>
  text.replaceAll(/\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})\b/g, '$3$2$1$2$4');

/** Whether a text is a date in digits that can only have the day first. */
export function isOnlyDayFirst(text: string): boolean {
  const [date, turned] = [dateOfText(text), dateOfText(withDayFirst(text))];
  return typeof date === 'object' && turned === 'month-first';
}

/** Whether a date in digits is another one with the month first. */
export function isAmbiguousDate(text: string): boolean {
  const [one, other] = [text, withDayFirst(text)].map((each) => dateOfText(each.trim()));
  return (
    typeof one === 'object' &&
    typeof other === 'object' &&
    (one.month !== other.month || one.day !== other.day)
  );
}

/** The month of a word that is the name of one, from 1; undefined for any other. */
export const monthOfWord = (word: string): number | undefined =>
  MONTH_ALONE.test(word) ? monthOf(word) : undefined;

const MONTH_ALONE = RegExp(`^${MONTH}$`, 'i');

const monthOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

function checked(
  yearText: string | undefined,
  month: number,
  dayText: string | undefined,
): PartialDate | undefined {
  const year = yearText === undefined ? undefined : fullYear(Number(yearText.replace("'", '')));
  const day = dayText === undefined ? undefined : Number(dayText);
  if (day !== undefined && (day < 1 || day > daysInMonth(year ?? 2000, month))) return undefined;
  if (month < 1 || month > 12 || (year !== undefined && (year < 1970 || year > 2100))) return undefined;
  return { month, ...(year !== undefined && { year }), ...(day !== undefined && { day }) };
}

const fullYear = (year: number): number => (year > 99 ? year : year < 70 ? 2000 + year : 1900 + year);

const DAY_AND_MONTH = /^(\d{1,2}) ?[/.-] ?(\d{1,2})$/;

/**
 * The date of a text that names a day: `15/1/25`, `1.9.2024`, `7-Mar-24`, `2025-01-15`, `15 Jan`. Two digits of a year
 * are 1970 to 2069.
 * @param year of a date without one; without it, such a text is no date.
 */
export function writtenDate(text: string, year?: number): CalendarDate | undefined {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  const date = dateOfText(year === undefined ? words : words.replace(DAY_AND_MONTH, `$1/$2/${year}`));
  if (date === undefined || date === 'month-first' || date.day === undefined) return undefined;
  const full = date.year ?? year;
  if (full === undefined || date.day > daysInMonth(full, date.month)) return undefined;
  return dateOf(full, date.month, date.day);
}
