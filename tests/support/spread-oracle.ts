/** A spread day by day, in whole numbers of any size, independent of the domain. */
import { type Day, formatDay, nextDay, parseDay } from './naive-calendar.ts';

/** Amounts in cents, dates as text. */
export interface OracleSpread {
  readonly amount: number;
  readonly from: string;
  readonly to: string;
  readonly method: 'days' | 'months' | 'equal';
  readonly frequency: 'monthly' | 'quarterly' | 'yearly';
}

export interface OracleEntry {
  readonly date: string;
  readonly amount: number;
}

/** A spread after some of its changes. */
export interface OracleState {
  readonly last: string;
  readonly total: number;
  readonly entries: readonly OracleEntry[];
}

export type OracleChange =
  | { readonly kind: 'amount'; readonly from: string; readonly total: number }
  | { readonly kind: 'end'; readonly from: string; readonly to: string }
  | { readonly kind: 'write-off'; readonly date: string };

/** 28 × 29 × 30 × 31: a multiple of every month's days. */
const PARTS = 755_160;

export function oracleSpread(facts: OracleSpread): OracleState {
  return {
    last: facts.to,
    total: facts.amount,
    entries: spreadOver(facts, facts.from, facts.to, facts.amount),
  };
}

export function oracleAfter(facts: OracleSpread, state: OracleState, change: OracleChange): OracleState {
  const from = change.kind === 'write-off' ? change.date : change.from;
  const total = change.kind === 'amount' ? change.total : state.total;
  const last = change.kind === 'end' ? change.to : state.last;
  const kept = state.entries.filter(({ date }) => date < from);
  const rest = total - sumOf(kept);
  const before = kept.at(-1);
  const start = before ? formatDay(nextDay(parseDay(before.date))) : facts.from;
  const entries =
    change.kind === 'write-off'
      ? [{ date: change.date, amount: rest }]
      : spreadOver(facts, start, last, rest);
  return { last, total, entries: [...kept, ...entries] };
}

export const sumOf = (entries: readonly OracleEntry[]): number =>
  entries.reduce((sum, { amount }) => sum + amount, 0);

function spreadOver(
  { method, frequency }: OracleSpread,
  from: string,
  to: string,
  amount: number,
): OracleEntry[] {
  let weight = 0;
  const ends: { date: string; weight: number }[] = [];
  const last = parseDay(to);
  const isLast = ({ year, month, day }: Day): boolean =>
    day === last.day && month === last.month && year === last.year;
  let next = parseDay(from);
  for (let isOver = false; !isOver;) {
    const day = next;
    next = nextDay(day);
    isOver = isLast(day);
    const isPeriodEnd = next.day === 1 && FIRST_MONTHS[frequency].includes(next.month);
    const isEnd = isPeriodEnd || isOver;
    if (method === 'days') weight += 1;
    else if (method === 'months') weight += PARTS / lengthOfMonth(day);
    else if (isEnd) weight += 1;
    if (isEnd) ends.push({ date: formatDay(day), weight });
  }
  let before = 0;
  return ends.map((end) => {
    const through = Number(
      (2n * BigInt(amount) * BigInt(end.weight) + BigInt(weight)) / (2n * BigInt(weight)),
    );
    const entry = { date: end.date, amount: through - before };
    before = through;
    return entry;
  });
}

/** The months that begin a period. */
const FIRST_MONTHS: Readonly<Record<OracleSpread['frequency'], readonly number[]>> = {
  monthly: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  quarterly: [1, 4, 7, 10],
  yearly: [7],
};

const lengths = new Map<number, number>();

function lengthOfMonth({ year, month }: Day): number {
  const key = year * 12 + month;
  const known = lengths.get(key);
  if (known !== undefined) return known;
  let length = 0;
  for (let day: Day = { year, month, day: 1 }; day.month === month; day = nextDay(day)) length += 1;
  lengths.set(key, length);
  return length;
}
