import { type Cents, ZERO } from '../money.ts';

/** A number of equal payments in a row. */
export interface TermRow {
  readonly qty: number;
  readonly amount: Cents;
}

export function countPayments(rows: readonly TermRow[]): number {
  let count = 0;
  for (const { qty } of rows) count += qty;
  return count;
}

/** Σ of the first `count` payments, or of all, in cents. */
export function sumOf(rows: readonly TermRow[], count = Infinity): number {
  let sum = 0;
  let left = count;
  for (const { qty, amount } of rows) {
    if (left <= 0) break;
    sum += Math.min(qty, left) * amount;
    left -= qty;
  }
  return sum;
}

export function takePayments(rows: readonly TermRow[], count: number): readonly TermRow[] {
  const taken: TermRow[] = [];
  let left = count;
  for (const { qty, amount } of rows) {
    if (left <= 0) break;
    taken.push({ qty: Math.min(qty, left), amount });
    left -= qty;
  }
  return taken;
}

export function allButLast(rows: readonly TermRow[]): readonly TermRow[] {
  return takePayments(rows, countPayments(rows) - 1);
}

/** All payments but the first `count`. */
export function dropPayments(rows: readonly TermRow[], count: number): readonly TermRow[] {
  const kept: TermRow[] = [];
  let left = count;
  for (const { qty, amount } of rows) {
    if (left < qty) kept.push({ qty: qty - Math.max(left, 0), amount });
    left -= qty;
  }
  return kept;
}

/** The payments of several lists of rows, one list after the other. Equal neighbours become one row. */
export function joinRows(...lists: readonly (readonly TermRow[])[]): readonly TermRow[] {
  const joined: TermRow[] = [];
  for (const row of lists.flat()) {
    const last = joined.at(-1);
    if (last?.amount === row.amount) joined[joined.length - 1] = { ...row, qty: last.qty + row.qty };
    else joined.push(row);
  }
  return joined;
}

/** The amount of the last payment; 0.00 if there is none. */
export function lastAmount(rows: readonly TermRow[]): Cents {
  return rows.at(-1)?.amount ?? ZERO;
}
