/** The rows of repayment tables in a document's lines: each has a date or a count, and amounts. */
import { phrasesOf, textOf, type Line, type Word } from './lines.ts';
import { roleNamed } from './column-names.ts';
import { labelsIn } from './term-labels.ts';
import { dateOfText, monthOfWord, type PartialDate } from '../../domain/written-date.ts';
import { valuesOf, type Value } from './values.ts';

/** A line, or one of the tables that stand side by side on it. */
export interface RowPart {
  /** The number of its line in the document. */
  readonly at: number;
  readonly line: Line;
  readonly words: readonly Word[];
  readonly values: readonly Value[];
  readonly kind: 'payment' | 'opening' | 'total' | 'other';
  /** From 0: its place among the tables side by side. */
  readonly half: number;
  readonly date: PartialDate | null;
  /** All dates of the line, from left to right. */
  readonly dates: readonly PartialDate[];
  readonly isMonthFirst: boolean;
  readonly count: number | null;
  /** The left edge that columns are measured from. */
  readonly anchor: number;
}

const TOTAL = /\b(?:sub-?totals?|totals?|carried|brought|[cb]\/f(?:wd)?|year to date|ytd)\b/i;
const MAX_OPENING_DISTANCE = 3.2;

/** The parts of all lines, in the order of the tables: half by half on each page. */
export function rowPartsOf(lines: readonly Line[], kind: 'pdf' | 'sheet'): RowPart[] {
  const alone = lines.map((line) => ({ line, values: valuesOf(line.words, kind) }));
  const read = kind === 'sheet' ? withWholeDollars(alone) : alone;
  const cuts = kind === 'sheet' ? new Map<string, number[]>() : cutsOf(read);
  const parts = read.flatMap(({ line, values }, at) => {
    const halves = halvesOf(line.words, cuts.get(`${line.page}/${line.turns}`) ?? []);
    return halves.flatMap((words, half) => {
      if (words.length === 0) return [];
      const own = partOf(line, at, half, words, halves.length === 1 ? values : valuesOf(words, kind));
      // The columns of a sheet stand where they stand, wherever its dates begin.
      return [kind === 'sheet' ? { ...own, anchor: 0 } : own];
    });
  });
  return withOpenings(withTotals(withYears(kind === 'sheet' ? parts : withWrappedDates(parts))));
}

/** The lines of a date and one amount as payments: for documents that state nothing else. */
export const withSingleAmounts = (parts: readonly RowPart[]): RowPart[] =>
  parts.map((part) =>
    hasOneAmount(part) && !TOTAL.test(textOf(part.words)) && !statesBalance(part)
      ? { ...part, kind: 'payment' }
      : part,
  );

const hasOneAmount = ({ kind, date, values }: RowPart): boolean =>
  kind !== 'payment' && isFull(date) && values.filter(isCertain).length === 1;

/** Whether a line is no payment but a date and what is owed then: `Balance at 30 June 2026   $12,345.00`. */
export const statesBalance = (part: RowPart): boolean =>
  hasOneAmount(part) && roleNamed(textOf(part.words)) === 'balance';

interface ReadLine {
  readonly line: Line;
  readonly values: readonly Value[];
}

/**
 * The whole numbers of a sheet's money columns as amounts: a spreadsheet keeps 900.00 as 900. A column holds money if
 * other rows have cents in it, or if its name says so.
 */
function withWholeDollars(lines: readonly ReadLine[]): ReadLine[] {
  const pages = Map.groupBy(lines, ({ line }) => line.page);
  return [...pages.values()].flatMap((own) => {
    const rows = own.filter(({ values }) => isRowLike(values));
    const money = new Set([
      ...rows.flatMap(({ values }) => values.filter(isCertain).map(({ column }) => column)),
      ...own.flatMap(({ line }) => namedColumns(line)),
    ]);
    for (const column of numberedColumns(rows)) money.delete(column);
    return own.map(({ line, values }) =>
      isRowLike(values)
        ? {
            line,
            values: values.map((value) => (money.has(value.column) ? wholeDollars(value, values) : value)),
          }
        : { line, values },
    );
  });
}

/** The columns that number the payments, whatever their name: `1, 2, 3` are no dollars. */
function numberedColumns(rows: readonly ReadLine[]): (number | undefined)[] {
  const columns = Map.groupBy(
    rows.flatMap(({ values }) => values),
    ({ column }) => column,
  );
  return [...columns].flatMap(([column, values]) => {
    const following = values.filter(
      ({ kind, number }, row) =>
        row > 0 && kind === 'count' && number === (values[row - 1]?.number ?? NaN) + 1,
    );
    return values.length > 2 && following.length >= 0.8 * (values.length - 1) ? [column] : [];
  });
}

/** A date or a number begins a payment. */
const isRowLike = ([first, ...others]: readonly Value[]): boolean =>
  others.length > 0 && (isDate(first) || others.some(isDate) || first?.kind === 'count');

/** A number of a sentence is none: it shares its cell with other values. */
const wholeDollars = (value: Value, all: readonly Value[]): Value =>
  value.kind === 'count' && all.filter(({ column }) => column === value.column).length === 1
    ? { ...value, kind: 'amount', number: (value.number ?? 0) * 100, isCertain: true }
    : value;

/** The columns of a line of names. */
function namedColumns({ words, size }: Line): (number | undefined)[] {
  const named = phrasesOf(words, size).flatMap(({ text, words: own }) =>
    roleNamed(text) == null ? [] : [own[0]?.column],
  );
  return named.length > 1 ? named : [];
}

/** Where tables side by side are cut, by page: before the first value of each repetition, as most lines repeat. */
function cutsOf(read: readonly ReadLine[]): Map<string, number[]> {
  const repeating = read.flatMap(({ line, values }) => {
    const width = periodOf(values);
    return width === null ? [] : [{ line, values, width }];
  });
  const counts = Map.groupBy(repeating, ({ width }) => width);
  const commonest = [...counts.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
  const pages = Map.groupBy(commonest, ({ line }) => `${line.page}/${line.turns}`);
  return new Map([...pages].map(([page, own]) => [page, cutsOfPage(own)]));
}

function cutsOfPage(rows: readonly (ReadLine & { readonly width: number })[]): number[] {
  const most = Math.max(...rows.map(({ values, width }) => values.length / width));
  return Array.from({ length: most - 1 }, (_each, index) => {
    const ends = rows.map(({ values, width }) => values[(index + 1) * width - 1]?.right ?? -Infinity);
    const starts = rows.map(({ values, width }) => values[(index + 1) * width]?.left ?? Infinity);
    return (Math.max(...ends) + Math.min(...starts)) / 2;
  });
}

/** The words on each side of the cuts; a line that a word of it crosses is left whole. */
function halvesOf(words: readonly Word[], cuts: readonly number[]): (readonly Word[])[] {
  if (cuts.some((cut) => words.some(({ left, right }) => left < cut && right > cut))) return [words];
  const edges = [-Infinity, ...cuts, Infinity];
  return edges
    .slice(1)
    .map((end, index) =>
      words.filter(({ left, right }) => left >= (edges[index] ?? -Infinity) && right <= end),
    );
}

const kindOf = ({ kind }: Value): string => (kind === 'zero' ? 'amount' : kind);
const isDate = (value: Value | undefined): boolean => value?.kind === 'date';

function periodOf(values: readonly Value[]): number | null {
  const dates = values.filter(isDate).length;
  if (dates < 2 || values.filter(isCertain).length < 2 * dates) return null;
  for (let width = 3; width <= values.length / 2; width++) {
    if (values.length % width !== 0) continue;
    if (
      values.every(
        (value, index) => index < width || kindOf(value) === kindOf(values[index - width] ?? value),
      )
    )
      return width;
  }
  return null;
}

export const isCertain = ({ isCertain: certain }: Value): boolean => certain === true;

function partOf(
  line: Line,
  at: number,
  half: number,
  words: readonly Word[],
  values: readonly Value[],
): RowPart {
  const dated = values.find(isDate);
  const [first] = values;
  const isNumbered = first?.from === 0 || (first?.from === 1 && /^\p{L}/u.test(words[0]?.text ?? ''));
  const count = first?.kind === 'count' && isNumbered ? (first.number ?? null) : null;
  const isMonthFirst = values.some(({ kind }) => kind === 'month-first');
  const certain = values.filter(isCertain).length;
  const date = dated?.date ?? monthAlone(words);
  const isTotal = TOTAL.test(textOf(words));
  const hasDate = date !== null || isMonthFirst || count !== null;
  const isPayment = certain >= 2 && hasDate && !isTotal && !statesTerms(words);
  return {
    at,
    line,
    words,
    values,
    half,
    kind: isPayment ? 'payment' : 'other',
    date,
    dates: values.flatMap((value) => value.date ?? []),
    isMonthFirst,
    count,
    anchor: dated?.left ?? first?.left ?? words[0]?.left ?? 0,
  };
}

/** A month's name begins the line, or follows a year in a column of its own. */
function monthAlone([first, second]: readonly Word[]): PartialDate | null {
  const year = /^(?:19|20)\d{2}$/.exec(first?.text ?? '')?.[0];
  const month = monthOfWord((year === undefined ? first : second)?.text ?? '');
  return month === undefined ? null : { month, ...(year !== undefined && { year: Number(year) }) };
}

/** A line of terms may hold a date and amounts too: `Loan $54,000.00 Rate 8.90 % first payment 10 June 2026`. */
function statesTerms(words: readonly Word[]): boolean {
  if (words.filter(({ text }) => /^[a-z]{3}/i.test(text)).length < 4) return false;
  const fields = labelsIn(textOf(words)).flatMap(({ field, isWeak }) =>
    field === null || isWeak ? [] : [field],
  );
  return new Set(fields).size >= 2;
}

const isFull = (date: PartialDate | null): boolean => date?.year !== undefined && date.day !== undefined;

/** Reads dates that are wrapped within their cell: the words between the midpoints to the neighbouring rows, stacked. */
function withWrappedDates(parts: readonly RowPart[]): RowPart[] {
  const rows = parts.filter(({ values }) => values.filter(isCertain).length >= 2);
  const index = new Map(rows.map((row, position) => [row, position]));
  return parts.map((part) => {
    const position = index.get(part);
    if (position === undefined || isFull(part.date) || TOTAL.test(textOf(part.words))) return part;
    const [above, below] = [rows[position - 1], rows[position + 1]].map((row) => distance(part, row));
    const reach = { above: above ?? below ?? 0, below: below ?? above ?? 0 };
    const found = stackedDate(part, parts, reach);
    if (!found) return part;
    return { ...part, date: found.date, anchor: found.left, kind: 'payment' };
  });
}

function distance(one: RowPart, other: RowPart | undefined): number | undefined {
  if (!other || other.line.page !== one.line.page || other.line.turns !== one.line.turns) return undefined;
  return Math.abs(one.line.y - other.line.y) / 2;
}

function stackedDate(
  part: RowPart,
  parts: readonly RowPart[],
  reach: { readonly above: number; readonly below: number },
): { date: PartialDate; left: number } | undefined {
  const { page, turns, y } = part.line;
  const near = parts.filter(
    ({ line }) =>
      line.page === page && line.turns === turns && line.y > y - reach.above && line.y < y + reach.below,
  );
  const firstAmount = part.values.find(isCertain)?.left ?? Infinity;
  const stacks: { left: number; right: number; text: string }[] = [];
  const outside = near.flatMap(({ words, line }) =>
    phrasesOf(
      words.filter((word) => word.right < firstAmount || word.left > firstAmount),
      line.size,
    ),
  );
  for (const { text, left, right } of outside) {
    const stack = stacks.find((each) => left < each.right && right > each.left);
    if (stack) {
      stack.text += ` ${text}`;
      stack.left = Math.min(stack.left, left);
      stack.right = Math.max(stack.right, right);
    } else {
      stacks.push({ left, right, text });
    }
  }
  const dates = stacks.flatMap(({ text, left }) => {
    const date = dateOfText(text);
    return date !== undefined && date !== 'month-first' ? [{ date, left }] : [];
  });
  return dates.find(({ date }) => isFull(date)) ?? dates[0];
}

const YEAR = /^(?:calendar )?(?:year )?((?:19|20)\d{2})$/i;
/** `2024/25`, `FY 2024-25`. */
const TWO_YEARS = /^(?:fy|f\/y|financial year)? ?((?:19|20)\d{2}) ?[-–/] ?(?:20)?\d{2}$/i;
const YEAR_ENDED =
  /^(?:fy|f\/y|financial year|(?:financial )?year (?:ended|ending|to)(?: 30)? june,?|30 june) ?'?((?:20)?\d{2})$/i;
const JUNE = 6;

/** Gives dates without a year that of the heading above them. Years of wrapped dates stand in many lines, each heading once. */
function withYears(parts: readonly RowPart[]): RowPart[] {
  const headings = parts.map(({ words }) => textOf(words)).filter((text) => YEAR.test(text));
  if (headings.length > 2 * new Set(headings).size) return [...parts];
  let yearOf: ((month: number) => number) | null = null;
  return parts.map((part) => {
    const { kind, date } = part;
    const text = textOf(part.words);
    const [calendar, financial] = [YEAR.exec(text)?.[1], financialYear(text)];
    if (calendar !== undefined) yearOf = () => Number(calendar);
    if (financial !== undefined) yearOf = (month) => financial - (month > JUNE ? 1 : 0);
    if (kind !== 'payment' || date === null || date.year !== undefined || !yearOf) return part;
    return { ...part, date: { ...date, year: yearOf(date.month) } };
  });
}

/** The year in which the financial year of a heading ends. */
function financialYear(text: string): number | undefined {
  const [begins, ended] = [TWO_YEARS.exec(text)?.[1], YEAR_ENDED.exec(text)?.[1]];
  if (begins !== undefined) return Number(begins) + 1;
  return ended === undefined ? undefined : Number(ended) + (ended.length === 2 ? 2000 : 0);
}

/** A total stands below the rows that it sums. */
function withTotals(parts: readonly RowPart[]): RowPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'other' || !TOTAL.test(textOf(part.words)) || !part.values.some(isCertain)) return part;
    const isBelowRow = parts.slice(Math.max(index - 4, 0), index).some(({ kind }) => kind === 'payment');
    return isBelowRow ? { ...part, kind: 'total' } : part;
  });
}

/** A line with one certain amount just above the first payment states what was lent. */
function withOpenings(parts: readonly RowPart[]): RowPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'other' || part.values.filter(isCertain).length !== 1) return part;
    const next = parts
      .slice(index + 1, index + 4)
      .find(({ kind, half }) => kind === 'payment' && half === part.half);
    if (!next || next.line.page !== part.line.page || next.line.turns !== part.line.turns) return part;
    const rows = (next.line.y - part.line.y) / Math.max(part.line.size, next.line.size);
    const isNear = rows > 0 && rows <= MAX_OPENING_DISTANCE * 1.4;
    return isNear ? { ...part, kind: 'opening' } : part;
  });
}
