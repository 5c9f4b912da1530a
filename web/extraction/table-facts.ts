/** The facts of a contract that a lender's table states besides the payments. */
import type { Frequency } from '../../domain/amortisation/frequency.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { cents, type Cents } from '../../domain/money.ts';
import type { PastedTable } from './pasted-table.ts';
import { frequencyOfDates } from './row-dates.ts';

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
