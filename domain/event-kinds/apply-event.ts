import { Decimal } from 'decimal.js';
import type { CalendarDate } from '../calendar.ts';
import { cents, formatMoney, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { invalid, Refusal } from '../refusal.ts';
import { endsWithBalloon } from '../amortisation/balloon.ts';
import { debtAt, fractionUntil, replayedDebtAt } from '../amortisation/debt.ts';
import type { Debt, OpenSegment, Replay } from '../amortisation/debt.ts';
import type { EventPosition } from './event-position.ts';
import type { Continuing, ExtraRepayment, FrequencyChange, Keep, RateChange } from './events.ts';
import type { Fixed, FixedPoint } from '../amortisation/fixed-point.ts';
import { paymentsPerYear } from '../amortisation/frequency.ts';
import type { Frequency } from '../amortisation/frequency.ts';
import { levelRows, neverRepaid, repayWith } from '../amortisation/remaining-amounts.ts';
import type { AmountsContext } from '../amortisation/remaining-amounts.ts';
import { balanceAfterRows, solveSegmentRate } from '../amortisation/segment-math.ts';
import type { ExactSegment, SegmentStart } from '../amortisation/segment-math.ts';
import {
  countPayments,
  dropPayments,
  joinRows,
  lastAmount,
  lastNonZeroAmount,
  takePayments,
} from '../amortisation/term-rows.ts';
import { checkPaymentCount } from '../amortisation/terms.ts';
import type { TermRow } from '../amortisation/term-rows.ts';
import type { Timetable } from '../amortisation/timetable.ts';

/** The segment that an event opens. */
export interface NextSegment {
  readonly exact: ExactSegment;
  readonly timetable: Timetable;
  readonly administrationFee: Cents;
  readonly replay: Replay | null;
}

/** The open segment at the event, which the rules of the kinds share. */
interface Closing {
  readonly fixed: FixedPoint;
  readonly open: OpenSegment;
  readonly position: EventPosition;
  /** The debt when the event takes effect, by the posted payments. */
  readonly debt: Debt;
  /** The payments of the open segment after k, and all payments before them. */
  readonly remaining: readonly TermRow[];
  readonly paid: readonly TermRow[];
  readonly checkPrecision: AmountsContext['checkPrecision'];
}

/**
 * Works out the segment that an event opens after payment k.
 * @param debt the debt when the event takes effect, by the posted payments.
 * @param checkPrecision throws if the arithmetic is too coarse to follow a debt over so many payments.
 * @throws Refusal invalid, naming the field to correct; conflict if nothing is owed.
 */
export function nextSegment(
  fixed: FixedPoint,
  open: OpenSegment,
  { date, change }: { readonly date: CalendarDate; readonly change: Continuing },
  position: EventPosition,
  debt: Debt,
  checkPrecision: Closing['checkPrecision'],
): NextSegment {
  const { plan } = open;
  const { k } = position;
  const paid = paidThrough(open, k);
  const remaining = dropPayments(plan.rows, k - plan.after);
  const closing: Closing = { fixed, open, position, debt, remaining, paid, checkPrecision };
  switch (change.kind) {
    case 'rate-change':
    case 'extra-repayment':
      return position.isReplayed ? replayedSegment(closing, date, change) : repriced(closing, change);
    case 'terms-change': {
      const fee = change.administrationFee ?? plan.administrationFee;
      return { ...solvedSegment(closing, change.rows, plan.timetable), administrationFee: fee };
    }
    case 'frequency-change':
      return moved(closing, change);
    case 'holiday': {
      const before = change.fromPayment - 1 - k;
      checkPaymentCount('qty', plan.count + change.qty);
      const pause = [{ qty: change.qty, amount: ZERO }];
      const rows = joinRows(takePayments(remaining, before), pause, dropPayments(remaining, before));
      const start = startOf(closing, ZERO, plan.timetable);
      const exact = keepPayment(closing, start, open.exact.rate, rows, contextOf(closing, 'qty'));
      return unchanged(closing, exact);
    }
    case 'fee-change': {
      break;
    }
  }
  const exact = { ...open.exact, ...startOf(closing, ZERO, plan.timetable), rows: remaining };
  return { ...unchanged(closing, exact), administrationFee: change.administrationFee };
}

/** All payments 1 … `number`, as paid in their segments. */
export function paidThrough(
  { paid, plan }: Pick<OpenSegment, 'paid' | 'plan'>,
  number: number,
): readonly TermRow[] {
  return joinRows(paid, takePayments(plan.rows, number - plan.after));
}

/** The periodic rate, as a fraction, of a nominal rate in percent a year. */
function periodicRate(fixed: FixedPoint, percent: number, frequency: Frequency): Fixed {
  const DECIMALS = 20;
  const scaled = BigInt(new Decimal(percent).toFixed(DECIMALS).replace('.', ''));
  return (scaled * fixed.one) / (10n ** BigInt(DECIMALS) * 100n * BigInt(paymentsPerYear(frequency)));
}

function repriced(closing: Closing, change: RateChange | ExtraRepayment): NextSegment {
  const { fixed, open } = closing;
  const repaid = change.kind === 'extra-repayment' ? change.amount : ZERO;
  const start = startOf(closing, repaid, open.plan.timetable);
  const exact = keep(closing, start, rateAfter(fixed, open, change), change.keep, contextOf(closing, 'keep'));
  return unchanged(closing, exact);
}

/**
 * A change recorded after later payments were posted: the balance is worked out again from its date with the posted
 * amounts, and the new segment opens after the last posted payment.
 */
function replayedSegment(
  closing: Closing,
  date: CalendarDate,
  change: RateChange | ExtraRepayment,
): NextSegment {
  const { fixed, open, position, paid } = closing;
  const { k, due } = position;
  const { timetable } = open.plan;
  const replayedDebt =
    open.replayed !== null && date < open.effectiveDate
      ? replayedDebtAt(fixed, open, open.replayed, due, date)
      : debtAt(fixed, open, due, date);
  const opening =
    change.kind === 'extra-repayment'
      ? lessRepayment(replayedDebt.balance, change.amount)
      : replayedDebt.balance;
  const start = {
    opening,
    carried: replayedDebt.carried,
    firstPeriod: fractionUntil(timetable, date, due + 1),
  };
  const rate = rateAfter(fixed, open, change);
  closing.checkPrecision(rate, k - due);
  const exactBalance = balanceAfterRows(fixed, start, rate, dropPayments(paid, due));
  if (exactBalance > 0n && !fixed.isCountable(exactBalance)) throw neverRepaid('keep');
  const balance = exactBalance > 0n ? fixed.round(exactBalance) : ZERO;
  if (balance === 0) {
    const message = `Payment ${k} and the payments before it already repay the loan. Please reverse the last payments first or record a payout.`;
    throw new Refusal('conflict', 'event/nothing-owed', message);
  }
  const next: SegmentStart = {
    opening: balance,
    carried: exactBalance - fixed.ofWhole(balance),
    firstPeriod: fractionUntil(timetable, position.effectiveDate, k + 1),
  };
  const exact = keep(closing, next, rate, change.keep, contextOf(closing, 'keep'));
  return { ...unchanged(closing, exact), replay: { date, after: due, start, rate } };
}

function rateAfter(
  fixed: FixedPoint,
  { plan, exact }: OpenSegment,
  change: RateChange | ExtraRepayment,
): Fixed {
  if (change.kind === 'extra-repayment') return exact.rate;
  return periodicRate(fixed, change.interestRate, plan.timetable.frequency);
}

function moved(closing: Closing, { frequency, firstPaymentDate, payments }: FrequencyChange): NextSegment {
  const { fixed, open, position } = closing;
  const { k } = position;
  const timetable = { frequency, anchorDate: firstPaymentDate, anchorNumber: k + 1 };
  if ('rows' in payments) {
    const { administrationFee } = open.plan;
    return { ...solvedSegment(closing, payments.rows, timetable), administrationFee };
  }
  const start = startOf(closing, ZERO, timetable);
  const rate = fixed.timesFraction(open.exact.rate, {
    numerator: paymentsPerYear(open.plan.timetable.frequency),
    denominator: paymentsPerYear(frequency),
  });
  const planned = { rows: [], repeated: payments.amount, lastPercent: 105 } as const;
  const exact = repayWith(fixed, start, rate, planned, contextOf(closing, 'amount'));
  return { ...unchanged(closing, exact), timetable };
}

/** A segment whose payments are known and whose rate follows from them. */
export function solvedSegment(
  closing: Pick<Closing, 'fixed' | 'position' | 'debt' | 'checkPrecision'>,
  rows: readonly TermRow[],
  timetable: Timetable,
): Omit<NextSegment, 'administrationFee'> {
  const { fixed, position } = closing;
  const start = startOf(closing, ZERO, timetable);
  const count = countPayments(rows);
  const total = cents(rows.reduce((sum, { qty, amount }) => sum + qty * amount, 0));
  const debt = fixed.ofWhole(start.opening) + start.carried;
  if (!fixed.isCountable(debt)) throw neverRepaid('schedulePaymentPlans');
  const owed = fixed.round(debt);
  checkPaymentCount('schedulePaymentPlans', position.k + count);
  if (total < owed) {
    const message = `The payments add up to ${formatMoney(total)}, less than the ${formatMoney(owed)} owed. Please enter larger or more payments.`;
    throw invalid('schedulePaymentPlans', 'event/total-too-small', message);
  }
  if (lastAmount(rows) === 0) {
    const message = 'The last payment must be more than $0.00.';
    throw invalid('schedulePaymentPlans', 'event/last-payment', message);
  }
  const rate = solveSegmentRate(fixed, start, rows);
  closing.checkPrecision(rate, 0);
  const residue = rate === 0n ? debt - fixed.ofWhole(total) : 0n;
  return { exact: { ...start, rate, rows: joinRows(rows), residue }, timetable, replay: null };
}

function contextOf({ position, checkPrecision }: Closing, field: string): AmountsContext {
  return { field, after: position.k, checkPrecision };
}

/** The opening of the next segment at the event's effective date, less a repayment. */
function startOf(
  { position, debt }: Pick<Closing, 'position' | 'debt'>,
  repaid: Cents,
  timetable: Timetable,
): SegmentStart {
  const { k, effectiveDate } = position;
  const { balance, carried } = debt;
  const opening = repaid > 0 ? lessRepayment(balance, repaid) : balance;
  if (opening <= 0) {
    const message = `Nothing is owed after payment ${k}, so nothing is left to change.`;
    throw new Refusal('conflict', 'event/nothing-owed', message);
  }
  return { opening, carried, firstPeriod: fractionUntil(timetable, effectiveDate, k + 1) };
}

function lessRepayment(balance: Cents, repaid: Cents): Cents {
  if (repaid < balance) return cents(balance - repaid);
  const message = `An extra repayment must be less than the balance of ${formatMoney(balance)}. Record a payout to repay all of it.`;
  throw invalid('amount', 'event/amount', message);
}

function unchanged({ open }: Closing, exact: ExactSegment): NextSegment {
  const { timetable, administrationFee } = open.plan;
  return { exact, timetable, administrationFee, replay: null };
}

function keep(
  closing: Closing,
  start: SegmentStart,
  rate: Fixed,
  kept: Keep,
  context: AmountsContext,
): ExactSegment {
  const { fixed, remaining, paid } = closing;
  if (kept === 'payment') return keepPayment(closing, start, rate, remaining, context);
  closing.checkPrecision(rate, 0);
  const level = levelRows(fixed, start, rate, remaining, endsWithBalloon(joinRows(paid, remaining)));
  return repayWith(fixed, start, rate, { rows: level, repeated: null, lastPercent: 100 }, context);
}

/**
 * Keeps the amounts in their order until the debt is repaid. A balloon pays all that is left on its date; without
 * one the last regular amount repeats.
 */
function keepPayment(
  closing: Closing,
  start: SegmentStart,
  rate: Fixed,
  rows: readonly TermRow[],
  context: AmountsContext,
): ExactSegment {
  const { fixed, paid } = closing;
  const all = joinRows(paid, rows);
  const hasBalloon = endsWithBalloon(all);
  const regular = takePayments(rows, countPayments(rows) - 1);
  const repeated = lastNonZeroAmount(takePayments(all, countPayments(all) - 1)) ?? lastAmount(all);
  const planned = hasBalloon ? { rows, repeated: null } : { rows: regular, repeated };
  return repayWith(fixed, start, rate, { ...planned, lastPercent: 105 }, context);
}
