import { daysBetween } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Fixed, FixedPoint, Fraction } from './fixed-point.ts';
import type { PaymentPlan } from './payment-plan.ts';
import { balanceAfterRows, balancesBefore } from './segment-math.ts';
import type { ExactSegment, SegmentStart } from './segment-math.ts';
import { dropPayments, takePayments } from './term-rows.ts';
import type { TermRow } from './term-rows.ts';
import { dateOfPayment, daysOfPeriod } from './timetable.ts';
import type { Timetable } from './timetable.ts';

/**
 * The balance at a date before the last posted payment, worked out again with the change that was recorded late.
 * Payments after `after` keep their posted amounts.
 */
export interface Replay {
  readonly date: CalendarDate;
  readonly after: number;
  readonly start: SegmentStart;
  readonly rate: Fixed;
}

/** The segment that an event closes, as far as its place in time matters. */
export interface OpenPeriod {
  readonly plan: PaymentPlan;
  /** The date from which the segment is in force. */
  readonly effectiveDate: CalendarDate;
  /** The date from which the segment's rate and balance were replayed, and the last payment before it. */
  readonly replayed: { readonly date: CalendarDate; readonly after: number } | null;
}

/** The last segment of a schedule, which the next event closes. */
export interface OpenSegment extends OpenPeriod {
  /** The exact figures of payments `exactAfter` + 1 … count. */
  readonly exact: ExactSegment;
  /** `plan.after`, but 1 for a contract whose first payment is due on the start date. */
  readonly exactAfter: number;
  /** All payments 1 … `plan.after`, as paid in their segments. */
  readonly paid: readonly TermRow[];
  readonly replayed: Replay | null;
  /** Bits by which rounding errors of earlier segments may have grown. */
  readonly growthBits: number;
}

/** A debt at a date between payments k and k + 1. */
export interface Debt {
  /** The balance after payment k, rounded to the cent, less repayments since. */
  readonly balance: Cents;
  /** The exact balance after payment k less the rounded one, plus interest from payment k to the date; in cents. */
  readonly carried: Fixed;
  /** Days from payment k, or from a previous event since then, of the days in the period. */
  readonly elapsed: Fraction;
}

/** The debt of an open segment at a date on or after payment `k` and before payment `k` + 1. */
export function debtAt(fixed: FixedPoint, open: OpenSegment, k: number, date: CalendarDate): Debt {
  const { exact, exactAfter, plan, effectiveDate } = open;
  const { timetable } = plan;
  if (k === exactAfter) {
    const elapsed = elapsedFraction(timetable, k, effectiveDate, date);
    return accrued(fixed, exact.opening, exact.carried, exact.rate, elapsed);
  }
  const elapsed = elapsedFraction(timetable, k, dateOfPayment(timetable, k), date);
  const [balance = 0n] = balancesBefore(fixed, exact, [plan.count - k]);
  return residual(fixed, balance, exact.rate, elapsed);
}

/** The debt at a date on or after the date of a replay, by the replayed balance. */
export function replayedDebtAt(
  fixed: FixedPoint,
  open: OpenSegment,
  replay: Replay,
  k: number,
  date: CalendarDate,
): Debt {
  const { timetable } = open.plan;
  const { start, rate, after } = replay;
  if (k === after) {
    const elapsed = elapsedFraction(timetable, k, replay.date, date);
    return accrued(fixed, start.opening, start.carried, rate, elapsed);
  }
  const elapsed = elapsedFraction(timetable, k, dateOfPayment(timetable, k), date);
  const rows = dropPayments(takePayments(open.paid, k), after);
  return residual(fixed, balanceAfterRows(fixed, start, rate, rows), rate, elapsed);
}

/** Days from a date until payment `number` of the days in the period that ends with it. */
export function fractionUntil(timetable: Timetable, date: CalendarDate, number: number): Fraction {
  const numerator = daysBetween(date, dateOfPayment(timetable, number));
  return { numerator, denominator: daysOfPeriod(timetable, number) };
}

function elapsedFraction(timetable: Timetable, k: number, since: CalendarDate, date: CalendarDate): Fraction {
  return { numerator: daysBetween(since, date), denominator: daysOfPeriod(timetable, k + 1) };
}

function residual(fixed: FixedPoint, exactBalance: Fixed, rate: Fixed, elapsed: Fraction): Debt {
  const balance = fixed.round(exactBalance);
  return accrued(fixed, balance, exactBalance - fixed.ofWhole(balance), rate, elapsed);
}

/** Adds simple interest on the rounded balance: r × f × B. */
function accrued(fixed: FixedPoint, balance: Cents, carried: Fixed, rate: Fixed, elapsed: Fraction): Debt {
  const interest = fixed.timesFraction(rate, elapsed) * BigInt(balance);
  return { balance, carried: carried + interest, elapsed };
}
