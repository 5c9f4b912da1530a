/** New payments from a number on, at the rate that follows from them or that the lender's table implies. */
import type { Cents } from '../money.ts';
import { invalid } from '../refusal.ts';
import type { StatedRow } from '../amortisation/lender-table.ts';
import type { TermRow } from '../amortisation/term-rows.ts';
import { checkAdministrationFee, checkRows } from '../amortisation/terms.ts';
import type { ChargesChange, EventKind } from './event-kind.ts';
import { solvedPayments } from './next-segment.ts';
import { statedPayments, timetableAfter } from './table-events.ts';
import { MONEY, ROWS, SAME, TABLE } from './wire.ts';

/** Exactly one of rows and table is there. */
export interface TermsChange extends ChargesChange {
  readonly kind: 'terms-change';
  readonly fromPayment: number;
  /** Payments to compute with. */
  readonly rows?: readonly TermRow[] | undefined;
  /** The lender's own table: kept as written. */
  readonly table?: readonly StatedRow[] | undefined;
  /** Undefined: the fee stays. */
  readonly administrationFee?: Cents | undefined;
}

export const termsChange = {
  label: 'Change of terms',
  timing: 'from-payment',
  fitsTable: true,
  fields: { fromPayment: SAME, rows: ROWS, table: TABLE, administrationFee: MONEY, gstAccountId: SAME },
  check({ rows, table, administrationFee }) {
    if ((rows === undefined) === (table === undefined)) {
      const message = 'Please provide either payment plans or the lender’s payments.';
      throw invalid('schedulePaymentPlans', 'event/payments', message);
    }
    if (rows) checkRows(rows);
    if (administrationFee !== undefined) checkAdministrationFee(administrationFee);
  },
  apply(closing, { rows = [], table, administrationFee }) {
    if (table) return statedPayments(closing, table, administrationFee);
    const { timetable } = closing.plan;
    const dates = timetable.table ? timetableAfter(closing) : timetable;
    return solvedPayments(closing, rows, dates, administrationFee);
  },
} satisfies EventKind<TermsChange>;
