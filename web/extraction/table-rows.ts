/** The payments of a table, with everything that the arithmetic says about them. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { cents, ZERO, type Cents } from '../../domain/money.ts';
import type { Place } from './document-text.ts';
import type { GridRow } from './grid.ts';
import { crossCheck, irregularInterest, type Mismatch } from './cross-check.ts';
import { isWrong, meaningOf, settled, type ColumnRoles, type Figures, type Meaning } from './judge.ts';
import { linePlace } from './lines.ts';

/** A payment as the document states it. */
export interface TableRow {
  /** Null where the document gives no date. */
  readonly date: CalendarDate | null;
  /** Without the fee. */
  readonly amount: Cents;
  readonly interest: Cents;
  readonly fee: Cents;
  readonly balance: Cents;
  /** The stated figure less the computed one; 0 where the row agrees to the cent. */
  readonly difference: Cents;
  readonly place: Place;
}

/** Something to know about a table; rows count from 1. */
export interface Note {
  readonly code: string;
  readonly row?: number;
  readonly field?: string;
  readonly stated?: string;
  readonly computed?: string;
}

/** The rows of one table before their meaning is applied, the earliest first. */
export interface TableSource {
  readonly figures: Figures;
  readonly roles: ColumnRoles;
  readonly rows: readonly GridRow[];
  readonly dates: readonly (CalendarDate | null)[];
  /** The column of a fee that is not part of the payment; -1 without one. */
  readonly feeAt: number;
  /** The balance in the line above the first payment. */
  readonly opening: number | null;
  /** The loan by the document's terms. */
  readonly statedLoan: number | null;
  /** Interest is the payment less the fall of the balance where rounding moved it by a cent. */
  readonly isRounded: boolean;
}

export interface TableRows {
  readonly loan: Cents | null;
  readonly rows: readonly TableRow[];
  readonly notes: readonly Note[];
  readonly meaning: Meaning;
}

/** The amount as dollars in text: `1088.22`. */
export const dollars = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;

/** Applies the meaning of the columns: the loan, the payments and what doesn't agree. */
export function readRows(source: TableSource): TableRows {
  const { figures, roles, rows, dates, feeAt, isRounded } = source;
  const start = leadingRows(meaningOf(figures, roles, NaN));
  const loan = loanOf(source, start);
  const payments = sliced(figures, start);
  const meaning = meaningOf(payments, roles, loan ?? NaN);
  const differences = settled(meaning.difference);
  const rounding = (row: number): number => {
    const difference = meaning.difference[row] || 0;
    return isRounded && !isWrong(difference) ? difference : 0;
  };
  const mismatches = crossCheck(payments, roles, meaning, loan ?? NaN, feeAt);
  const work = meaning.payment.map((amount, index): Work => ({
    index,
    date: dates[start + index] ?? null,
    amount,
    interest: (meaning.interest[index] || 0) + rounding(index),
    fee: feeAt < 0 ? (meaning.fee[index] ?? 0) : payments.columns[feeAt]?.[index] || 0,
    balance: meaning.balance[index] || 0,
    difference: differences[index] || 0,
    row: rows[start + index],
  }));
  const merged = mergedRows(work);
  const numberOf = new Map(
    merged.flatMap(({ members }, number) => members.map((index) => [index, number + 1])),
  );
  const notes = [
    ...rowNotes(merged, mismatches, numberOf),
    ...(merged.some(({ isSameDate }) => isSameDate) ? [{ code: 'same-date-merged' }] : []),
    ...irregularInterest(meaning, loan ?? NaN, payments.days)
      .filter((index) => !isWrong(meaning.difference[index] || 0))
      .map((index): Note => ({
        code: 'interest-irregular',
        row: numberOf.get(index) ?? 0,
        field: 'interest',
      })),
  ];
  const byRow = new Map(mismatches.map((mismatch) => [numberOf.get(mismatch.row), mismatch]));
  const result = merged.map((row, index) => tableRow(row, byRow.get(index + 1)));
  return { loan: loan === null ? null : cents(loan), rows: result, notes, meaning };
}

interface Work {
  readonly index: number;
  readonly date: CalendarDate | null;
  readonly amount: number;
  readonly interest: number;
  readonly fee: number;
  readonly balance: number;
  readonly difference: number;
  readonly row: GridRow | undefined;
}

interface Merged extends Work {
  readonly members: readonly number[];
  readonly isSameDate: boolean;
}

/** Rows before the first payment that charge nothing: they state what was lent. */
function leadingRows({ payment, interest }: Meaning): number {
  const first = payment.findIndex((amount, row) => amount !== 0 || (interest[row] || 0) !== 0);
  return Math.max(first, 0);
}

function loanOf({ figures, roles, opening, statedLoan }: TableSource, start: number): number | null {
  const meaning = meaningOf(figures, roles, NaN);
  const known = start > 0 ? (meaning.balance[start - 1] ?? null) : opening;
  if (roles.includes('balance')) {
    if (known !== null && known > 0) return known;
    const first =
      (meaning.balance[start] ?? NaN) + (meaning.payment[start] ?? NaN) - (meaning.interest[start] ?? NaN);
    return Number.isFinite(first) ? first : statedLoan;
  }
  const repaid = meaning.payment.reduce((sum, amount, row) => sum + amount - (meaning.interest[row] || 0), 0);
  return statedLoan !== null && statedLoan >= repaid ? statedLoan : repaid;
}

const sliced = ({ names, columns, days }: Figures, start: number): Figures => ({
  names,
  columns: columns.map((column) => column.slice(start)),
  days: days.slice(start),
});

/** Adds charges of interest to the next payment, and joins payments of one date. */
function mergedRows(rows: readonly Work[]): Merged[] {
  const result: Merged[] = [];
  let waiting: Work[] = [];
  for (const row of rows) {
    if (row.amount === 0 && row.interest > 0 && row.index < rows.length - 1) {
      waiting.push(row);
      continue;
    }
    const own: Merged = {
      ...waiting.reduce((sum, one) => added(one, sum), row),
      members: [...waiting.map(({ index }) => index), row.index],
      isSameDate: false,
    };
    waiting = [];
    const last = result.at(-1);
    if (last && last.date !== null && last.date === own.date) {
      result[result.length - 1] = {
        ...added(last, own),
        members: [...last.members, ...own.members],
        isSameDate: true,
      };
    } else {
      result.push(own);
    }
  }
  return result;
}

/** The later row with the figures of both. */
const added = (one: Work, later: Work): Work => ({
  ...later,
  amount: one.amount + later.amount,
  interest: one.interest + later.interest,
  fee: one.fee + later.fee,
  difference: one.difference + later.difference,
});

function rowNotes(
  rows: readonly Merged[],
  mismatches: readonly Mismatch[],
  numberOf: ReadonlyMap<number, number>,
): Note[] {
  const wrong = rows.flatMap(({ difference, balance }, index): Note[] =>
    isWrong(difference)
      ? [
          {
            code: 'row-disagrees',
            row: index + 1,
            field: 'balance',
            stated: dollars(balance),
            computed: dollars(balance - difference),
          },
        ]
      : [],
  );
  const named = new Set(wrong.map(({ row }) => row));
  const others = mismatches.flatMap(({ row, field, stated, computed }): Note[] => {
    const number = numberOf.get(row) ?? 0;
    if (named.has(number)) return [];
    return [
      { code: 'row-disagrees', row: number, field, stated: dollars(stated), computed: dollars(computed) },
    ];
  });
  return [...wrong, ...others];
}

function tableRow(row: Merged, mismatch: Mismatch | undefined): TableRow {
  const difference =
    isWrong(row.difference) || !mismatch ? row.difference : mismatch.stated - mismatch.computed;
  const part = row.row?.part;
  return {
    date: row.date,
    amount: cents(row.amount),
    interest: cents(row.interest),
    fee: cents(row.fee),
    balance: cents(row.balance),
    difference: isWrong(difference) ? cents(difference) : ZERO,
    place: part ? linePlace(part.line, part.words) : { page: 1, x: 0, y: 0, width: 0, height: 0 },
  };
}
