/** The lines of the chart that compares balances; dates as days, amounts in dollars. */
import type { SchedulePayment } from '../data/answers.ts';
import { addDays, civilOf, daysBetween, isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';

const MOST_POINTS = 300;

export interface DatedBalance {
  readonly date: CalendarDate;
  readonly balance: number;
}

type Paid = Pick<SchedulePayment, 'number' | 'paymentDate' | 'endingBalance'>;

/**
 * Returns the balance over time from the start, thinned to the resolution of a screen.
 * @param paidOutOn the date on which a payout ends the contract.
 */
export function balanceLine(
  { startDate, loanAmount }: { readonly startDate: string; readonly loanAmount: number },
  payments: readonly Paid[],
  paidOutOn?: string,
): DatedBalance[] {
  const step = Math.max(1, Math.ceil(payments.length / MOST_POINTS));
  const shown = payments.filter(({ number }) => number % step === 0 || number === payments.length);
  const ends =
    paidOutOn === undefined
      ? []
      : [point(paidOutOn, shown.at(-1)?.endingBalance ?? loanAmount), point(paidOutOn, 0)];
  return [
    point(startDate, loanAmount),
    ...shown.map(({ paymentDate, endingBalance }) => point(paymentDate, endingBalance)),
    ...ends,
  ].filter((each) => each !== undefined);
}

function point(date: string, balance: number): DatedBalance | undefined {
  return isCalendarDate(date) ? { date, balance } : undefined;
}

/** A range of dates as fractions of its length. */
export function timeScale(dates: readonly CalendarDate[]): {
  readonly at: (date: CalendarDate) => number;
  /** Whole years within the range, at most `most`. */
  readonly years: (most: number) => { readonly at: number; readonly year: number }[];
} {
  const sorted = dates.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return { at: () => 0, years: () => [] };
  const length = Math.max(daysBetween(first, last), 1);
  const at = (date: CalendarDate): number => daysBetween(first, date) / length;
  const years = (most: number) => {
    const [from, to] = [civilOf(first).year + 1, civilOf(last).year];
    const step = Math.ceil((to - from + 1) / Math.max(most, 1));
    return Array.from({ length: Math.max(0, Math.ceil((to - from + 1) / step)) }, (_, index) => {
      const year = from + index * step;
      const newYear = addDays(`${year}-01-01` as CalendarDate, 0);
      return { at: at(newYear), year };
    });
  };
  return { at, years };
}
