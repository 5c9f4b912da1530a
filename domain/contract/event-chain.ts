import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Amortisation } from '../amortisation/amortise.ts';
import { alreadyClosed, repaidBy } from '../event-kinds/applied-event.ts';
import type { AppliedEvent } from '../event-kinds/applied-event.ts';
import { nextSegment, paidThrough, solvedSegment } from '../event-kinds/apply-event.ts';
import type { NextSegment } from '../event-kinds/apply-event.ts';
import { debtAt } from '../amortisation/debt.ts';
import type { Debt, OpenSegment } from '../amortisation/debt.ts';
import { checkChange } from '../event-kinds/event-checks.ts';
import type { EventSegment } from '../amortisation/event-segment.ts';
import { positionOf } from '../event-kinds/event-position.ts';
import type { EventPosition } from '../event-kinds/event-position.ts';
import { MAX_EVENTS } from '../event-kinds/events.ts';
import type { Change, ContractEvent, Continuing, Ending } from '../event-kinds/events.ts';
import { FixedPoint } from '../amortisation/fixed-point.ts';
import type { Fixed } from '../amortisation/fixed-point.ts';
import { paymentsPerYear } from '../amortisation/frequency.ts';
import type { PaymentPlan } from '../amortisation/payment-plan.ts';
import type { Rate } from '../amortisation/rate.ts';
import { Segment } from '../amortisation/segment.ts';
import { solveSegmentRate } from '../amortisation/segment-math.ts';
import type { StatedSegment } from '../amortisation/stated-segment.ts';
import {
  refuseComputed,
  restOfTable,
  statedDebtAt,
  statedSegment,
  timetableAfter,
} from '../event-kinds/table-events.ts';
import type { OpenTable } from '../event-kinds/table-events.ts';
import { financed } from '../amortisation/terms.ts';

const FIRST_BITS = 384;
/** Rounding needs 64 exact bits beyond amounts of 53 bits, sums of 12 and a reserve. */
const BASE_BITS = 160;

/** The arithmetic is too coarse for the growth of a segment's errors. Caught by {@link applyEvents}. */
class InsufficientPrecision extends Error {
  readonly bits: number;

  constructor(bits: number) {
    super(`The arithmetic needs ${bits} bits`);
    this.bits = bits;
  }
}

/**
 * Applies events to a contract, each to the segment that the one before it opened. Works with as many bits as the
 * growth of rounding errors takes.
 * @throws Refusal conflict or invalid, as `positionOf` and `nextSegment` say; conflict for an event after a payout
 * for more than {@link MAX_EVENTS} events.
 */
export function applyEvents(
  original: Amortisation,
  events: readonly ContractEvent[],
): readonly AppliedEvent[] {
  if (events.length > MAX_EVENTS) {
    const message = `A schedule can have at most ${MAX_EVENTS} changes. Please record a refinance into a new schedule instead.`;
    throw new Refusal('conflict', 'event/limit-reached', message);
  }
  if (events.length === 0) return [];
  for (let bits = FIRST_BITS; ;) {
    try {
      return applyAll(new FixedPoint(bits), original, events);
    } catch (error) {
      if (!(error instanceof InsufficientPrecision)) throw error;
      ({ bits } = error);
    }
  }
}

function applyAll(
  fixed: FixedPoint,
  original: Amortisation,
  events: readonly ContractEvent[],
): readonly AppliedEvent[] {
  const applied: AppliedEvent[] = [];
  let open: Open | null = original.terms.table ? openTable(original) : openOriginal(fixed, original);
  for (const event of events) {
    if (open === null) throw alreadyClosed(applied.at(-1));
    const step = applyOne(fixed, open, original.terms.startDate, event);
    applied.push(step.applied);
    ({ open } = step);
  }
  return applied;
}

/** The last segment, computed or stated by a lender's table. */
type Open = OpenSegment | OpenTable;

const openTable = (plan: Amortisation): OpenTable => ({
  plan,
  effectiveDate: plan.terms.startDate,
  paid: [],
  replayed: null,
});

function openOriginal(fixed: FixedPoint, original: Amortisation): OpenSegment {
  const { terms } = original;
  const { amount: opening, rows } = financed(terms);
  const start = { opening, carried: 0n, firstPeriod: { numerator: 1, denominator: 1 } };
  checkBits(fixed, original.rate.periodic, 0);
  return {
    plan: original,
    effectiveDate: terms.startDate,
    exact: { ...start, rows, rate: solveSegmentRate(fixed, start, rows), residue: 0n },
    exactAfter: terms.firstPaymentOnStartDate ? 1 : 0,
    paid: [],
    replayed: null,
    growthBits: 0,
  };
}

interface Step {
  readonly applied: AppliedEvent;
  readonly open: Open | null;
}

function applyOne(fixed: FixedPoint, open: Open, startDate: CalendarDate, event: ContractEvent): Step {
  const { change } = event;
  checkChange(event);
  if (!('exact' in open)) refuseComputed(change);
  const position = positionOf(open, startDate, event);
  const { k, effectiveDate } = position;
  const debt =
    'exact' in open ? debtAt(fixed, open, k, effectiveDate) : statedDebtAt(fixed, open, k, effectiveDate);
  const closing: Closing = { fixed, open, event, position, debt };
  if (isEnding(change)) return { applied: appliedWith(closing, null), open: null };
  const stated = statedNext(open, change, position);
  if (stated === null) return computedStep(closing, change);
  const paid = paidThrough(open, k);
  return {
    applied: appliedWith(closing, stated),
    open: { plan: stated, effectiveDate, paid, replayed: null },
  };
}

/** The open segment when an event closes it. */
interface Closing {
  readonly fixed: FixedPoint;
  readonly open: Open;
  readonly event: ContractEvent;
  readonly position: EventPosition;
  readonly debt: Debt;
}

const isEnding = (change: Change): change is Ending =>
  change.kind === 'payout' || change.kind === 'refinance';

/** The event with the segment that it opens, null for one that ends the schedule. */
function appliedWith({ open, event, position, debt }: Closing, to: EventSegment | null): AppliedEvent {
  const { k, effectiveDate } = position;
  const documentDate = event.change.kind === 'extra-repayment' ? event.date : effectiveDate;
  const repaid = repaidBy(event.change);
  const interest = cents((to?.opening ?? 0) + repaid - debt.balance);
  return {
    event,
    k,
    effectiveDate,
    documentDate,
    from: open.plan,
    to,
    interest,
    repaid,
    elapsed: debt.elapsed,
  };
}

/** The segment of the lender's rows, or null if payments are computed. */
function statedNext(open: Open, change: Continuing, position: EventPosition): StatedSegment | null {
  const { administrationFee } = open.plan;
  if (change.kind === 'terms-change' && change.table) {
    return statedSegment(open, position, change.table, change.administrationFee ?? administrationFee);
  }
  const isRest = change.kind === 'fee-change' && !('exact' in open);
  return isRest ? restOfTable(open, position, change.administrationFee) : null;
}

/** Opens a segment of computed payments. */
function computedStep(closing: Closing, change: Continuing): Step {
  const { fixed, open, event, position, debt } = closing;
  const { k, effectiveDate } = position;
  const growthBits = 'exact' in open ? growthUntil(fixed, open, k) : 0;
  const checkPrecision = (rate: Fixed, payments: number): void => {
    const periodic = fixed.toNumber(rate);
    checkBits(fixed, periodic, growthBits + growthOf(periodic, payments));
  };
  const { exact, timetable, administrationFee, replay } =
    'exact' in open
      ? nextSegment(fixed, open, { date: event.date, change }, position, debt, checkPrecision)
      : afterTable({ fixed, position, debt, checkPrecision }, open, change);
  const rate = rateOfSegment(fixed, exact.rate, timetable.frequency);
  const to = new Segment({ after: k, rate, timetable, administrationFee }, exact, fixed);
  const paid = paidThrough(open, k);
  return {
    applied: appliedWith(closing, to),
    open: { plan: to, effectiveDate, exact, exactAfter: k, paid, replayed: replay, growthBits },
  };
}

/** The segment of computed payments that replaces the rest of a table. */
function afterTable(
  closing: Parameters<typeof solvedSegment>[0],
  open: OpenTable,
  change: Continuing,
): NextSegment {
  if (change.kind !== 'terms-change') throw new RangeError(`A table can't be followed by a ${change.kind}`);
  const administrationFee = change.administrationFee ?? open.plan.administrationFee;
  const timetable = timetableAfter(open, closing.position);
  return { ...solvedSegment(closing, change.rows, timetable), administrationFee };
}

/** Bits by which errors may have grown at payment k. */
function growthUntil(fixed: FixedPoint, { plan, exact, growthBits }: OpenSegment, k: number): number {
  // Balances worked back from exactly 0.00 damp errors instead of growing them.
  const isStable = exact.residue === 0n;
  return growthBits + (isStable ? 0 : growthOf(fixed.toNumber(exact.rate), k - plan.after));
}

function rateOfSegment(
  fixed: FixedPoint,
  rate: Fixed,
  frequency: PaymentPlan['timetable']['frequency'],
): Rate {
  const annual = rate * BigInt(paymentsPerYear(frequency) * 100);
  return { periodic: fixed.toNumber(rate), annualPercent: fixed.toNumber(annual) };
}

/** Bits by which errors grow over so many payments. */
function growthOf(periodic: number, payments: number): number {
  return (payments * Math.log1p(periodic)) / Math.LN2;
}

function checkBits(fixed: FixedPoint, periodic: number, growthBits: number): void {
  const smallness = periodic > 0 ? Math.max(0, -Math.log2(periodic)) : 0;
  const needed = Math.ceil(BASE_BITS + growthBits + smallness);
  if (needed > fixed.bits) throw new InsufficientPrecision(needed);
}
