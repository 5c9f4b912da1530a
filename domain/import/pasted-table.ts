/** A lender's table as people paste it from a spreadsheet, an email or a PDF: columns in any order, with a header. */
import type { StatedRow } from '../amortisation/lender-table.ts';
import { dateOfCell, moneyOfCell, plain } from './cells.ts';

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

/** The rows, or a sentence about the first thing that can't be read. */
export type PastedTable =
  | { readonly rows: readonly StatedRow[]; readonly problem?: never }
  | { readonly problem: string; readonly rows?: never };

export function readPastedTable(text: string): PastedTable {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [first, ...rest] = lines;
  if (first === undefined) return { problem: 'Paste the lender’s table, with the names of its columns.' };
  const separator = ['\t', ';'].find((candidate) => first.includes(candidate)) ?? ',';
  const columns = columnsOf(cellsOf(first, separator));
  const missing = missingColumn(columns);
  if (missing !== null) return { problem: missing };
  const rows: StatedRow[] = [];
  for (const [index, line] of rest.entries()) {
    const cells = cellsOf(line, separator);
    const row = rowOf((meaning) => cells[columns.get(meaning) ?? -1] ?? '');
    // Many lenders begin with what was lent, before any payment.
    if (row === 'opening' && rows.length === 0) continue;
    if (typeof row === 'string') return { problem: `Line ${index + 2}: ${PROBLEMS[row]}` };
    rows.push(row);
  }
  return rows.length > 0 ? { rows } : { problem: 'Paste the payments below the names of the columns.' };
}

const PROBLEMS = {
  date: 'the date can’t be read. Use 31/3/2026 or 2026-03-31.',
  amount: 'the payment can’t be read.',
  interest: 'the interest can’t be read.',
  balance: 'the balance can’t be read.',
  opening: 'there is no payment.',
} as const;

function rowOf(cell: (meaning: Meaning) => string): StatedRow | keyof typeof PROBLEMS {
  const date = dateOfCell(cell('date'));
  if (date === undefined) return 'date';
  if (isNothing(cell('amount'))) return 'opening';
  const amount = moneyOfCell(cell('amount'));
  if (amount === undefined) return 'amount';
  const interest = moneyOfCell(cell('interest'));
  if (interest === undefined && cell('interest') !== '') return 'interest';
  const balance = moneyOfCell(cell('balance'));
  if (balance === undefined && cell('balance') !== '') return 'balance';
  return { date, amount, interest, balance };
}

const isNothing = (cell: string): boolean => cell === '' || cell === '-' || moneyOfCell(cell) === 0;

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

function missingColumn(columns: ReadonlyMap<Meaning, number>): string | null {
  if (!columns.has('date')) return 'The first line needs a column named Date.';
  if (!columns.has('amount')) return 'The first line needs a column named Payment.';
  if (columns.has('interest') || columns.has('balance')) return null;
  return 'The first line needs a column named Interest or Balance.';
}

/** The cells of a line; where commas separate them, quotes hold commas between thousands. */
function cellsOf(line: string, separator: string): string[] {
  if (separator !== ',') return line.split(separator).map((cell) => cell.trim());
  const cells = line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, bare]) => (quoted?.replaceAll('""', '"') ?? bare ?? '').trim());
}
