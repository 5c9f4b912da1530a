/** The facts of a contract that a lender's table states besides the payments. */
import type { Frequency } from '../../domain/amortisation/frequency.ts';
import { type CalendarDate, daysBetween } from '../../domain/calendar.ts';
import { cents, type Cents } from '../../domain/money.ts';
import type { PastedTable } from './pasted-table.ts';

/** Null for what the table doesn't say. */
export interface TableFacts {
  readonly loanAmount: Cents | null;
  readonly frequency: Frequency | null;
  readonly startDate: CalendarDate | null;
  readonly isInAdvance: boolean;
}

/** The facts of a table that was read. The loan is the balance before the first payment. */
export function tableFacts(table: PastedTable): TableFacts {
  const rows = table.rows ?? [];
  const opening = table.rows ? table.opening : null;
  const dates = rows.map(({ date }) => date);
  const [first] = rows;
  const lent =
    first?.balance === undefined || first.interest === undefined
      ? null
      : cents(first.balance + first.amount - first.interest);
  return {
    loanAmount: opening?.balance ?? lent,
    frequency: dates.length > 1 ? frequencyOfDates(dates) : null,
    startDate: opening?.date ?? null,
    isInAdvance: first !== undefined && opening?.date === first.date,
  };
}

/** Days between payments, at least. */
const LEAST_DAYS: readonly (readonly [number, Frequency])[] = [
  [300, 'yearly'],
  [150, 'biannually'],
  [60, 'quarterly'],
  [21, 'monthly'],
  [10, 'fortnightly'],
  [0, 'weekly'],
];

/** The frequency of most payments. */
export function frequencyOfDates(dates: readonly CalendarDate[]): Frequency {
  const days = dates.slice(1).map((date, index) => daysBetween(dates[index] ?? date, date));
  const middle = days.toSorted((one, other) => one - other)[Math.floor(days.length / 2)] ?? 30;
  return LEAST_DAYS.find(([least]) => middle >= least)?.[1] ?? 'monthly';
}
