/** Renders a repayment table in a random layout, as the text items of pages, to test that it is read back. */
import type { TextItem } from '../../web/extraction/document-text.ts';
import { addDays, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { Random } from '../simulation/random.ts';
import { amountFormat, dateFormat } from './printed-values.ts';
import { knownSchedule, type KnownRow } from './known-schedule.ts';

export interface RenderedTable {
  readonly pages: readonly TextItem[][];
  readonly loan: number;
  readonly rows: readonly KnownRow[];
  /** The layout, for a failure's message. */
  readonly layout: string;
}

type ColumnName =
  | 'count'
  | 'date'
  | 'payment'
  | 'interest'
  | 'principal'
  | 'fee'
  | 'balance'
  | 'opening'
  | 'total'
  | 'paid';

const NAMES: Readonly<Record<ColumnName, readonly [string, ...string[]]>> = {
  count: ['No', '#', 'Pmt', 'Period'],
  date: ['Date', 'Due date', 'Payment date'],
  payment: ['Payment', 'Repayment', 'Instalment', 'Rental'],
  interest: ['Interest', 'Interest charged', 'Terms charges'],
  principal: ['Principal', 'Capital'],
  fee: ['Fee', 'Account fee'],
  balance: ['Balance', 'Closing balance', 'Outstanding'],
  opening: ['Opening balance'],
  total: ['Total payment', 'Total debit'],
  paid: ['Cumulative interest'],
};

const FORMS: readonly [readonly ColumnName[], ...(readonly ColumnName[])[]] = [
  ['payment', 'interest', 'balance'],
  ['payment', 'interest', 'principal', 'balance'],
  ['interest', 'principal', 'balance'],
  ['payment', 'principal', 'balance'],
  ['opening', 'payment', 'interest', 'principal', 'balance'],
  ['payment', 'interest', 'principal', 'balance', 'paid'],
];

const SIZE = 9;
const WIDTH = 0.5 * SIZE;

/** A printed figure that is wrong. */
interface Mistake {
  readonly column: 'interest' | 'balance';
  /** From 0. */
  readonly row: number;
  readonly dollars: number;
}

/** Renders the table of a seed. */
export function renderedTable(seed: number, mistake?: Mistake): RenderedTable {
  const random = new Random(seed);
  const { loan, rows: known } = knownSchedule(random);
  const form = random.pick(FORMS);
  const hasFee = (known[0]?.fee ?? 0) > 0;
  const fees: ColumnName[] = hasFee ? random.pick<ColumnName[]>([['fee'], ['fee', 'total']]) : [];
  const amounts = [...(random.chance(0.7) ? form : shuffled(random, form)), ...fees];
  const counted: ColumnName[] = random.chance(0.5) ? ['count', 'date'] : ['date'];
  const columns: ColumnName[] = random.chance(0.85) ? [...counted, ...amounts] : [...amounts, ...counted];
  const rows = hasFee ? known : known.map((row) => ({ ...row, fee: 0 }));
  const options = {
    columns,
    align: random.pick<'right' | 'left' | 'middle'>(['right', 'right', 'right', 'left', 'middle']),
    fragments: random.pick<'cells' | 'words' | 'glyphs' | 'lines'>(['cells', 'words', 'glyphs', 'lines']),
    jitter: random.chance(0.4) ? 0.4 : 0,
    rowsOnPage: random.between(12, 50),
    halves: columns.length <= 6 && random.chance(0.2) ? 2 : 1,
    hasOpening: random.chance(0.5),
    hasSubtotals: random.chance(0.25),
    hasTotal: random.chance(0.4),
    pitch: random.between(11, 22),
    gap: random.between(10, 30),
  };
  const date = dateFormat(random);
  const money = amountFormat(random);
  const cell = cellTexts(rows, loan, date, money, mistake);
  const heading = columns.map((name) => random.pick(NAMES[name]));
  const lines: string[][] = rows.map((row, index) => columns.map((name) => cell(name, row, index)));
  const sum = (from: number, to: number): string[] =>
    columns.map((name) => {
      const part = rows.slice(from, to);
      if (name === 'count') return '';
      if (name === 'date') return 'Total';
      const total = (of: (row: KnownRow) => number): string =>
        money(part.reduce((all, row) => all + of(row), 0));
      const by: Partial<Record<ColumnName, string>> = {
        payment: total(({ amount }) => amount),
        interest: total(({ interest }) => interest),
        principal: total(({ amount, interest }) => amount - interest),
        fee: total(({ fee }) => fee),
        total: total(({ amount, fee }) => amount + fee),
      };
      return by[name] ?? '';
    });
  const printed: string[][] = [];
  if (options.hasOpening) {
    const first = rows[0]?.date ?? calendarDate('2025-01-01');
    printed.push(
      columns.map((name) =>
        name === 'balance' ? money(loan) : name === 'date' ? date(addDays(first, -7)) : '',
      ),
    );
  }
  let from = 0;
  for (const [index, line] of lines.entries()) {
    printed.push(line);
    const next = rows[index + 1]?.date;
    const isYearEnd =
      next !== undefined && (rows[index]?.date.slice(5, 7) ?? '') <= '06' && next.slice(5, 7) > '06';
    if (options.hasSubtotals && isYearEnd && options.halves === 1) {
      printed.push(sum(from, index + 1));
      from = index + 1;
    }
  }
  if (options.hasTotal && options.halves === 1) printed.push(sum(0, rows.length));
  const pages = paginate(random, printed, heading, options);
  return { pages, loan, rows, layout: JSON.stringify({ seed, ...options, hasFee }) };
}

const shuffled = <T>(random: Random, all: readonly T[]): T[] =>
  all
    .map((each) => ({ each, order: random.bits() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ each }) => each);

function cellTexts(
  rows: readonly KnownRow[],
  loan: number,
  date: (date: CalendarDate) => string,
  money: (cents: number) => string,
  mistake?: Mistake,
) {
  const wrong = (column: Mistake['column'], row: number): number =>
    mistake?.column === column && mistake.row === row ? mistake.dollars * 100 : 0;
  return (name: ColumnName, row: KnownRow, index: number): string => {
    const texts: Readonly<Record<ColumnName, () => string>> = {
      count: () => String(index + 1),
      date: () => date(row.date),
      payment: () => money(row.amount),
      interest: () => money(row.interest + wrong('interest', index)),
      principal: () => money(row.amount - row.interest),
      fee: () => money(row.fee),
      balance: () => money(row.balance + wrong('balance', index)),
      opening: () => money(index === 0 ? loan : (rows[index - 1]?.balance ?? 0)),
      total: () => money(row.amount + row.fee),
      paid: () => money(rows.slice(0, index + 1).reduce((sum, { interest }) => sum + interest, 0)),
    };
    return texts[name]();
  };
}

interface Layout {
  readonly columns: readonly ColumnName[];
  readonly align: 'right' | 'left' | 'middle';
  readonly fragments: 'cells' | 'words' | 'glyphs' | 'lines';
  readonly jitter: number;
  readonly rowsOnPage: number;
  readonly halves: number;
  readonly pitch: number;
  readonly gap: number;
}

function paginate(
  random: Random,
  lines: readonly string[][],
  heading: readonly string[],
  layout: Layout,
): TextItem[][] {
  const widths = heading.map(
    (name, column) => Math.max(name.length, ...lines.map((line) => (line[column] ?? '').length)) * WIDTH,
  );
  const width = widths.reduce((sum, each) => sum + each + layout.gap, 0);
  const pages: TextItem[][] = [];
  for (let start = 0; start < lines.length; start += layout.rowsOnPage * layout.halves) {
    const items: TextItem[] = [];
    for (let half = 0; half < layout.halves; half++) {
      const from = start + half * layout.rowsOnPage;
      const part = lines.slice(from, from + layout.rowsOnPage);
      if (part.length === 0) continue;
      for (const [index, line] of [heading, ...part].entries()) {
        const y = 60 + index * layout.pitch + (random.between(-50, 50) / 100) * layout.jitter;
        items.push(...lineItems(random, line, widths, 40 + half * (width + 30), y, layout));
      }
    }
    pages.push(items);
  }
  return pages;
}

function lineItems(
  random: Random,
  line: readonly string[],
  widths: readonly number[],
  left: number,
  y: number,
  layout: Layout,
): TextItem[] {
  const cells: { text: string; x: number }[] = [];
  let x = left;
  for (const [column, text] of line.entries()) {
    const room = (widths[column] ?? 0) - text.length * WIDTH;
    const isText = layout.columns[column] === 'date';
    const indent = isText || layout.align === 'left' ? 0 : layout.align === 'right' ? room : room / 2;
    if (text !== '') cells.push({ text, x: x + indent + (random.between(-50, 50) / 100) * layout.jitter });
    x += (widths[column] ?? 0) + layout.gap;
  }
  const item = (text: string, at: number): TextItem => ({
    text,
    x: at,
    y,
    width: text.length * WIDTH,
    size: SIZE,
    angle: 0,
  });
  if (layout.fragments === 'cells') return cells.map((cell) => item(cell.text, cell.x));
  if (layout.fragments === 'lines') {
    let text = '';
    for (const cell of cells) text = text.padEnd(Math.round((cell.x - left) / WIDTH)) + cell.text;
    return [item(text, left)];
  }
  const pattern = layout.fragments === 'words' ? /\S+/g : /\S/g;
  return cells.flatMap((cell) =>
    [...cell.text.matchAll(pattern)].map((match) => item(match[0], cell.x + match.index * WIDTH)),
  );
}
