/** A lender's table as people paste it from a spreadsheet, an email or a PDF: columns in any order, with a header. */
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Cents } from '../../domain/money.ts';
import type { StatedRow } from '../../domain/amortisation/lender-table.ts';
import { dateOfCell, moneyOfCell, plain } from '../../domain/import/cells.ts';
import { textCells } from './cell.ts';
import type { ColumnRole } from './column-names.ts';
import { printedCells } from './document-text.ts';
import { readDocument } from './read-document.ts';

type Meaning = 'date' | 'amount' | 'interest' | 'balance';

/** Names of columns, in small letters without spaces. */
const HEADERS: Readonly<Record<Meaning, string>> = {
  date: 'date paymentdate duedate due instalmentdate repaymentdate',
  amount:
    'payment payments paymentamount amount repayment repayments repaymentamount instalment instalmentamount rental rentalamount totalpayment totalrepayment',
  interest: 'interest interestamount interestcharge interestcharged interestcomponent charges',
  balance:
    'balance endingbalance closingbalance balanceoutstanding outstanding outstandingbalance principaloutstanding remainingbalance loanbalance principalbalance',
};

export interface Opening {
  readonly date: CalendarDate;
  readonly balance: Cents | undefined;
}

/** The rows, or a sentence about the first thing that can't be read. */
export type PastedTable =
  | {
      readonly rows: readonly StatedRow[];
      /** The line above the payments that states what was lent, and when; null without one. */
      readonly opening: Opening | null;
      readonly problem?: never;
    }
  | { readonly problem: string; readonly rows?: never };

/** The last text that was read as a document: a form asks for the same one several times. */
let last: { readonly text: string; readonly table: ReadRows | null } = { text: '', table: null };

type ReadRows = Extract<PastedTable, { readonly problem?: never }>;

/**
 * Reads a table as the same lines of a file are read. What that reader can't prove, such as two payments of whole
 * dollars, is read by the names of the columns, which also say what can't be read.
 */
export function readPastedTable(text: string): PastedTable {
  if (last.text !== text) last = { text, table: readAsDocument(text) };
  return last.table ?? readByNames(text);
}

const TOTAL = /\b(?:totals?|subtotals?|carried|brought|year to date)\b/i;

/** The rows of a text whose lines are all payments, totals or headings; null for any other. */
function readAsDocument(text: string): ReadRows | null {
  const lines = text.split(/\r?\n/);
  const separator = separatorOf(text);
  const page = printedCells(textCells(lines.map((line) => cellsOf(line, separator))));
  const { tables } = readDocument({ kind: 'sheet', pages: [page] });
  const [table] = tables;
  if (!table || tables.length > 1) return null;
  const top = table.rows[0]?.place.y ?? 0;
  const isUnread = (line: (typeof table.leftOut)[number]): boolean =>
    line.place.y > top && /\d/.test(line.text) && !TOTAL.test(line.text);
  if (table.leftOut.some(isUnread)) return null;
  const states = (...roles: readonly ColumnRole[]): boolean =>
    roles.some((role) => table.roles.includes(role));
  const rows = table.rows.flatMap(({ date, amount, interest, balance }): StatedRow[] => {
    if (date === null) return [];
    return [
      {
        date,
        amount,
        // The form's loan gives the terms that the table doesn't state.
        interest: states('interest', 'principal') ? interest : undefined,
        balance: states('balance') ? balance : undefined,
      },
    ];
  });
  if (rows.length !== table.rows.length) return null;
  const { startDate, loan } = table;
  return { rows, opening: startDate && { date: startDate.date, balance: loan ?? undefined } };
}

const separatorOf = (text: string): string =>
  ['\t', ';'].find((candidate) => text.includes(candidate)) ?? ',';

function readByNames(text: string): PastedTable {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [first, ...rest] = lines;
  if (first === undefined) return { problem: 'Paste the lender’s table, with the names of its columns.' };
  const separator = separatorOf(first);
  const columns = columnsOf(cellsOf(first, separator));
  const missing = missingColumn(
    columns,
    rest.map((line) => cellsOf(line, separator)),
  );
  if (missing !== null) return { problem: missing };
  const rows: StatedRow[] = [];
  let opening: Opening | null = null;
  for (const [index, line] of rest.entries()) {
    const cells = cellsOf(line, separator);
    if (rows.length > 0 && TOTAL.test(cells.find((cell) => cell !== '') ?? '')) continue;
    const row = rowOf((meaning) => cells[columns.get(meaning) ?? -1] ?? '', rows.length === 0);
    // Many lenders begin with what was lent, before any payment.
    if (row === 'opening' && rows.length === 0) {
      const date = dateOfCell(cells[columns.get('date') ?? -1] ?? '');
      if (date !== undefined)
        opening = { date, balance: amountOf(cells[columns.get('balance') ?? -1] ?? '') };
      continue;
    }
    if (typeof row === 'string') return { problem: `Line ${index + 2}: ${PROBLEMS[row]}` };
    rows.push(row);
  }
  return rows.length > 0
    ? { rows, opening }
    : { problem: 'Paste the payments below the names of the columns.' };
}

const PROBLEMS = {
  date: 'the date can’t be read. Use 31/3/2026 or 31 Mar 2026.',
  amount: 'the payment can’t be read.',
  interest: 'the interest can’t be read.',
  balance: 'the balance can’t be read.',
  opening: 'there is no payment.',
} as const;

/** @param isFirst whether it is above all payments, where 0.00 without interest states what was lent. */
function rowOf(cell: (meaning: Meaning) => string, isFirst: boolean): StatedRow | keyof typeof PROBLEMS {
  const date = dateOfCell(cell('date'));
  if (date === undefined) return 'date';
  const isEmpty = cell('amount') === '' || cell('amount') === '-';
  if (isEmpty || (isFirst && isNothing(cell('amount')) && isNothing(cell('interest')))) return 'opening';
  const amount = amountOf(cell('amount'));
  if (amount === undefined) return 'amount';
  const interest = amountOf(cell('interest'));
  if (interest === undefined && cell('interest') !== '') return 'interest';
  const balance = amountOf(cell('balance'));
  if (balance === undefined && cell('balance') !== '') return 'balance';
  return { date, amount, interest, balance };
}

const isNothing = (cell: string): boolean => cell === '' || cell === '-' || amountOf(cell) === 0;

/** An amount without its sign: lenders mark what is paid or owed by a minus, brackets, CR or DR. */
const amountOf = (cell: string): Cents | undefined =>
  moneyOfCell(
    cell
      .replace(/^[-–−]\s*|\s*[-–−]$/g, '')
      .replace(/^\((.*)\)$/, '$1')
      .replace(/\s*(?:cr|dr)\.?$/i, '')
      .trim(),
  );

function columnsOf(headers: readonly string[]): ReadonlyMap<Meaning, number> {
  const columns = new Map<Meaning, number>();
  for (const [index, header] of headers.entries()) {
    const word = plain(header);
    const meaning = MEANINGS.find((candidate) => HEADERS[candidate].split(' ').includes(word));
    if (meaning !== undefined && !columns.has(meaning)) columns.set(meaning, index);
  }
  return columns;
}

const MEANINGS = ['date', 'amount', 'interest', 'balance'] as const;

/** Dates and amounts are enough where no other column could be an interest or a balance. */
function missingColumn(
  columns: ReadonlyMap<Meaning, number>,
  lines: readonly (readonly string[])[],
): string | null {
  if (!columns.has('date')) return 'The first line needs a column named Date.';
  if (!columns.has('amount')) return 'The first line needs a column named Payment.';
  if (columns.has('interest') || columns.has('balance') || !hasFurtherAmounts(columns, lines)) return null;
  return 'The first line needs a column named Interest or Balance.';
}

/** Whether a column without a known name holds amounts, other than the numbers of the payments. */
function hasFurtherAmounts(
  columns: ReadonlyMap<Meaning, number>,
  lines: readonly (readonly string[])[],
): boolean {
  const known = new Set(columns.values());
  const width = Math.max(0, ...lines.map((cells) => cells.length));
  const others = Array.from({ length: width }, (_each, index) => index).filter((index) => !known.has(index));
  return others.some((index) => {
    const amounts = lines.map((cells) => amountOf(cells[index] ?? ''));
    const numbers = amounts.every((amount, line) => amount === (line + 1) * 100);
    return !numbers && amounts.some((amount) => amount !== undefined);
  });
}

/** The cells of a line; where commas separate them, quotes hold commas between thousands. */
function cellsOf(line: string, separator: string): string[] {
  if (separator !== ',') return line.split(separator).map((cell) => cell.trim());
  const cells = line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, bare]) => (quoted?.replaceAll('""', '"') ?? bare ?? '').trim());
}
