/** Applies events to a contract, each to the segment that the one before it opened. */
import { type CalendarDate, formatDate } from '../calendar.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { conflict } from '../refusal.ts';
import type { Fraction } from '../amortisation/fixed-point.ts';
import type { Segment } from '../amortisation/segment.ts';
import { dropPayments, joinRows, takePayments, type TermRow } from '../amortisation/term-rows.ts';
import type { Closing, EventPosition } from '../event-kinds/event-kind.ts';
import { type ContractEvent, kindOf, MAX_EVENTS } from '../event-kinds/kinds.ts';
import { positionOf } from '../event-kinds/position.ts';

/** An event with everything that its documents follow from. */
export interface AppliedEvent extends EventPosition {
  readonly event: ContractEvent;
  /** The effective date, but the event's own date for an extra repayment: the bank's date. */
  readonly documentDate: CalendarDate;
  readonly from: Segment;
  /** Null once the debt is paid out. */
  readonly to: Segment | null;
  /** Interest that the event's document expenses: the payout's, or the difference that a replay found. */
  readonly interest: Cents;
  /** Repaid on top of the payments, without fees. */
  readonly repaid: Cents;
  /** Periods from payment k, or from a previous event since then, to the event. */
  readonly elapsed: Fraction;
}

/**
 * @throws Refusal conflict or invalid, as `positionOf` and the event's kind say; conflict for an event after a payout
 * and for more than {@link MAX_EVENTS} events.
 */
export function applyEvents(
  original: Segment,
  startDate: CalendarDate,
  events: readonly ContractEvent[],
): readonly AppliedEvent[] {
  if (events.length > MAX_EVENTS) {
    const message = `A schedule can have at most ${MAX_EVENTS} changes. Please record a refinance into a new schedule instead.`;
    throw conflict('event/limit-reached', message);
  }
  const applied: AppliedEvent[] = [];
  let plan: Segment | null = original;
  let paid: readonly TermRow[] = [];
  for (const event of events) {
    if (plan === null) {
      const paidOut = formatDate(applied.at(-1)?.effectiveDate ?? startDate);
      const message = `The schedule is paid out on ${paidOut}. Please undo the payout before you record another change.`;
      throw conflict('event/closed', message);
    }
    const closing = closingOf(plan, paid, startDate, event);
    const closed = close(closing, event);
    applied.push(closed);
    plan = closed.to;
    ({ paid } = closing);
  }
  return applied;
}

/** Checks an event and finds its place in the open segment. */
function closingOf(
  plan: Segment,
  paidBefore: readonly TermRow[],
  startDate: CalendarDate,
  event: ContractEvent,
): Closing {
  const { date, change } = event;
  const kind = kindOf(change);
  kind.check(change, date);
  if (plan.timetable.table && !kind.fitsTable) {
    const message = `The payments are the lender's own table. Please record a payout, a refinance, a change of the fee, or a change of terms with the lender's new table.`;
    throw conflict('event/lender-table', message);
  }
  const position = positionOf(plan, startDate, event);
  const { k, effectiveDate } = position;
  const debt = plan.debtAt(k, effectiveDate);
  const paid = joinRows(paidBefore, takePayments(plan.rows, k - plan.after));
  const remaining = dropPayments(plan.rows, k - plan.after);
  return { ...position, plan, startDate, date, debt, paid, remaining };
}

/** Closes the segment. The event opens the next one, or none if it ends the contract. */
function close(closing: Closing, event: ContractEvent): AppliedEvent {
  const { plan: from, k, due, date, effectiveDate, debt } = closing;
  const { change } = event;
  const kind = kindOf(change);
  const to = kind.apply(closing, change);
  const repaid = kind.repaid?.(change) ?? ZERO;
  const documentDate = kind.isDatedByBank === true ? date : effectiveDate;
  const interest = cents((to?.opening ?? 0) + repaid - debt.balance);
  return { event, k, due, effectiveDate, documentDate, from, to, interest, repaid, elapsed: debt.elapsed };
}
