/** The segments that events open: the payments that follow, at the rate that stays, is set or follows from them. */
import { cents, type Cents, formatMoney, ZERO } from '../money.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import { endsWithBalloon, lastRegularAmount } from '../amortisation/balloon.ts';
import { precisionFor } from '../amortisation/fixed-point.ts';
import { atFrequency, type Rate } from '../amortisation/rate.ts';
import {
  levelRows,
  MAX_BALANCE,
  neverRepaid,
  type PlannedAmounts,
  repayWith,
} from '../amortisation/remaining-amounts.ts';
import { Segment, type SegmentTerms } from '../amortisation/segment.ts';
import {
  allButLast,
  countPayments,
  dropPayments,
  joinRows,
  lastAmount,
  sumOf,
  type TermRow,
} from '../amortisation/term-rows.ts';
import { checkEnd, checkPaymentCount, MAX_PAYMENTS } from '../amortisation/terms.ts';
import { owedAtFirst, owedLater } from '../amortisation/time-value.ts';
import { periodsUntil, type Timetable } from '../amortisation/timetable.ts';
import type { Closing, Keep } from './event-kind.ts';

/** A segment before its payments are known. */
type Start = Omit<SegmentTerms, 'rows' | 'given'>;

/** The changes of an event at the start of the segment that it opens. */
interface Changes {
  readonly repaid?: Cents;
  readonly timetable?: Timetable;
  readonly administrationFee?: Cents | undefined;
}

/**
 * The remaining payments at another rate or of a smaller debt. Recorded after later payments were posted, the balance
 * is worked out again from the event's date with the posted amounts, and the segment opens after the last of them.
 */
export function repriced(
  closing: Closing,
  keep: Keep,
  { rate = closing.plan.rate, repaid = ZERO }: { readonly rate?: Rate; readonly repaid?: Cents },
): Segment {
  const { k, due, effectiveDate } = closing;
  if (k === due) return remainingPayments(closing, startOf(closing, { repaid }), rate, keep);
  const replayed = replay(closing, rate, repaid);
  const debt = replayed.debtAt(k, effectiveDate);
  if (debt.balance <= 0) {
    const message = `Payment ${k} and the payments before it already repay the loan. Please reverse the last payments first or record a payout.`;
    throw conflict('event/nothing-owed', message);
  }
  return remainingPayments(closing, { ...startOf({ ...closing, debt }), replayed }, rate, keep);
}

/** The remaining payments as they are: rate, residue and amounts stay. */
export function samePayments(closing: Closing, administrationFee?: Cents): Segment {
  const { rate, residue } = closing.plan;
  const start = startOf(closing, { administrationFee });
  return new Segment({ ...start, rows: closing.remaining, given: { rate, residue } });
}

/** One amount on other dates at the same nominal rate, until the debt is repaid. */
export function repeatedPayment(closing: Closing, amount: Cents, timetable: Timetable): Segment {
  const { plan } = closing;
  const rate = atFrequency(plan.rate, plan.timetable.frequency, timetable.frequency);
  const before = [{ qty: MAX_PAYMENTS, amount }];
  const start = startOf(closing, { timetable });
  return repaidWith(closing, start, rate, { before, lastPercent: 105, field: 'amount' });
}

/** Payments that are known, from which the rate follows. */
export function solvedPayments(
  closing: Closing,
  rows: readonly TermRow[],
  timetable: Timetable,
  administrationFee?: Cents,
): Segment {
  const start = startOf(closing, { timetable, administrationFee });
  const fixed = precisionFor(0, 0);
  const debt = owedAtFirst(fixed, start, 0n);
  if (!fixed.isAtMost(debt, MAX_BALANCE)) throw neverRepaid('schedulePaymentPlans');
  const owed = fixed.round(debt);
  const total = cents(sumOf(rows));
  checkPaymentCount('schedulePaymentPlans', start.after + countPayments(rows));
  if (total < owed) {
    const message = `The payments add up to ${formatMoney(total)}, less than the ${formatMoney(owed)} owed. Please enter larger or more payments.`;
    throw invalid('schedulePaymentPlans', 'event/total-too-small', message);
  }
  const plan = new Segment({ ...start, rows: joinRows(rows) });
  checkEnd('schedulePaymentPlans', closing.startDate, plan.endDate);
  return plan;
}

/** The posted payments from the event's date to k, with the balance worked out again at the rate. */
function replay(closing: Closing, rate: Rate, repaid: Cents): Segment {
  const { plan, date, k, due, paid } = closing;
  const closed = plan.replayed && date < plan.since ? plan.replayed : plan;
  const start = startOf(
    { ...closing, k: due, effectiveDate: date, debt: closed.debtAt(due, date) },
    { repaid },
  );
  const rows = dropPayments(paid, due);
  const fixed = precisionFor(rate.periodic, k - due);
  const periodic = rate.exactly(fixed);
  let owed = owedAtFirst(fixed, start, periodic);
  for (const row of rows) owed = owedLater(fixed, owed, periodic, row);
  const exact = fixed.over(owed, fixed.one + periodic);
  if (!fixed.isAtMost(exact, MAX_BALANCE)) throw neverRepaid('keep');
  const residue = exact > 0n ? fixed.toCarried(exact) : 0n;
  return new Segment({ ...start, rows, given: { rate, residue } });
}

/**
 * The segment that opens after payment k on the effective date, less a repayment.
 * @throws Refusal conflict if nothing is owed; invalid `amount` for a repayment of the whole balance or more.
 */
function startOf(closing: Closing, changes: Changes = {}): Start {
  const { plan, k, effectiveDate, debt } = closing;
  const { repaid = ZERO, timetable = plan.timetable, administrationFee = plan.administrationFee } = changes;
  if (repaid > 0 && repaid >= debt.balance) {
    const message = `An extra repayment must be less than the balance of ${formatMoney(debt.balance)}. Record a payout to repay all of it.`;
    throw invalid('amount', 'event/amount', message);
  }
  if (debt.balance <= 0) throw nothingOwed(k);
  return {
    after: k,
    since: effectiveDate,
    opening: cents(debt.balance - repaid),
    carried: debt.carried,
    firstPeriod: periodsUntil(timetable, effectiveDate, k + 1),
    timetable,
    administrationFee,
    gstOnCharges: plan.gstOnCharges,
  };
}

/** The refusal of a change where nothing is owed after payment k. */
export function nothingOwed(k: number): Refusal {
  const message = `Nothing is owed after payment ${k}, so nothing is left to change.`;
  return conflict('event/nothing-owed', message);
}

function remainingPayments(closing: Closing, start: Start, rate: Rate, keep: Keep): Segment {
  const { remaining, paid } = closing;
  if (keep === 'payment') return keepPayments(closing, remaining, 'keep', start, rate);
  const rows = levelRows(start, rate, remaining, endsWithBalloon(joinRows(paid, remaining)));
  return repaidWith(closing, start, rate, { before: allButLast(rows), lastPercent: 100, field: 'keep' });
}

/**
 * Amounts in their order on the same dates until the debt is repaid. A balloon pays all that is left on its date;
 * without one the last regular amount repeats.
 */
export function keepPayments(
  closing: Closing,
  rows: readonly TermRow[],
  field: string,
  start: Start = startOf(closing),
  rate: Rate = closing.plan.rate,
): Segment {
  const all = joinRows(closing.paid, rows);
  const regular = allButLast(rows);
  const repeated = { qty: MAX_PAYMENTS, amount: lastRegularAmount(all) ?? lastAmount(all) };
  const before = endsWithBalloon(all) ? regular : joinRows(regular, [repeated]);
  return repaidWith(closing, start, rate, { before, lastPercent: 105, field });
}

/** The segment of planned amounts until the debt is repaid. */
function repaidWith({ startDate }: Closing, start: Start, rate: Rate, planned: PlannedAmounts): Segment {
  const { rows, residue } = repayWith(start, rate, planned);
  const plan = new Segment({ ...start, rows, given: { rate, residue } });
  checkEnd(planned.field, startDate, plan.endDate);
  return plan;
}
