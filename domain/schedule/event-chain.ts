import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Amortisation } from './amortise.ts';
import { alreadyClosed, repaidBy } from './applied-event.ts';
import type { AppliedEvent } from './applied-event.ts';
import { nextSegment, paidThrough } from './apply-event.ts';
import { debtAt } from './debt.ts';
import type { OpenSegment } from './debt.ts';
import { checkChange } from './event-checks.ts';
import { positionOf } from './event-position.ts';
import { MAX_EVENTS } from './events.ts';
import type { ContractEvent } from './events.ts';
import { FixedPoint } from './fixed-point.ts';
import type { Fixed } from './fixed-point.ts';
import { paymentsPerYear } from './frequency.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { Rate } from './rate.ts';
import { Segment } from './segment.ts';
import { solveSegmentRate } from './segment-math.ts';
import { applyToTable } from './table-events.ts';
import { financed } from './terms.ts';

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
  if (original.terms.table) return applyToTable(original, events);
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
  let open: OpenSegment | null = openOriginal(fixed, original);
  for (const event of events) {
    if (open === null) throw alreadyClosed(applied.at(-1));
    const step = applyOne(fixed, open, original.terms.startDate, event);
    applied.push(step.applied);
    ({ open } = step);
  }
  return applied;
}

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

function applyOne(
  fixed: FixedPoint,
  open: OpenSegment,
  startDate: CalendarDate,
  event: ContractEvent,
): { applied: AppliedEvent; open: OpenSegment | null } {
  checkChange(event);
  const position = positionOf(open, startDate, event);
  const { k, effectiveDate } = position;
  // Balances worked back from exactly 0.00 damp errors instead of growing them.
  const isStable = open.exact.residue === 0n;
  const rateBefore = fixed.toNumber(open.exact.rate);
  const growthBits = open.growthBits + (isStable ? 0 : growthOf(rateBefore, k - open.plan.after));
  const debt = debtAt(fixed, open, k, effectiveDate);
  const next = nextSegment(fixed, open, event, position, debt, (rate, payments) => {
    const periodic = fixed.toNumber(rate);
    checkBits(fixed, periodic, growthBits + growthOf(periodic, payments));
  });
  const { plan: from } = open;
  const documentDate = event.change.kind === 'extra-repayment' ? event.date : effectiveDate;
  const repaid = repaidBy(event.change);
  const common = { event, k, effectiveDate, documentDate, from, repaid, elapsed: debt.elapsed };
  if (next === null) {
    const interest = cents(repaid - debt.balance);
    return { applied: { ...common, to: null, interest }, open: null };
  }
  const { exact, timetable, administrationFee, replay } = next;
  const rate = rateOfSegment(fixed, exact.rate, timetable.frequency);
  const to = new Segment({ after: k, rate, timetable, administrationFee }, exact, fixed);
  return {
    applied: { ...common, to, interest: cents(exact.opening + repaid - debt.balance) },
    open: {
      plan: to,
      effectiveDate,
      exact,
      exactAfter: k,
      paid: paidThrough(open, k),
      replayed: replay,
      growthBits,
    },
  };
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
