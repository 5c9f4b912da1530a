/** The rows of a table with a person's corrections, and whether they add up. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { isAlone, isWrong } from '../extraction/judge.ts';
import type { ReadTable } from '../extraction/read-document.ts';
import { dollars, type TableRow } from '../extraction/table-rows.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { cents, formatMoney, ZERO } from '../../domain/money.ts';

export const ROW_FIELDS = ['date', 'amount', 'interest', 'balance'] as const;

export type RowField = (typeof ROW_FIELDS)[number];

/** Texts as typed, by row from 1 and field: `17/interest`. */
export type Corrections = ReadonlyMap<string, string>;

export const cellKey = (row: number, field: RowField): string => `${row}/${field}`;

/** A row as it will be used. */
export interface CheckedRow {
  readonly number: number;
  /** The document's own texts. */
  readonly stated: Readonly<Record<RowField, string>>;
  readonly texts: Readonly<Record<RowField, string>>;
  /** Cents. */
  readonly fee: number;
  /** Why the row can't be used; null where it agrees. */
  readonly problem: string | null;
  readonly source: TableRow | null;
}

/** The fields that a table states; of dates and amounts alone the others follow. */
export const fieldsOf = ({ roles }: ReadTable): readonly RowField[] =>
  isAlone(roles) ? ROW_FIELDS.slice(0, 2) : ROW_FIELDS;

/** Checks each row with the one before, as the lender's own table is checked; those that are dropped are passed over. */
export function checkedRows(
  { loan, rows, roles }: ReadTable,
  corrections: Corrections,
  added: readonly TableRow[],
  dropped: ReadonlySet<number> = new Set(),
): CheckedRow[] {
  const areAlone = isAlone(roles);
  let before: number | null = areAlone ? null : loan;
  let last = '';
  return [...rows, ...added].map((row, index) => {
    const number = index + 1;
    const stated = { ...textsOf(row), ...(areAlone && { interest: '', balance: '' }) };
    const texts = Object.fromEntries(
      ROW_FIELDS.map((field) => [field, corrections.get(cellKey(number, field)) ?? stated[field]]),
    ) as Record<RowField, string>;
    if (dropped.has(number))
      return { number, stated, texts, fee: row.fee, problem: null, source: index < rows.length ? row : null };
    const isCorrected = ROW_FIELDS.some((field) => corrections.has(cellKey(number, field)));
    const problem =
      (isCorrected ? null : lentProblem(row)) ??
      problemOf(texts, before, last, areAlone) ??
      (isCorrected ? null : statedProblem(row, number));
    before = parseMoneyInput(texts.balance) ?? before;
    last = texts.date;
    return { number, stated, texts, fee: row.fee, problem, source: index < rows.length ? row : null };
  });
}

const textsOf = ({ date, amount, interest, balance }: TableRow): Record<RowField, string> => ({
  date: date ?? '',
  amount: dollars(amount),
  interest: dollars(interest),
  balance: dollars(balance),
});

function problemOf(
  texts: Readonly<Record<RowField, string>>,
  before: number | null,
  last: string,
  areAlone: boolean,
): string | null {
  const figures = [texts.amount, texts.interest, texts.balance].map(parseMoneyInput);
  const [amount, interest, balance] = areAlone ? [figures[0], ZERO, ZERO] : figures;
  if (!isCalendarDate(texts.date)) return 'The date is missing.';
  if (last !== '' && texts.date <= last) return 'The date must be after the row before it.';
  if (amount === undefined || interest === undefined || balance === undefined)
    return 'An amount can’t be read.';
  if (before === null || !isWrong(balance - (before + interest - amount))) return null;
  const [start, end] = [formatMoney(cents(before)), formatMoney(cents(before + interest - amount))];
  return `${start} + ${formatMoney(interest)} − ${formatMoney(amount)} is ${end}; the document says ${formatMoney(balance)}.`;
}

/** A table of payments can't hold a debt that grows by more than interest. */
const lentProblem = ({ lent }: TableRow): string | null =>
  lent === 0
    ? null
    : `${formatMoney(lent)} is added to the debt, as by a redraw or a reversed payment, which is no payment. Ask the lender for the payments after it, and enter the balance then as the loan.`;

/** A further column of the document contradicts the row. */
const statedProblem = ({ difference }: TableRow, number: number): string | null =>
  difference === 0
    ? null
    : `Another column of row ${number} differs by ${formatMoney(cents(Math.abs(difference)))}. Correct the row, or type a figure again to keep it.`;

/** The first row whose fee differs from the one before; null if all have one fee. */
export const feeChange = (rows: readonly CheckedRow[]): number | null =>
  rows.find((row, index) => index > 0 && row.source !== null && row.fee !== rows[index - 1]?.fee)?.number ??
  null;
