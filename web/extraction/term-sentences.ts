/** Terms that contracts write in sentences: `12 monthly repayments of $1,000.00 commencing on 1 September 2026`. */
import { frequencyOfCell } from '../../domain/import/cells.ts';
import { linePlace, textOf, type NumberedLine } from './lines.ts';
import type { TermField } from './term-labels.ts';
import { clean, fullDate, type TermCandidate, type TermValue } from './term-values.ts';
import { dateOfText } from '../../domain/written-date.ts';

const PAYMENTS = '(?:re)?payments?|instal?lments?|rentals?';
const EVERY = '(weekly|fortnightly|monthly|quarterly|half-yearly|six-monthly|yearly|annual)';
const AMOUNT = '\\$? ?(\\d{1,3}(?:,\\d{3})+|\\d+)\\.(\\d{2})(?!\\d)';
const SERIES = RegExp(
  `(?:\\b(\\d{1,4})(?: (?:equal|consecutive|further))* ${EVERY}?(?: (?:equal|consecutive))* ?(?:${PAYMENTS})|\\b(?:a|one) (?:final|last) (?:${PAYMENTS})) of ${AMOUNT}`,
  'gi',
);
const BEGINNING = /^[^.;]{0,40}?\b(?:commencing|starting|beginning|first due)(?: on| from)? ([^.;]{6,30})/i;
const ADVANCED = /\b(?:advance|advanced|lend|drawn down)\b[^.;]{0,20}\.?\d{0,2} on ([^.;]{6,30})/i;
const PURCHASE =
  /\bfor the purchase of (?:an? |the )?([^.;()]{4,120}?) ?\((?:the )?(?:"|“)?(?:Equipment|Goods|Asset|Vehicle)\b/i;
const LENDER =
  /(?:^|[.:;] )([^.:;()]{4,100}?) \((?:the )?(?:"|“)?(?:Lender|Financier|Credit Provider|Lessor|Owner)\b/;
const TIMING = /\bin (advance|arrears)\b/i;

/** The terms that stand in sentences, which may run over lines. */
export function sentenceTerms(lines: readonly NumberedLine[]): TermCandidate[] {
  const page = new Text(lines);
  return [...seriesOf(page), ...phrasesOf(page)];
}

/** The text of all lines, and where each part of it stands. */
class Text {
  readonly text: string;
  readonly #lines: readonly NumberedLine[];
  readonly #starts: readonly number[];

  constructor(lines: readonly NumberedLine[]) {
    let length = 0;
    const texts = lines.map(({ line }) => textOf(line.words));
    this.#lines = lines;
    this.#starts = texts.map((text) => {
      const own = length;
      length += text.length + 1;
      return own;
    });
    this.text = texts.join(' ');
  }

  candidate(field: TermField, value: TermValue, from: number, text: string): TermCandidate[] {
    const source = this.#lines[this.#starts.findLastIndex((start) => start <= from)];
    if (!source) return [];
    return [
      {
        field,
        value,
        place: linePlace(source.line, source.line.words),
        text: clean(text).slice(0, 200),
        at: source.at,
      },
    ];
  }
}

function seriesOf(page: Text): TermCandidate[] {
  const series = [...page.text.matchAll(SERIES)];
  const [first] = series;
  if (!first) return [];
  const pairs = series.map(([, count = '1', , dollars = '', cents = '']): [string, string] => [
    count,
    `${dollars.replaceAll(',', '')}.${cents}`,
  ]);
  const [pair = ['', '']] = pairs;
  const every = series
    .map(([, , word]) => frequencyOfCell(word ?? ''))
    .find((frequency) => frequency !== undefined);
  const last = series.findLast(({ index }) => index >= first.index) ?? first;
  const whole = page.text.slice(first.index, last.index + last[0].length);
  const begins = BEGINNING.exec(page.text.slice(first.index + first[0].length))?.[1] ?? '';
  const date = leadingDate(begins);
  const add = (field: TermField, value: TermValue | undefined, text = first[0]): TermCandidate[] =>
    value === undefined ? [] : page.candidate(field, value, first.index, text);
  const amounts =
    pairs.length > 1
      ? add('payments', pairs, whole)
      : [...add('numberOfPayments', first[1]), ...add('paymentAmount', pair[1])];
  return [...amounts, ...add('frequency', every), ...add('firstPaymentDate', date, begins)];
}

function phrasesOf(page: Text): TermCandidate[] {
  const found = (
    field: TermField,
    pattern: RegExp,
    read: (text: string) => TermValue | undefined,
  ): TermCandidate[] => {
    const match = pattern.exec(page.text);
    const value = match && read(match[1] ?? '');
    return match && value !== undefined && value !== null
      ? page.candidate(field, value, match.index, match[0])
      : [];
  };
  return [
    ...found('startDate', ADVANCED, leadingDate),
    ...found('asset', PURCHASE, (text) => clean(text)),
    ...found('lender', LENDER, (text) =>
      clean(
        text
          .replace(/^.*\b(?:Loan|Agreement|Offer|Contract) (?=\p{Lu})/u, '')
          .replace(/^(?:we|between|by|from),? /i, ''),
      ),
    ),
    ...found('inAdvance', TIMING, (text) => text.toLowerCase() === 'advance'),
  ];
}

/** The longest full date that begins a text. */
function leadingDate(text: string): string | undefined {
  const words = text.split(' ');
  for (let count = Math.min(words.length, 5); count > 0; count--) {
    const date = dateOfText(
      words
        .slice(0, count)
        .join(' ')
        .replace(/[,)]+$/, ''),
    );
    if (date !== undefined && date !== 'month-first') return fullDate(date);
  }
  return undefined;
}
