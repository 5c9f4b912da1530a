/** Dates of a register whose day and month may have changed places. */
import { civilOf, formatDate, isCalendarDate } from '../../domain/calendar.ts';
import { dateOfCell } from '../../domain/import/cells.ts';
import { dateOfText, isAmbiguousDate, isOnlyDayFirst, withDayFirst } from '../../domain/written-date.ts';
import type { Cell } from '../extraction/cell.ts';
import type { Register } from '../extraction/register.ts';

/** Why the dates of a column are doubtful. */
export interface DateDoubt {
  /** `month-first`: a date of the file has the month first; `converted`: a spreadsheet may have read some so. */
  readonly kind: 'month-first' | 'converted';
  /** The text that shows it, as it stands in the file. */
  readonly text: string;
}

const isMonthFirst = ({ kind, text }: Cell): boolean => kind === 'text' && dateOfText(text) === 'month-first';

/** The doubt about the dates of a column; undefined without one. */
export function doubtOf({ rows }: Register, column: number): DateDoubt | undefined {
  const own = rows.flatMap(({ cells }) => cells[column] ?? []);
  const dayFirst = own.find(({ kind, text }) => kind === 'text' && isOnlyDayFirst(text));
  const shown =
    own.find(isMonthFirst) ?? (dayFirst ? undefined : rows.flatMap(({ cells }) => cells).find(isMonthFirst));
  if (shown) return { kind: 'month-first', text: shown.text };
  // A spreadsheet with the month first keeps a text that it can't take for a date.
  const others = own.filter(({ kind, text }) => kind === 'text' && dateOfText(text) !== undefined);
  const dates = own.filter(({ kind }) => kind === 'date');
  const isConverted =
    dates.length > 0 &&
    others.every(({ text }) => isOnlyDayFirst(text)) &&
    dates.every(({ text }) => turned(text) !== undefined);
  return dayFirst && isConverted ? { kind: 'converted', text: dayFirst.text } : undefined;
}

/** The date with day and month in each other's place; undefined where it is none. */
function turned(text: string): string | undefined {
  if (!isCalendarDate(text)) return undefined;
  const { year, month, day } = civilOf(text);
  return dateOfCell(`${month}/${day}/${year}`);
}

/** The two dates that a cell may mean, as it stands and turned; null where it means one. */
export function bothDates({ kind, text }: Cell): readonly [string, string] | null {
  const [own, other] =
    kind === 'date'
      ? [text, turned(text)]
      : isAmbiguousDate(text)
        ? [dateOfCell(text), dateOfCell(withDayFirst(text))]
        : [];
  return own === undefined || other === undefined || own === other ? null : [own, other];
}

/** As it is shown and refused until a person has chosen: `3 Apr 2025 or 4 Mar 2025`. */
export const eitherDate = (dates: readonly [string, string]): string =>
  dates.map((date) => (isCalendarDate(date) ? formatDate(date) : date)).join(' or ');
