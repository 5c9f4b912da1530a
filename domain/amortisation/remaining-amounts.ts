/** The payments that repay a debt at a known rate: until nothing is owed, or level over a known term. */
import { cents, type Cents, formatMoney, MAX_AMOUNT, ZERO } from '../money.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { formatCount } from '../text.ts';
import { type Carried, type Fixed, type FixedPoint, precisionFor } from './fixed-point.ts';
import type { Rate } from './rate.ts';
import { allButLast, countPayments, joinRows, lastAmount, takePayments, type TermRow } from './term-rows.ts';
import type { SegmentTerms } from './segment.ts';
import { MAX_PAYMENTS } from './terms.ts';
import { type OpeningDebt, owedAtFirst, owedLater, worthAtFirst } from './time-value.ts';

/** Amounts that a schedule intends to pay, before it is known which payment is the last. */
export interface PlannedAmounts {
  /** The payments before the last one, at most. */
  readonly before: readonly TermRow[];
  /** A payment is the last one if the debt at it is at most this percentage of it, and it then pays the debt. */
  readonly lastPercent: 100 | 105;
  /** The wire field to correct when no amounts repay the debt. */
  readonly field: string;
}

const ONE_CENT = cents(1);
/** The largest balance in cents that is followed: beyond nine times as many, cents can't be counted. */
export const MAX_BALANCE = 1e15;
/** A debt is followed until its errors have grown by so many bits: 1,000 % a year over 100 years takes 1,300. */
const MAX_GROWTH_BITS = 4096;

/**
 * Pays a debt with planned amounts until it is repaid: the last payment is cut or raised to the debt.
 * @returns the payments with the part of a cent that the last one leaves.
 * @throws Refusal invalid if the debt is never repaid or the last payment exceeds the largest amount.
 */
export function repayWith(
  debt: OpeningDebt & Pick<SegmentTerms, 'after'>,
  rate: Rate,
  { before, lastPercent, field }: PlannedAmounts,
): { readonly rows: readonly TermRow[]; readonly residue: Carried } {
  const growthBits = Math.log1p(rate.periodic) / Math.LN2;
  const most = Math.min(MAX_PAYMENTS - debt.after, Math.floor(MAX_GROWTH_BITS / growthBits));
  const walked = takePayments(before, most);
  const fixed = precisionFor(rate.periodic, countPayments(walked));
  const periodic = rate.exactly(fixed);
  let owed = owedAtFirst(fixed, debt, periodic);
  let paid = 0;
  for (const row of walked) {
    const limit = Math.floor((row.amount * lastPercent) / 100);
    const step = payUntil(fixed, periodic, owed, row, limit);
    ({ owed } = step);
    paid += step.paid;
    if (step.paid < row.qty) break;
    if (owed > fixed.ofWhole(MAX_BALANCE)) throw neverRepaid(field);
  }
  if (paid >= most || !fixed.isAtMost(owed, MAX_AMOUNT)) throw neverRepaid(field);
  const last = fixed.round(owed);
  return {
    rows: joinRows(takePayments(before, paid), [{ qty: 1, amount: last }]),
    residue: fixed.toCarried(owed - fixed.ofWhole(last)),
  };
}

/**
 * Pays a row of equal amounts a until the debt D is at most a limit L, or to its end. A payment lowers the debt at the
 * next one by a(1 + r) − D·r at first, so n = ln(1 + (D − L)·r ÷ (a(1 + r) − D·r)) ÷ ln(1 + r) payments, rounded up
 * (NPER). A debt that doesn't fall at first never falls.
 * @returns how many payments of the row are paid, and the debt at the next one.
 */
function payUntil(
  fixed: FixedPoint,
  rate: Fixed,
  debt: Fixed,
  { qty, amount }: TermRow,
  limit: number,
): { readonly paid: number; readonly owed: Fixed } {
  if (fixed.isAtMost(debt, limit)) return { paid: 0, owed: debt };
  const after = (payments: number): Fixed => owedLater(fixed, debt, rate, { qty: payments, amount });
  const fall = fixed.ofWhole(amount) - fixed.times(debt - fixed.ofWhole(amount), rate);
  if (fall <= 0n) return { paid: qty, owed: after(qty) };
  const periodic = fixed.toNumber(rate);
  const ratio = (fixed.toNumber(debt) - limit - 0.5) / fixed.toNumber(fall);
  const estimate = periodic === 0 ? ratio : Math.log1p(ratio * periodic) / Math.log1p(periodic);
  let paid = Math.min(Math.max(Math.ceil(estimate), 1), qty);
  let owed = after(paid);
  while (paid > 1 && fixed.isAtMost(after(paid - 1), limit)) owed = after(--paid);
  while (paid < qty && !fixed.isAtMost(owed, limit)) owed = after(++paid);
  return { paid, owed };
}

/**
 * Replaces every payment but those of 0.00 and the balloon with one level amount, rounded half up to the cent.
 * @param rows the payments to replace.
 * @param hasBalloon whether the last of them is a balloon and keeps its amount.
 * @throws Refusal invalid if the level amount isn't more than 0.00.
 */
export function levelRows(
  debt: OpeningDebt,
  rate: Rate,
  rows: readonly TermRow[],
  hasBalloon: boolean,
): readonly TermRow[] {
  const regular = hasBalloon ? allButLast(rows) : rows;
  if (regular.every(({ amount }) => amount === 0)) return rows;
  const balloon = hasBalloon ? [{ qty: 1, amount: lastAmount(rows) }] : [];
  const regularAt = (level: Cents) =>
    regular.map(({ qty, amount }) => ({ qty, amount: amount === 0 ? ZERO : level }));
  const fixed = precisionFor(rate.periodic, 0);
  const periodic = rate.exactly(fixed);
  const balloonWorth = hasBalloon ? worthAtFirst(fixed, periodic, [...regularAt(ZERO), ...balloon]) : 0n;
  const owed = owedAtFirst(fixed, debt, periodic) - balloonWorth;
  const exactLevel = fixed.over(owed, worthAtFirst(fixed, periodic, regularAt(ONE_CENT)));
  if (fixed.isAtMost(exactLevel, 0)) {
    const message = `The last payment of ${formatMoney(lastAmount(rows))} alone repays the balance. Please keep the payment instead of the term.`;
    throw invalid('keep', 'event/level-payment', message);
  }
  if (!fixed.isAtMost(exactLevel, MAX_BALANCE)) throw neverRepaid('keep');
  const level = fixed.round(exactLevel);
  return joinRows(regularAt(level), balloon);
}

/** The refusal of payments that leave a balance which grows without end. */
export function neverRepaid(field: string): Refusal {
  return invalid(
    field,
    'event/never-repaid',
    `With these payments the balance isn't repaid within ${formatCount(MAX_PAYMENTS)} payments. Please choose larger payments.`,
  );
}
