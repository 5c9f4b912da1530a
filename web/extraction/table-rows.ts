/** The payments of a table, with everything that the arithmetic says about them. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { cents, ZERO, type Cents } from '../../domain/money.ts';
import type { Place } from './document-text.ts';
import type { GridRow } from './grid.ts';
import { crossCheck, irregularInterest, type Mismatch } from './cross-check.ts';
import {
  isAlone,
  isWrong,
  meaningOf,
  settled,
  TOLERANCE,
  type ColumnRoles,
  type Figures,
  type Meaning,
} from './judge.ts';
import { linePlace, textOf } from './lines.ts';

/** A payment as the document states it. */
export interface TableRow {
  /** Null where the document gives no date. */
  readonly date: CalendarDate | null;
  /** Without the fee. */
  readonly amount: Cents;
  readonly interest: Cents;
  readonly fee: Cents;
  readonly balance: Cents;
  /** The amount that a redraw or a reversed payment adds to the debt, apart from interest: no payment can hold it. */
  readonly lent: Cents;
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
  /** The column of the balance before each payment; -1 without one. */
  readonly openingAt: number;
  /** The figures are unrounded: a workbook keeps more decimals than it shows. */
  readonly isUnrounded: boolean;
}

export interface TableRows {
  readonly loan: Cents | null;
  readonly rows: readonly TableRow[];
  readonly notes: readonly Note[];
  /** How many rows before the first payment were left out: they charge nothing. */
  readonly leading: number;
}

/** The amount as dollars in text: `1088.22`. */
export function dollars(amount: number): string {
  const [whole, sign] = [Math.abs(Math.round(amount)), Math.round(amount) < 0 ? '-' : ''];
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** Applies the meaning of the columns: the loan, the payments and what doesn't agree. */
export function readRows(source: TableSource): TableRows {
  const { figures, roles, rows, dates, feeAt } = source;
  const start = leadingRows(meaningOf(figures, roles, NaN));
  const loan = loanOf(source, start);
  const payments = sliced(figures, start);
  const meaning = meaningOf(payments, roles, loan ?? NaN);
  const differences = settled(meaning.difference);
  const mismatches = crossCheck(payments, roles, meaning, loan ?? NaN, feeAt);
  const rounded = roundedRows(source, meaning, loan);
  const paid = payments.columns[roles.indexOf('payment')];
  const work = rounded.map((each, index): Work => ({
    ...each,
    ...lentApart(each, rows[start + index]),
    index,
    date: dates[start + index] ?? null,
    fee: Math.round(feeAt < 0 ? (meaning.fee[index] ?? 0) : payments.columns[feeAt]?.[index] || 0),
    difference: Math.round(differences[index] || 0),
    statesPayment: paid === undefined || !Number.isNaN(paid[index]),
    row: rows[start + index],
  }));
  const merged = mergedRows(work);
  const numberOf = new Map(
    merged.flatMap(({ members }, number) => members.map((index) => [index, number + 1])),
  );
  const notes = [
    ...rowNotes(merged, mismatches, numberOf),
    ...(merged.some(({ isSameDate }) => isSameDate) ? [{ code: 'same-date-merged' }] : []),
    ...merged.flatMap(({ lent }, index): Note[] =>
      lent > 0 ? [{ code: 'lent-again', row: index + 1, stated: dollars(lent) }] : [],
    ),
    ...(meaning.extra.some((amount) => amount > 0) ? [{ code: 'extra-added' }] : []),
    ...irregularInterest(merged, loan ?? NaN)
      // A wrong balance disturbs the interest of the next row.
      .filter((index) => [index - 1, index].every((row) => !isWrong(merged[row]?.difference ?? 0)))
      .map((index): Note => ({ code: 'interest-irregular', row: index + 1, field: 'interest' })),
  ];
  const byRow = new Map(mismatches.map((mismatch) => [numberOf.get(mismatch.row), mismatch]));
  const result = merged.map((row, index) => tableRow(row, byRow.get(index + 1)));
  return { loan: loan === null ? null : cents(loan), rows: result, notes, leading: start };
}

interface Work {
  readonly index: number;
  readonly date: CalendarDate | null;
  readonly amount: number;
  readonly interest: number;
  readonly fee: number;
  readonly balance: number;
  readonly lent: number;
  readonly difference: number;
  /** Its payment is written, be it as 0.00. */
  readonly statesPayment: boolean;
  readonly row: GridRow | undefined;
}

const LENT = /\b(?:re-?draws?|redrawn|drawn|draw-?downs?|(?:further|additional|cash) advances?)\b/i;

type Stated = Pick<Work, 'amount' | 'interest'>;

/** Takes what was lent again out of a row's payment and interest: a negative payment, or a charge that says so. */
function lentApart({ amount, interest }: Stated, row: GridRow | undefined): Stated & Pick<Work, 'lent'> {
  if (amount < 0) return { amount: 0, interest, lent: -amount };
  const text = textOf(row?.part.words ?? []);
  const isLent = amount === 0 && interest > 0 && LENT.test(text) && !/\bfees?\b/i.test(text);
  return isLent ? { amount, interest: 0, lent: interest } : { amount, interest, lent: 0 };
}

interface Merged extends Work {
  readonly members: readonly number[];
  readonly isSameDate: boolean;
}

/** Rows before the first payment that charge nothing, or all that is then owed: they state what was lent. */
function leadingRows({ payment, interest, balance }: Meaning): number {
  const isLent = (charged: number, row: number): boolean => row === 0 && charged === balance[row];
  const first = payment.findIndex((amount, row) => {
    const charged = interest[row] || 0;
    return amount !== 0 || (charged !== 0 && !isLent(charged, row));
  });
  return Math.max(first, 0);
}

/** The loan before the first payment, in whole cents: a stated one wins where the figures were rounded one by one. */
function loanOf(source: TableSource, start: number): number | null {
  const { figures, roles, opening, openingAt, statedLoan } = source;
  const meaning = meaningOf(figures, roles, NaN);
  const known = start > 0 ? (meaning.balance[start - 1] ?? null) : opening;
  const near = nearnessOf(source);
  if (roles.includes('balance')) {
    if (known !== null && known > 0) return Math.round(known);
    const computed =
      (meaning.balance[start] ?? NaN) + (meaning.payment[start] ?? NaN) - (meaning.interest[start] ?? NaN);
    if (!Number.isFinite(computed)) return statedLoan;
    const stated = [figures.columns[openingAt]?.[start], statedLoan].find(
      (amount) => amount != null && Math.abs(amount - computed) <= near,
    );
    return Math.round(stated ?? computed);
  }
  if (isAlone(roles)) return statedLoan;
  const repaid = meaning.payment.reduce((sum, amount, row) => sum + amount - (meaning.interest[row] || 0), 0);
  return Math.round(statedLoan !== null && statedLoan >= repaid - near ? statedLoan : repaid);
}

/** How far a stated loan may be from the figures to be the same: a cent a payment where a program rounded each of them. */
const nearnessOf = ({ isUnrounded, rows }: TableSource): number => (isUnrounded ? rows.length : TOLERANCE);

/**
 * The figures of the payments in whole cents. Balances are cumulated before they are rounded; the interest of unrounded
 * figures is the payment less the fall of the balance, where that moves it by rounding alone.
 */
function roundedRows(source: TableSource, { payment, interest, balance }: Meaning, loan: number | null) {
  if (isAlone(source.roles))
    return payment.map((paid) => ({ amount: Math.round(paid) || 0, interest: 0, balance: 0 }));
  const hasBalance = source.roles.includes('balance');
  const isRepaid = !hasBalance && Math.abs(balance.at(-1) ?? NaN) <= nearnessOf(source);
  let before = loan;
  return payment.map((paid, index) => {
    const isLast = index === payment.length - 1;
    const amount = Math.round(paid) || 0;
    const after = isLast && isRepaid ? 0 : Math.round(balance[index] ?? 0) || 0;
    const stated = interest[index] || 0;
    const following = before === null ? NaN : amount - (before - after);
    const reach = index === 0 || (isLast && isRepaid) ? nearnessOf(source) : 0;
    const isRounding = source.isUnrounded && Math.abs(following - stated) <= Math.max(2 * TOLERANCE, reach);
    before = after;
    return { amount, interest: isRounding ? following : Math.round(stated), balance: after };
  });
}

const sliced = ({ names, columns, days }: Figures, start: number): Figures => ({
  names,
  columns: columns.map((column) => column.slice(start)),
  days: days.slice(start),
});

/** Adds charges to the next payment, and joins payments of one date. */
function mergedRows(rows: readonly Work[]): Merged[] {
  const result: Merged[] = [];
  let waiting: Work[] = [];
  const isLedger = alternates(rows);
  for (const row of rows) {
    if (isCharge(row) && (isLedger || !row.statesPayment) && row.index < rows.length - 1) {
      waiting.push(isFee(row) ? { ...row, amount: -row.interest, interest: 0, fee: row.interest } : row);
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
        isSameDate: last.isSameDate || [last, own].every(({ amount }) => amount !== 0),
      };
    } else {
      result.push(own);
    }
  }
  return result;
}

const isCharge = ({ amount, interest, lent }: Work): boolean => amount === 0 && interest + lent > 0;

const isFee = ({ row }: Work): boolean =>
  row?.part.words.some(({ text }) => /^fees?$/i.test(text.replace(/\W+$/, ''))) === true;

/** Whether charges and payments take turns: a ledger writes 0.00 where a schedule has months without a payment. */
function alternates(rows: readonly Work[]): boolean {
  const payments = rows.filter((row) => !isCharge(row));
  const afterCharge = payments.filter(({ index }) => {
    const before = rows[index - 1];
    return before !== undefined && isCharge(before);
  });
  return 2 * afterCharge.length > payments.length;
}

/** The later row with the figures of both. */
const added = (one: Work, later: Work): Work => ({
  ...later,
  amount: one.amount + later.amount,
  interest: one.interest + later.interest,
  fee: one.fee + later.fee,
  lent: one.lent + later.lent,
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
    lent: cents(row.lent),
    difference: isWrong(difference) ? cents(difference) : ZERO,
    place: part ? linePlace(part.line, part.words) : { page: 1, x: 0, y: 0, width: 0, height: 0 },
  };
}
