/** Other dates or another frequency, with known payments or at the same nominal rate. */
import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { invalid } from '../refusal.ts';
import type { Frequency } from '../amortisation/frequency.ts';
import type { TermRow } from '../amortisation/term-rows.ts';
import { checkAmount, checkEnd, checkMonthEnds, checkRows } from '../amortisation/terms.ts';
import { atMonthEnds } from '../amortisation/timetable.ts';
import type { ChargesChange, EventKind } from './event-kind.ts';
import { repeatedPayment, solvedPayments } from './next-segment.ts';
import { FREQUENCY, MONEY, ROWS, SAME } from './wire.ts';

/** Exactly one of rows and amount is there. */
export interface FrequencyChange extends ChargesChange {
  readonly kind: 'frequency-change';
  readonly frequency: Frequency;
  readonly firstPaymentDate: CalendarDate;
  /** Whether every payment is due on the last day of its month; it stays so only where it is said. */
  readonly paymentsAtMonthEnd?: boolean | undefined;
  /** The payments, from which the rate follows. */
  readonly rows?: readonly TermRow[] | undefined;
  /** Paid as often as needed; the nominal rate stays. */
  readonly amount?: Cents | undefined;
}

export const frequencyChange = {
  label: 'Change of frequency',
  timing: 'at-once',
  fitsTable: false,
  fields: {
    frequency: FREQUENCY,
    firstPaymentDate: SAME,
    paymentsAtMonthEnd: SAME,
    rows: ROWS,
    amount: MONEY,
    gstAccountId: SAME,
  },
  check({ frequency, firstPaymentDate, paymentsAtMonthEnd, rows, amount }, date) {
    if ((rows === undefined) === (amount === undefined)) {
      throw invalid('amount', 'event/payments', 'Please provide either the payments or an amount.');
    }
    if (firstPaymentDate <= date) {
      const message = 'The first payment must be dated after the change.';
      throw invalid('firstPaymentDate', 'event/first-payment-date', message);
    }
    if (paymentsAtMonthEnd === true) checkMonthEnds(frequency, firstPaymentDate);
    if (rows) checkRows(rows);
    if (amount !== undefined) checkAmount('amount', amount);
  },
  apply(closing, { frequency, firstPaymentDate, paymentsAtMonthEnd, rows = [], amount }) {
    checkEnd('firstPaymentDate', closing.startDate, firstPaymentDate);
    const dates = { frequency, anchorDate: firstPaymentDate, anchorNumber: closing.k + 1 };
    const timetable = paymentsAtMonthEnd === true ? atMonthEnds(dates) : dates;
    if (amount !== undefined) return repeatedPayment(closing, amount, timetable);
    return solvedPayments(closing, rows, timetable);
  },
} satisfies EventKind<FrequencyChange>;
