/** The shapes of a schedule's chart; amounts in dollars, positions as fractions of the term. */
import type { SchedulePayment } from '../data/answers.ts';
import { sumDollars } from '../../domain/money.ts';

const MOST_POINTS = 400;
const MOST_COLUMNS = 120;

export interface BalancePoint {
  readonly at: number;
  readonly balance: number;
}

/** One payment, or several consecutive ones where single payments would be too narrow. */
export interface ChartColumn {
  readonly first: SchedulePayment;
  readonly last: SchedulePayment;
  readonly interest: number;
  readonly principal: number;
}

/**
 * Returns the points of the balance, thinned to the resolution of a screen; the last point is always kept.
 * @param isPaidOut whether a payout after the last payment repays the rest.
 */
export function balancePoints(
  loanAmount: number,
  payments: readonly SchedulePayment[],
  isPaidOut: boolean,
): BalancePoint[] {
  const step = Math.max(1, Math.ceil(payments.length / MOST_POINTS));
  const shown = payments.filter(({ number }) => number % step === 0 || number === payments.length);
  const points = shown.map(({ number, endingBalance }) => ({
    at: number / payments.length,
    balance: endingBalance,
  }));
  return [{ at: 0, balance: loanAmount }, ...points, ...(isPaidOut ? [{ at: 1, balance: 0 }] : [])];
}

export function chartColumnsOf(payments: readonly SchedulePayment[]): ChartColumn[] {
  const size = Math.max(1, Math.ceil(payments.length / MOST_COLUMNS));
  const groups = Map.groupBy(payments, ({ number }) => Math.floor((number - 1) / size));
  return [...groups.values()].flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return [];
    return { first, last, interest: sum(group, 'interest'), principal: sum(group, 'principal') };
  });
}

/** Returns the position of each calendar year's start, thinned to at most `most`. */
export function yearMarks(
  payments: readonly SchedulePayment[],
  most: number,
): { at: number; year: string }[] {
  const marks = payments.flatMap(({ number, paymentDate }, index) => {
    const year = paymentDate.slice(0, 4);
    const isFirst = index > 0 && payments[index - 1]?.paymentDate.slice(0, 4) !== year;
    return isFirst ? [{ at: (number - 1) / payments.length, year }] : [];
  });
  const step = Math.ceil(marks.length / Math.max(1, most));
  return marks.filter((_, index) => index % step === 0);
}

/** Returns the fraction of the term that has passed on a date, from 0 to 1. */
export function elapsed(payments: readonly SchedulePayment[], date: string): number {
  return payments.filter(({ paymentDate }) => paymentDate <= date).length / payments.length;
}

function sum(payments: readonly SchedulePayment[], part: 'interest' | 'principal'): number {
  return sumDollars(payments.map((payment) => payment[part]));
}

/** A payment this many times the median is a balloon. */
const BALLOON = 4;

/** Returns the amount that the tallest column shows: the largest one that isn't a balloon. */
export function columnCeiling(columns: readonly ChartColumn[]): number {
  const totals = columns.map(heightOf).toSorted((one, other) => one - other);
  const median = totals[Math.floor((totals.length - 1) / 2)] ?? 0;
  const usual = totals.filter((total) => total <= median * BALLOON);
  return Math.max(...(median > 0 && usual.length > 0 ? usual : totals), 0.01);
}

/** A payment below its interest shows no principal. */
const heightOf = ({ interest, principal }: ChartColumn): number => interest + Math.max(principal, 0);
