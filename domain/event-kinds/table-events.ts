/** Segments that a lender's own table states: its payments, dates and balances stay as the lender stated them. */
import { formatDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { conflict, invalid } from '../refusal.ts';
import { checkLenderTable, impliedRate, lenderTable, type StatedRow } from '../amortisation/lender-table.ts';
import { StatedSegment } from '../amortisation/stated-segment.ts';
import { checkEnd, checkPaymentCount } from '../amortisation/terms.ts';
import { dateOfPayment, type Timetable } from '../amortisation/timetable.ts';
import type { Closing } from './event-kind.ts';
import { nothingOwed } from './next-segment.ts';

/**
 * The segment of the lender's new rows after payment k.
 * @throws Refusal invalid, naming the row to correct; conflict if nothing is owed.
 */
export function statedPayments(
  closing: Closing,
  rows: readonly StatedRow[],
  administrationFee: Cents = closing.plan.administrationFee,
): StatedSegment {
  const { plan, startDate, k, effectiveDate } = closing;
  const opening = plan.balanceAfter(k);
  if (opening <= 0) throw nothingOwed(k);
  if (rows[0] && rows[0].date <= effectiveDate) {
    const message = `Row 1 must be dated after ${formatDate(effectiveDate)}, when the change takes effect.`;
    throw invalid('schedulePayments.0.paymentDate', 'event/lender-table', message);
  }
  checkPaymentCount('schedulePayments', k + rows.length);
  const { frequency } = plan.timetable;
  const paidOn = plan.accruesFrom(k);
  const stated = { loanAmount: opening, frequency, startDate: paidOn, administrationFee };
  const table = lenderTable(stated, rows);
  checkLenderTable(stated, table);
  checkEnd(`schedulePayments.${rows.length - 1}.paymentDate`, startDate, table.at(-1)?.date ?? effectiveDate);
  const timetable = { frequency, anchorDate: paidOn, anchorNumber: k, table };
  const rate = impliedRate(stated, table);
  return statedAfter(closing, { opening, rate, timetable, administrationFee });
}

/** The remaining rows of a table, with another fee. */
export function restOfTable(closing: Closing, administrationFee: Cents): StatedSegment {
  const { plan, k } = closing;
  const { table = [], frequency, anchorNumber } = plan.timetable;
  const rest = table.slice(k - anchorNumber);
  const timetable = { frequency, anchorDate: plan.dateOf(k), anchorNumber: k, table: rest };
  const opening = plan.balanceAfter(k);
  const { rate } = plan;
  return statedAfter(closing, { opening, rate, timetable, administrationFee });
}

/** The segment that a table states after payment k. */
const statedAfter = (
  { plan, k, effectiveDate }: Closing,
  stated: Pick<
    ConstructorParameters<typeof StatedSegment>[0],
    'opening' | 'rate' | 'timetable' | 'administrationFee'
  >,
): StatedSegment =>
  new StatedSegment({ after: k, since: effectiveDate, gstOnCharges: plan.gstOnCharges, ...stated });

/**
 * The dates of computed payments that replace the rest of a table: whole periods after payment k.
 * @throws Refusal conflict if the next payment would be dated before the change.
 */
export function timetableAfter({ plan, k, effectiveDate }: Closing): Timetable {
  const { frequency } = plan.timetable;
  const timetable = { frequency, anchorDate: plan.dateOf(k), anchorNumber: k };
  const next = dateOfPayment(timetable, k + 1);
  if (next > effectiveDate) return timetable;
  const message = `Payment ${k + 1} would be dated ${formatDate(next)}, before the change takes effect. Please choose an earlier date or enter the lender's new table.`;
  throw conflict('event/lender-table', message);
}
