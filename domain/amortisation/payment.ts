import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';

/** A row of the payment table. Amounts are in cents; `balance` is the balance after the payment. */
export interface Payment {
  readonly number: number;
  readonly date: CalendarDate;
  /** Without the administration fee. */
  readonly amount: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly balance: Cents;
}
