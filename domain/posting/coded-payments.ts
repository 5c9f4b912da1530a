/**
 * Payments that a bank rule or a person has coded in Xero before Paydown posts them: bank transactions with the same bank
 * account and total, dated within some days of the payment.
 */
import { addDays, type CalendarDate, dateOfDayNumber, dayNumber } from '../calendar.ts';
import type { Cents } from '../money.ts';

/** Days between a payment and the transaction that may be it. */
export const MATCH_DAYS = 5;

/** The most days of one search. */
const WINDOW_DAYS = 31;

/** A range of days, both included. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Returns the ranges to search for payments of these dates, none longer than 31 days, in their order. */
export function searchWindows(dates: readonly CalendarDate[]): DateRange[] {
  const windows: { from: number; to: number }[] = [];
  for (const day of [...new Set(dates)].map(dayNumber).toSorted((a, b) => a - b)) {
    const last = windows.at(-1);
    const to = day + MATCH_DAYS;
    const isApart = !last || day - MATCH_DAYS > last.to + 1;
    if (isApart) windows.push({ from: day - MATCH_DAYS, to });
    else last.to = to;
  }
  return windows.flatMap(({ from, to }) =>
    Array.from({ length: Math.ceil((to - from + 1) / WINDOW_DAYS) }, (_each, index) => ({
      from: dateOfDayNumber(from + index * WINDOW_DAYS),
      to: dateOfDayNumber(Math.min(from + (index + 1) * WINDOW_DAYS - 1, to)),
    })),
  );
}

/** The most days of one search for several windows. */
const SPAN_DAYS = 366;

/** Returns windows in groups, each of at most 366 days from its first to its last day. */
export function searchSpans<Window extends DateRange>(windows: readonly Window[]): Window[][] {
  const spans: Window[][] = [];
  for (const window of windows.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const span = spans.at(-1);
    const first = span?.[0];
    if (first && dayNumber(window.to) - dayNumber(first.from) < SPAN_DAYS) span.push(window);
    else spans.push([window]);
  }
  return spans;
}

/** Returns ranges that follow one another as one. */
export function joinedRanges(ranges: readonly DateRange[]): DateRange[] {
  const joined: DateRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = joined.at(-1);
    if (last && range.from <= addDays(last.to, 1)) {
      joined[joined.length - 1] = { from: last.from, to: range.to > last.to ? range.to : last.to };
    } else joined.push(range);
  }
  return joined;
}

/** A document of a payment, or a bank transaction in Xero. */
export interface BankLine {
  readonly date: CalendarDate;
  readonly bankAccountId: string | null;
  /** The amount that leaves the bank, positive. */
  readonly total: Cents;
}

interface Coded extends BankLine {
  readonly id: string;
}

/**
 * Returns the transactions that may be each document, the nearest first. Each transaction is given once: as many documents
 * as possible get one, by nearest dates, and what is left goes to the nearest document.
 * @param chosen transactions that people have said are a document's
 */
export function matchCoded<Document extends BankLine, Transaction extends Coded>(
  documents: readonly Document[],
  transactions: readonly Transaction[],
  chosen: ReadonlyMap<Document, string> = new Map(),
): ReadonlyMap<Document, readonly Transaction[]> {
  const given = new Map<Document, Transaction[]>();
  const give = (document: Document, transaction: Transaction): void => {
    given.set(document, [...(given.get(document) ?? []), transaction]);
  };
  const groups = Map.groupBy(documents, groupOf);
  for (const [group, all] of Map.groupBy(transactions, groupOf)) {
    const own = groups.get(group) ?? [];
    const taken = new Set<Transaction>();
    for (const document of own) {
      const transaction = all.find((one) => one.id === chosen.get(document) && isNear(document, one));
      if (!transaction || taken.has(transaction)) continue;
      give(document, transaction);
      taken.add(transaction);
    }
    const free = own.filter((document) => !given.has(document)).toSorted(byDate);
    const left = all.filter((transaction) => !taken.has(transaction)).toSorted(byDate);
    for (const [document, transaction] of pairsOf(free, left)) {
      give(document, transaction);
      taken.add(transaction);
    }
    for (const transaction of left.filter((one) => !taken.has(one))) {
      const [nearest] = own
        .filter((document) => isNear(document, transaction))
        .toSorted((a, b) => distance(a, transaction) - distance(b, transaction));
      if (nearest) give(nearest, transaction);
    }
  }
  return given;
}

const groupOf = ({ bankAccountId, total }: BankLine): string => `${bankAccountId} ${total}`;
const byDate = (a: BankLine, b: BankLine): number => a.date.localeCompare(b.date);
const distance = (a: BankLine, b: BankLine): number => Math.abs(dayNumber(a.date) - dayNumber(b.date));
const isNear = (a: BankLine, b: BankLine): boolean => distance(a, b) <= MATCH_DAYS;

/** The days that a pair more is worth: more than any pairs together are apart. */
const PAIR = 1_000_000;

/**
 * Returns the most pairs of documents and transactions of the same total, and of those the nearest ones. Both are in the
 * order of their dates, in which an optimal choice never crosses.
 */
function pairsOf<Document extends BankLine, Transaction extends BankLine>(
  documents: readonly Document[],
  transactions: readonly Transaction[],
): [Document, Transaction][] {
  const best: number[][] = [Array.from({ length: transactions.length + 1 }, () => 0)];
  for (const [row, document] of documents.entries()) {
    const before = best[row] ?? [];
    const now = [0];
    for (const [column, transaction] of transactions.entries()) {
      const pair = isNear(document, transaction) ? PAIR - distance(document, transaction) : -Infinity;
      now.push(Math.max(before[column + 1] ?? 0, now[column] ?? 0, (before[column] ?? 0) + pair));
    }
    best.push(now);
  }
  const pairs: [Document, Transaction][] = [];
  let [row, column] = [documents.length, transactions.length];
  while (row > 0 && column > 0) {
    const value = best[row]?.[column];
    if (value === best[row - 1]?.[column]) row--;
    else if (value === best[row]?.[column - 1]) column--;
    else {
      const [document, transaction] = [documents[--row], transactions[--column]];
      if (document && transaction) pairs.push([document, transaction]);
    }
  }
  return pairs;
}
