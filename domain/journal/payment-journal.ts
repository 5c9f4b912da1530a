import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Segment } from '../amortisation/segment.ts';
import type { AccountMapping } from '../accounts/account-mapping.ts';
import { paymentLines } from './payment-documents.ts';

/** A line of a journal; a positive amount debits the account, a negative one credits it. */
export interface JournalLine {
  readonly account: string;
  readonly description: string;
  readonly amount: Cents;
}

/** The date and the lines of one payment's document; the bank's line, which balances them, is not among them. */
export interface PaymentJournal {
  readonly date: CalendarDate;
  readonly lines: readonly JournalLine[];
}

/**
 * The journal of payment `number` of a mapped schedule, without lines of 0.00.
 * @throws RangeError if there is no such payment.
 */
export function paymentJournal(plan: Segment, number: number, mapping: AccountMapping): PaymentJournal {
  const lines = paymentLines(plan, number, mapping).flatMap(({ account, description, amount }) =>
    amount === 0 || account === null ? [] : [{ account, description, amount }],
  );
  const { date } = plan.payment(number);
  return { date, lines };
}
