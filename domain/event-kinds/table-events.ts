/** Segments that a lender's own table states: its payments, dates and balances stay as the lender stated them. */
import { daysBetween, formatDate } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { Amortisation } from '../amortisation/amortise.ts';
import type { Debt } from '../amortisation/debt.ts';
import type { OpenPeriod } from '../amortisation/debt.ts';
import type { EventPosition } from './event-position.ts';
import type { Change } from './events.ts';
import type { FixedPoint } from '../amortisation/fixed-point.ts';
import { checkLenderTable, impliedRate, lenderTable } from '../amortisation/lender-table.ts';
import type { StatedRow } from '../amortisation/lender-table.ts';
import { StatedSegment } from '../amortisation/stated-segment.ts';
import { checkPaymentCount } from '../amortisation/terms.ts';
import type { TermRow } from '../amortisation/term-rows.ts';
import { dateOfPayment, daysOfPeriod } from '../amortisation/timetable.ts';
import type { Timetable } from '../amortisation/timetable.ts';

/** The last segment of a schedule, stated by a lender's table. */
export interface OpenTable extends OpenPeriod {
  readonly plan: Amortisation | StatedSegment;
  /** All payments 1 … `plan.after`, as paid in their segments. */
  readonly paid: readonly TermRow[];
  readonly replayed: null;
}

/** @throws Refusal conflict for a change that would have to compute the payments of a lender's table. */
export function refuseComputed({ kind }: Change): void {
  if (kind === 'payout' || kind === 'refinance' || kind === 'terms-change' || kind === 'fee-change') return;
  const message =
    "The payments are the lender's own table. Please record a payout, a refinance, a change of the fee, or a change of terms with the lender's new table.";
  throw new Refusal('conflict', 'event/lender-table', message);
}

/**
 * The debt of a table at a date on or after payment `k` and before the next one: interest accrues as it is stated. The
 * first row of a table contains the interest since payment k, also if the table came later.
 */
export function statedDebtAt(fixed: FixedPoint, { plan }: OpenTable, k: number, date: CalendarDate): Debt {
  const { timetable } = plan;
  const elapsed = {
    numerator: daysBetween(dateOfPayment(timetable, k), date),
    denominator: daysOfPeriod(timetable, k + 1),
  };
  const { interest } = plan.payment(k + 1);
  return {
    balance: plan.balanceAfter(k),
    carried: fixed.timesFraction(fixed.ofWhole(interest), elapsed),
    elapsed,
  };
}

/**
 * The segment of the lender's new rows after payment k.
 * @throws Refusal invalid, naming the row to correct; conflict if nothing is owed.
 */
export function statedSegment(
  { plan, effectiveDate: openedOn }: OpenPeriod,
  { k, effectiveDate }: EventPosition,
  rows: readonly StatedRow[],
  administrationFee: Cents,
): StatedSegment {
  const opening = plan.balanceAfter(k);
  if (opening <= 0) {
    const message = `Nothing is owed after payment ${k}, so nothing is left to change.`;
    throw new Refusal('conflict', 'event/nothing-owed', message);
  }
  const { timetable } = plan;
  const isDated = k > plan.after || timetable.table !== undefined;
  const paidOn = isDated ? dateOfPayment(timetable, k) : openedOn;
  refuseEarlierRow(rows[0], effectiveDate);
  checkPaymentCount('schedulePayments', k + rows.length);
  const table = lenderTable(opening, rows);
  const terms = {
    loanAmount: opening,
    frequency: timetable.frequency,
    startDate: paidOn,
    firstPaymentOnStartDate: false,
    administrationFee,
    rows: [],
    table,
  };
  checkLenderTable(terms, table);
  return new StatedSegment({
    after: k,
    opening,
    rate: impliedRate(terms, table),
    timetable: { frequency: timetable.frequency, anchorDate: paidOn, anchorNumber: k, table },
    administrationFee,
  });
}

function refuseEarlierRow(first: StatedRow | undefined, effectiveDate: CalendarDate): void {
  if (first === undefined || first.date > effectiveDate) return;
  const message = `Row 1 must be dated after ${formatDate(effectiveDate)}, when the change takes effect.`;
  throw invalid('schedulePayments.0.paymentDate', 'event/lender-table', message);
}

/** The remaining rows of a table, with another fee. */
export function restOfTable(
  { plan }: OpenTable,
  { k }: EventPosition,
  administrationFee: Cents,
): StatedSegment {
  const { timetable } = plan;
  const { table = [], frequency, anchorNumber } = timetable;
  return new StatedSegment({
    after: k,
    opening: plan.balanceAfter(k),
    rate: plan.rate,
    timetable: {
      frequency,
      anchorDate: dateOfPayment(timetable, k),
      anchorNumber: k,
      table: table.slice(k - anchorNumber),
    },
    administrationFee,
  });
}

/**
 * The dates of computed payments that replace the rest of a table: whole periods after payment k.
 * @throws Refusal conflict if the next payment would be dated before the change.
 */
export function timetableAfter({ plan }: OpenTable, { k, effectiveDate }: EventPosition): Timetable {
  const { frequency } = plan.timetable;
  const timetable = { frequency, anchorDate: dateOfPayment(plan.timetable, k), anchorNumber: k };
  const next = dateOfPayment(timetable, k + 1);
  if (next > effectiveDate) return timetable;
  const message = `Payment ${k + 1} would be dated ${formatDate(next)}, before the change takes effect. Please choose an earlier date or enter the lender's new table.`;
  throw new Refusal('conflict', 'event/lender-table', message);
}
