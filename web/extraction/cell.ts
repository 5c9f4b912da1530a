/** A spreadsheet's cell before its meaning is decided: the type and the value that the file keeps. */
import { civilOf, dateOfDayNumber, type CalendarDate } from '../../domain/calendar.ts';
import { moneyUnit } from './money-unit.ts';

export interface TextCell {
  readonly kind: 'text';
  /** Without white space around it; '' for an empty cell. */
  readonly text: string;
}

export interface NumberCell {
  readonly kind: 'number';
  /** The number without separators; `20 %` for a percentage, `5 years` for a format with words. */
  readonly text: string;
  readonly value: number;
  /** `money` for a format with a currency, two decimals or thousands: whole dollars are money too. */
  readonly format: 'general' | 'money' | 'percent';
  /** Another currency than Australian dollars, by the format. */
  readonly currency?: string;
  /** The day that the number is in the workbook's date system; null where it is none. */
  readonly asDate: CalendarDate | null;
}

export interface DateCell {
  readonly kind: 'date';
  /** `2025-02-15`; `Feb 2025` where the format shows no day; with `T13:00` where it has a time of day. */
  readonly text: string;
}

export type Cell = TextCell | NumberCell | DateCell;

/** The cells of a sheet, row by row. */
export type SheetCells = readonly (readonly Cell[])[];

export const EMPTY: TextCell = { kind: 'text', text: '' };

export const textCell = (text: string): TextCell => {
  const trimmed = text.trim();
  return trimmed === '' ? EMPTY : { kind: 'text', text: trimmed };
};

/** The cells of text files, which have no types. */
export const textCells = (rows: readonly (readonly string[])[]): SheetCells =>
  rows.map((row) => row.map(textCell));

export const isEmpty = ({ text }: Cell): boolean => text === '';

/** How a workbook counts its days. */
export type DateSystem = 1900 | 1904;

/** The number of 1 January 1970. The 1900 system has a 29 February 1900, so it is right from 1 March 1900. */
const NUMBER_OF_1970: Readonly<Record<DateSystem, number>> = { 1900: 25_569, 1904: 24_107 };
/** 1 March 1900 and 1 January 2200. */
const [FIRST_DAY, LAST_DAY] = [-25_508, 84_006];

/** The meaning that a number format gives to a number. */
export interface NumberFormat {
  readonly kind: NumberCell['format'] | 'date' | 'month';
  /** Words behind the number, such as `years`. */
  readonly unit: string;
  readonly currency?: string;
}

/** The cell of a workbook's number by its format. */
export function numberCell(value: number, { kind, unit, currency }: NumberFormat, system: DateSystem): Cell {
  const asDate = dateOfNumber(value, system);
  if ((kind === 'date' || kind === 'month') && asDate !== null) {
    return { kind: 'date', text: kind === 'month' ? monthText(asDate) : asDate + timeText(value) };
  }
  const isPercent = kind === 'percent';
  const shown = plainNumber(isPercent ? value * 100 : value);
  const text = `${shown}${isPercent ? ' %' : ''}${unit === '' ? '' : ` ${unit}`}`;
  const format = isPercent || kind === 'money' ? kind : 'general';
  return {
    kind: 'number',
    text,
    value,
    format,
    asDate: Number.isInteger(value) ? asDate : null,
    ...(currency !== undefined && { currency }),
  };
}

function dateOfNumber(value: number, system: DateSystem): CalendarDate | null {
  const days = Math.floor(value + HALF_A_SECOND) - NUMBER_OF_1970[system];
  return days >= FIRST_DAY && days < LAST_DAY ? dateOfDayNumber(days) : null;
}

const HALF_A_SECOND = 0.5 / 86_400;

/** The time of day of a number; '' for midnight. */
function timeText(value: number): string {
  const seconds = Math.round((value - Math.floor(value)) * 86_400) % 86_400;
  if (seconds === 0) return '';
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  return `T${two(seconds / 3600)}:${two((seconds / 60) % 60)}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthText(date: CalendarDate): string {
  const { year, month } = civilOf(date);
  return `${MONTHS[month - 1] ?? ''} ${year}`;
}

/** A number's digits without the noise of binary fractions: a workbook keeps fifteen digits. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return Math.abs(rounded) < 1e-9 ? '0' : fixed(rounded);
}

/** Without an exponent, which no reader of amounts takes. */
const fixed = (value: number): string => {
  const text = String(value);
  return text.includes('e') ? value.toFixed(Math.abs(value) < 1 ? 12 : 0) : text;
};

const NAMED_FORMATS: readonly (readonly [kind: NumberFormat['kind'], ids: readonly number[]])[] = [
  ['percent', [9, 10]],
  ['month', [17]],
  ['date', [14, 15, 16, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]],
  ['money', [2, 4, 5, 6, 7, 8, 37, 38, 39, 40, 41, 42, 43, 44]],
];

/**
 * The format of a workbook's style.
 * @param id one of the formats that Excel knows by number.
 * @param code the workbook's own format; undefined for one that Excel knows.
 */
export function numberFormat(id: number, code?: string): NumberFormat {
  if (code === undefined) {
    return { kind: NAMED_FORMATS.find(([, ids]) => ids.includes(id))?.[0] ?? 'general', unit: '' };
  }
  const [section = ''] = code.split(';');
  const words = [...section.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text.trim());
  const hasCurrency = /\[\$[^\]-]+|\$|£|€|\b(?:AUD|NZD|USD)\b/.test(section);
  // Literals, colours, locales, padding and fill show nothing of the value.
  const bare = section.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').replaceAll(/general/gi, '');
  if (bare.includes('%')) return { kind: 'percent', unit: '' };
  if (/[dy]|mm/i.test(bare) && !/^[^dy]*[hs]/i.test(bare))
    return { kind: /d/i.test(bare) ? 'date' : 'month', unit: '' };
  const unit = words.find((text) => /^[a-z]{2,}/i.test(text) && !/^(?:AUD|CR|DR)$/i.test(text)) ?? '';
  const currency = moneyUnit(section);
  if (currency !== '' && currency !== 'thousand') return { kind: 'money', unit: '', currency };
  if (hasCurrency || /[#0],[#0]|0\.00(?!0)/.test(bare)) return { kind: 'money', unit: '' };
  return { kind: 'general', unit };
}
