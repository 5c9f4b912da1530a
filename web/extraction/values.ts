/** Dates, amounts and numbers in a line's words. */
import { dateOfText, type PartialDate } from '../../domain/written-date.ts';
import type { Word } from './lines.ts';

export type ValueKind = 'date' | 'month-first' | 'amount' | 'zero' | 'count' | 'rate';

/** A value of one or several words of a line. */
export interface Value {
  readonly kind: ValueKind;
  /** The edges of the digits, without signs and currency. */
  readonly left: number;
  readonly right: number;
  /** The first word and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly date?: PartialDate;
  /** Cents, unrounded where a spreadsheet keeps more decimals; for a count the number itself; for a rate percent, as text. */
  readonly number?: number;
  readonly text?: string;
  /** Cents, a dollar sign or a comma show that this is money. */
  readonly isCertain?: boolean;
  /** The column of a spreadsheet, from 0. */
  readonly column?: number;
}

const MAX_WORDS_OF_DATE = 6;
/** Words of one date stand at most so far apart, in font sizes. */
const DATE_GAP = 1;
const DOLLAR_GAP = 14;
const SUFFIX_GAP = 1.2;
const MINUS_GAP = 0.35;

const AMOUNT =
  /^([-–−+(]*)((?:(?:AU?)?\$|AUD)?)([-–−(]*)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(\)?)([-–−]|CR|DR)?(\)?)$/i;
/** As programs write very small and large numbers. */
const EXPONENT = /^-?\d(?:\.\d+)?e[-+]?\d{1,2}$/i;
const DASH = /^[-–—−]+$/;

/** The values of a line, from left to right; other words have none. */
export function valuesOf(words: readonly Word[], kind: 'pdf' | 'sheet'): Value[] {
  const values: Value[] = [];
  for (let index = 0; index < words.length;) {
    const value = typedValue(words, index) ?? dateAt(words, index) ?? numberAt(words, index, kind);
    const column = words[index]?.column;
    if (value) values.push(column === undefined ? value : { ...value, column });
    index = value ? Math.max(value.to, index + 1) : index + 1;
  }
  return values;
}

/** The value of a cell that has a type. */
function typedValue(words: readonly Word[], index: number): Value | undefined {
  const word = words[index];
  if (!word?.cell || word.cell.kind === 'text') return undefined;
  const { cell, left, right } = word;
  const place = { left, right, from: index, to: index + 1 };
  if (cell.kind === 'date') {
    const date = dateOfText(cell.text);
    return date === undefined || date === 'month-first' ? undefined : { kind: 'date', date, ...place };
  }
  const { value, format } = cell;
  if (format === 'percent') return { kind: 'rate', text: String(inPrecision(value * 100)), ...place };
  if (format === 'general' && !isMoneyLike(value)) {
    return value >= 0 ? { kind: 'count', number: value, text: String(value), ...place } : undefined;
  }
  return { kind: 'amount', number: unrounded(value), text: String(value), isCertain: true, ...place };
}

/** Whole numbers of fewer digits may be counts, and years are no amounts. */
const isMoneyLike = (value: number): boolean =>
  !Number.isInteger(value) || (Math.abs(value) >= 1000 && !(value >= 1990 && value <= 2100));

const inPrecision = (value: number): number => Number(value.toPrecision(14));

/** Cents without the noise of binary fractions; what is below half a cent stays only beside larger figures. */
function unrounded(dollars: number): number {
  const cents = inPrecision(dollars * 100);
  return Math.abs(cents) < 0.5 ? 0 : cents;
}

const BEGINS_DATE =
  /^['(]?(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)/i;

/** A longer date that starts later wins: `10 August 6, 2026` is row 10. */
function dateAt(words: readonly Word[], index: number): Value | undefined {
  const here = longestDate(words, index);
  if (!here) return undefined;
  for (let later = index + 1; later < here.to; later++) {
    const other = longestDate(words, later);
    if (other && lengthOf(words, other) > lengthOf(words, here)) return undefined;
  }
  return here;
}

const lengthOf = (words: readonly Word[], { from, to }: Value): number =>
  words.slice(from, to).reduce((sum, { text }) => sum + text.length, 0);

function longestDate(words: readonly Word[], from: number): Value | undefined {
  const first = words[from];
  if (!first || !BEGINS_DATE.test(first.text)) return undefined;
  let text = '';
  let found: Value | undefined;
  for (let to = from; to < Math.min(words.length, from + MAX_WORDS_OF_DATE); to++) {
    const word = words[to];
    const before = words[to - 1];
    if (!word || (to > from && before && word.left - before.right > DATE_GAP * word.size)) break;
    text += (to > from ? ' ' : '') + word.text;
    const date = dateOfText(text.replace(/^\(|[,;:.)]+$/g, ''));
    if (date === undefined) continue;
    const place = { left: first.left, right: word.right, from, to: to + 1 };
    found = date === 'month-first' ? { kind: date, ...place } : { kind: 'date', date, ...place };
  }
  return found;
}

function numberAt(words: readonly Word[], index: number, kind: 'pdf' | 'sheet'): Value | undefined {
  const word = words[index];
  if (!word) return undefined;
  const place = { left: word.left, right: word.right, from: index, to: index + 1 };
  const text = word.text.replace(/[.,;:]+$/, '');
  const next = words[index + 1];
  const rate = /^(\d{1,2}(?:\.\d+)?)%?$/.exec(text.replace(/[()]/g, ''));
  const isRate =
    text.includes('%') || (next !== undefined && next.text.startsWith('%') && gap(word, next) < 1);
  if (rate && isRate) return { kind: 'rate', text: rate[1] ?? '', ...place };
  if (DASH.test(text)) return isMinusOf(word, next) ? undefined : { kind: 'zero', number: 0, ...place };
  if (kind === 'sheet' && EXPONENT.test(text)) {
    return { kind: 'amount', number: unrounded(Number(text)), text, isCertain: true, ...place };
  }
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const [, before = '', currency = '', inner = '', whole = '', decimals = '', , after = ''] = match;
  const digits = edges(word, text, whole + decimals);
  const sign = isCredit(words, index, before + inner + after, kind) ? -1 : 1;
  const hasDollar = currency !== '' || dollarBefore(words, index);
  const isBare = decimals === '' && !hasDollar && !whole.includes(',');
  if (isBare && (kind === 'pdf' || !isMoneyLike(Number(whole)))) {
    const isCount = before === '' && inner === '' && after === '' && whole.length <= 5;
    return isCount ? { kind: 'count', number: Number(whole), text: whole, ...place, ...digits } : undefined;
  }
  if (decimals !== '' && decimals.length !== 3 && kind === 'pdf') return undefined;
  const number = sign * unrounded(Number(whole.replaceAll(',', '') + decimals));
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return undefined;
  return { kind: 'amount', number, text: whole + decimals, isCertain: true, ...place, ...digits };
}

const gap = (one: Word, other: Word): number => (other.left - one.right) / one.size;

const isMinusOf = (word: Word, next: Word | undefined): boolean =>
  next !== undefined && gap(word, next) <= MINUS_GAP && /^[$(]?\d/.test(next.text);

/** The dollar sign may stand at the left edge of its column. */
function dollarBefore(words: readonly Word[], index: number): boolean {
  const [word, before] = [words[index], words[index - 1]];
  return (
    word !== undefined &&
    before !== undefined &&
    /^(?:AU?)?\$$/.test(before.text) &&
    gap(before, word) <= DOLLAR_GAP
  );
}

function isCredit(words: readonly Word[], index: number, signs: string, kind: 'pdf' | 'sheet'): boolean {
  if (/[-–−(]|CR/i.test(signs)) return true;
  const [before, word, next] = [words[index - 1], words[index], words[index + 1]];
  if (!word) return false;
  if (kind === 'sheet') return next?.column === word.column && /^CR\.?$/i.test(next?.text ?? '');
  const isAfter =
    before && /[-–−(]$/.test(before.text) && before.text.length <= 3 && gap(before, word) <= MINUS_GAP;
  if (isAfter === true) return true;
  if (!next) return false;
  return (
    (/^CR$/i.test(next.text) && gap(word, next) <= SUFFIX_GAP) ||
    (DASH.test(next.text) && gap(word, next) <= MINUS_GAP)
  );
}

/** The edges of the digits in a word whose characters are taken as equally wide. */
function edges(word: Word, text: string, digits: string): { left: number; right: number } {
  const start = text.indexOf(digits[0] ?? '');
  const each = (word.right - word.left) / word.text.length;
  return { left: word.left + start * each, right: word.left + (start + digits.length) * each };
}
