/** Dates of a file whose day and month may have changed places. */
import { civilOf, formatDate, isCalendarDate } from '../../domain/calendar.ts';
import { dateOfCell } from '../../domain/import/cells.ts';
import { dateOfText, isAmbiguousDate, isOnlyDayFirst, withDayFirst } from '../../domain/written-date.ts';
import type { Cell } from './cell.ts';

/** Why the dates of a column are doubtful. */
export interface DateDoubt {
  /** `month-first`: a date of the file has the month first; `converted`: a spreadsheet may have read some so. */
  readonly kind: 'month-first' | 'converted';
  /** The text that shows it, as it stands in the file. */
  readonly text: string;
}

/** Which part of a date in digits stands first: asked once for a file that shows both. */
export type DateOrder = 'day-first' | 'month-first' | 'unknown';

/** The cells of a line of the file. */
interface CellLine {
  readonly cells: readonly Cell[];
}

const isMonthFirst = ({ kind, text }: Cell): boolean => kind === 'text' && dateOfText(text) === 'month-first';

/** Whether a cell is a date by its type, or a text as programs write the dates of a spreadsheet: `2025-03-04`. */
const isConvertible = ({ kind, text }: Cell): boolean => kind === 'date' || isCalendarDate(text);

/** The doubt about the dates of a column; undefined without one. */
export function doubtOf(lines: readonly CellLine[], column: number): DateDoubt | undefined {
  const own = lines.flatMap(({ cells }) => cells[column] ?? []);
  const dayFirst = own.find(({ kind, text }) => kind === 'text' && isOnlyDayFirst(text));
  const shown =
    own.find(isMonthFirst) ?? (dayFirst ? undefined : lines.flatMap(({ cells }) => cells).find(isMonthFirst));
  if (shown) return { kind: 'month-first', text: shown.text };
  // A spreadsheet with the month first keeps a text that it can't take for a date.
  const others = own.filter((cell) => !isConvertible(cell) && dateOfText(cell.text) !== undefined);
  const isConverted = others.every(({ text }) => isOnlyDayFirst(text)) && mayBeConverted(own);
  return dayFirst && isConverted ? { kind: 'converted', text: dayFirst.text } : undefined;
}

/** Whether there are dates that a spreadsheet may have read with the month first: each is another date turned. */
export function mayBeConverted(cells: readonly Cell[]): boolean {
  const dates = cells.filter(isConvertible);
  return dates.length > 0 && dates.every(({ text }) => turned(text) !== undefined);
}

/** Fewer dates of one month may be those of payments. */
const FEWEST_OF_A_MONTH = 3;

/**
 * The doubt about dates of payments that all have one month and are months apart when they are turned: the fifth of each
 * month reads as the days of May.
 */
export function doubtOfRhythm(cells: readonly Cell[]): DateDoubt | undefined {
  const [first] = cells;
  const dates = cells.flatMap((cell) => readings(cell)?.[0] ?? []);
  if (!first || dates.length < cells.length) return undefined;
  const months = new Set(dates.map((date) => date.slice(5, 7)));
  const years = Map.groupBy(new Set(dates), (date) => date.slice(0, 4));
  const isMany = [...years.values()].some(({ length }) => length >= FEWEST_OF_A_MONTH);
  if (months.size > 1 || !isMany) return undefined;
  return { kind: isConvertible(first) ? 'converted' : 'month-first', text: first.text };
}

/** The date with day and month in each other's place; undefined where it is none. */
function turned(text: string): string | undefined {
  if (!isCalendarDate(text)) return undefined;
  const { year, month, day } = civilOf(text);
  return dateOfCell(`${month}/${day}/${year}`);
}

/** A date cell with day and month in each other's place; the cell where that is no date. */
export function turnedCell(cell: Cell): Cell {
  const text = isConvertible(cell) ? turned(cell.text) : undefined;
  return text === undefined ? cell : { kind: 'date', text };
}

/** The two dates of a cell, as it stands and turned; null where it has one. */
function readings(cell: Cell): readonly [string, string] | null {
  const { text } = cell;
  const [own, other] = isConvertible(cell)
    ? [text, turned(text)]
    : isAmbiguousDate(text) || /^\s*(\d{1,2})([/.-])0?\1\2/.test(text)
      ? [dateOfCell(text), dateOfCell(withDayFirst(text))]
      : [];
  return own === undefined || other === undefined ? null : [own, other];
}

/** The two dates that a cell may mean, as it stands and turned; null where it means one. */
export function bothDates(cell: Cell): readonly [string, string] | null {
  const both = readings(cell);
  return both && both[0] !== both[1] ? both : null;
}

/** The text of a date in the order that a person chose; both dates until then, which is no date. */
export function dateInOrder(cell: Cell, doubt: DateDoubt | undefined, order: DateOrder): string {
  const text = cell.kind === 'number' && cell.asDate !== null ? cell.asDate : cell.text;
  const both = bothDates(cell);
  if (order === 'unknown') return doubt && both ? eitherDate(both) : text;
  if (!isConvertible(cell)) {
    const asked = order === 'month-first' ? withDayFirst(text) : text;
    return both || asked !== text ? (dateOfCell(asked) ?? text) : text;
  }
  return order === 'month-first' && doubt && both ? both[1] : text;
}

/** As it is shown and refused until a person has chosen: `3 Apr 2025 or 4 Mar 2025`. */
const eitherDate = (dates: readonly [string, string]): string =>
  dates.map((date) => (isCalendarDate(date) ? formatDate(date) : date)).join(' or ');
