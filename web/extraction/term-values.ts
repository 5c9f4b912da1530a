/** The value of a term in the words beside its label. */
import { FREQUENCIES, paymentsPerYear, type Frequency } from '../../domain/amortisation/frequency.ts';
import { frequencyOfCell } from '../../domain/import/cells.ts';
import type { Place } from './document-text.ts';
import { textOf, type Word } from './lines.ts';
import { dollars } from './table-rows.ts';
import type { TermField } from './term-labels.ts';
import type { PartialDate } from '../../domain/written-date.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { valuesOf, type Value } from './values.ts';

/** A value as text; payments are pairs of a number and an amount. */
export type TermValue = string | boolean | readonly (readonly [string, string])[];

/** A value that the document states for a term. */
export interface TermCandidate {
  readonly field: TermField;
  readonly value: TermValue;
  readonly place: Place;
  /** The words of the document. */
  readonly text: string;
  /** The number of its line in the document. */
  readonly at: number;
}

/** Control characters and other invisible ones never leave the reader. */
export const clean = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, '').trim();

type Reader = (
  words: readonly Word[],
  values: () => readonly Value[],
  isWeak: boolean,
  /** The words of the label, which may state a unit. */
  label: string,
) => TermValue | undefined;

const amountIn: Reader = (_words, values, isWeak) => {
  const found = isWeak ? values()[0] : values().find(({ isCertain }) => isCertain === true);
  if (found?.isCertain !== true || (isWeak && found.from > 1)) return undefined;
  return dollars(Math.abs(found.number ?? 0));
};
const dateIn: Reader = (_words, values) =>
  values()
    .map((value) => fullDate(value.date))
    .find((text) => text !== undefined);
const nameIn: Reader = (words) => nameOf(words);

/** How each field is read. Sentences alone state payments of several amounts, and their timing. */
const READERS: Readonly<Partial<Record<TermField, Reader>>> = {
  lender: nameIn,
  asset: nameIn,
  contractNumber: (words, _values, isWeak) => identifierOf(words, isWeak),
  frequency: (words, values, _isWeak, label) =>
    /\b(?:per|a|each) (?:year|annum)\b/i.test(label)
      ? frequencyPerYear(values()[0])
      : words
          .slice(0, 3)
          .map(({ text }) => frequencyOfCell(text))
          .find((frequency) => frequency !== undefined),
  interestRate: (words, values) => rateOf(values(), words),
  numberOfPayments: (words, values, isWeak, label) => countOf(values(), words, isWeak, label),
  startDate: dateIn,
  firstPaymentDate: dateIn,
  lastPaymentDate: dateIn,
  balloonDate: dateIn,
  amountFinanced: amountIn,
  paymentAmount: amountIn,
  balloon: amountIn,
  establishmentFee: amountIn,
  regularFee: amountIn,
  gst: amountIn,
  totalInterest: amountIn,
  totalRepayments: amountIn,
};

/** Reads a field's value at the beginning of some words; undefined if they hold none. */
export function termValue(
  field: TermField,
  words: readonly Word[],
  kind: 'pdf' | 'sheet',
  isWeak: boolean,
  label = '',
): TermValue | undefined {
  const region = withoutLeaders(words);
  return region.length === 0
    ? undefined
    : READERS[field]?.(region, () => valuesOf(region, kind), isWeak, label);
}

/** The ISO text of a date with day, month and year. */
export const fullDate = (date: PartialDate | undefined): string | undefined =>
  date?.year === undefined || date.day === undefined
    ? undefined
    : `${date.year}-${String(date.month).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`;

const LEADER = /^(?:[.:·•_…–—=-]+|is|of|are)$/i;

/** The words behind leading dots, colons and `is`. */
export function withoutLeaders(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex(({ text }) => !LEADER.test(text));
  return first < 0 ? [] : words.slice(first);
}

/** Percent without trailing zeros; a workbook may keep 6.59 % as 0.0659. */
function rateOf(values: readonly Value[], words: readonly Word[]): string | undefined {
  const rate = values.find(({ kind }) => kind === 'rate')?.text;
  if (rate !== undefined) return String(Number(rate));
  const number = /^\d{1,2}(?:\.\d+)?$/.exec(words[0]?.text ?? '')?.[0];
  if (number === undefined) return undefined;
  const percent = Number(number);
  if (percent > 0 && percent < 0.5) return String(Number((percent * 100).toFixed(6)));
  return percent > 0 && number.includes('.') ? String(percent) : undefined;
}

/** The frequency of so many payments a year. */
const frequencyPerYear = (value: Value | undefined): Frequency | undefined =>
  value?.kind === 'count'
    ? FREQUENCIES.find((frequency) => paymentsPerYear(frequency) === value.number)
    : undefined;

const YEARS = /^(?:years?|yrs?)\b/i;

function countOf(
  values: readonly Value[],
  words: readonly Word[],
  isWeak: boolean,
  label: string,
): string | undefined {
  const count = values.find(({ kind }) => kind === 'count');
  if (count?.number === undefined || count.number < 1 || count.number > 3200) return undefined;
  if (isWeak && count.from > 0) return undefined;
  const unit =
    `${words[count.to]?.text ?? ''} ${textOf(words.slice(0, count.from)).replaceAll(/[()]/g, '')}`.trim();
  const inYears = YEARS.test(unit) || (unit === '' && /\b(?:years|yrs)\b/i.test(label));
  return String(inYears ? count.number * 12 : count.number);
}

/** A name ends before its registration numbers and before a gap. */
function nameOf(words: readonly Word[]): string | undefined {
  const end = words.findIndex(({ left }, index) => {
    const before = words[index - 1];
    return before !== undefined && left - before.right > 2 * before.size;
  });
  const text = textOf(end < 0 ? words : words.slice(0, end));
  const name = clean(
    text.replace(/[.,;]+$/, '').replace(/[,;]?\s*\(?\b(?:ACN|ABN|ARBN|Australian Credit Licence)\b.*$/i, ''),
  );
  return /\p{L}{2}/u.test(name) ? cutText(name, MAX_TEXT_LENGTH) : undefined;
}

const IDENTIFIER = /^[A-Z0-9][A-Z0-9/.#-]*$/;
const DIGIT = /\d/;

/** A number of a contract: groups with digits, which short groups of capitals may precede. */
function identifierOf(words: readonly Word[], isWeak: boolean): string | undefined {
  const groups: string[] = [];
  for (const [index, { text, left, size }] of words.entries()) {
    const before = words[index - 1];
    if (before && (left - before.right > 0.8 * size || /[:,;]$/.test(before.text))) break;
    const part = text.replace(/[.,:;]+$/, '');
    if (
      !IDENTIFIER.test(part) ||
      (!DIGIT.test(part) && (part.length > 4 || groups.some((group) => DIGIT.test(group))))
    )
      break;
    groups.push(part);
  }
  const value = groups.join(' ');
  const isMoneyOrDate = /^[\d,]+\.\d\d$/.test(value) || /^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/.test(value);
  if (!DIGIT.test(value) || isMoneyOrDate || value.replaceAll(/\D/g, '').length < (isWeak ? 4 : 1))
    return undefined;
  return value.slice(0, 50);
}
