import { cents, formatMoney, MAX_AMOUNT, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { invalid } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { formatCount } from '../text.ts';
import type { Fixed, FixedPoint } from './fixed-point.ts';
import { owedAfter, owedAtFirst, worthAtFirst } from './segment-math.ts';
import type { ExactSegment, SegmentStart } from './segment-math.ts';
import { countPayments, joinRows, lastAmount, takePayments } from './term-rows.ts';
import { MAX_PAYMENTS } from './terms.ts';
import type { TermRow } from './term-rows.ts';

/** Amounts that a schedule intends to pay, before it is known which payment is the last. */
export interface PlannedAmounts {
  readonly rows: readonly TermRow[];
  /** The amount paid after the rows for as long as needed. Null: the last payment of the rows pays all that is owed. */
  readonly repeated: Cents | null;
  /** A payment is the last one if the debt at it is at most this percentage of it, and it then pays the debt. */
  readonly lastPercent: 100 | 105;
}

/** Names the field to correct when no amounts repay the debt. */
export interface AmountsContext {
  readonly field: string;
  /** The number of the payment before the first of these. */
  readonly after: number;
  /** Throws if the arithmetic is too coarse to follow a debt over so many payments. */
  readonly checkPrecision: (rate: Fixed, payments: number) => void;
}

/** Sixteen units of relative rounding error of a double. */
const ERROR_PER_STEP = 2 ** -49;
const ONE_CENT = cents(1);
/** Beyond so many cents a balance can't be counted. */
const MAX_BALANCE = 1e15;

/**
 * Pays a debt with planned amounts until it is repaid: the last payment is cut or raised to the debt.
 * @throws Refusal invalid if the debt is never repaid or the last payment exceeds the largest amount.
 */
export function repayWith(
  fixed: FixedPoint,
  start: SegmentStart,
  rate: Fixed,
  planned: PlannedAmounts,
  context: AmountsContext,
): ExactSegment {
  const paid = paidBeforeLast(fixed, start, rate, planned, context);
  context.checkPrecision(rate, countPayments(paid));
  const owed = owedAfter(fixed, start, rate, paid);
  const last = fixed.round(owed);
  if (last > MAX_AMOUNT) throw neverRepaid(context.field);
  const rows = joinRows(paid, [{ qty: 1, amount: last }]);
  return { ...start, rate, rows, residue: owed - fixed.ofWhole(last) };
}

/** The payments before the last one, found in doubles. The exact debt decides where their error bound can't. */
function paidBeforeLast(
  fixed: FixedPoint,
  start: SegmentStart,
  rate: Fixed,
  planned: PlannedAmounts,
  context: AmountsContext,
): readonly TermRow[] {
  const growth = 1 + fixed.toNumber(rate);
  const most = MAX_PAYMENTS - context.after;
  const all =
    planned.repeated === null
      ? planned.rows
      : joinRows(planned.rows, [{ qty: most, amount: planned.repeated }]);
  const final = planned.repeated === null ? countPayments(all) : Infinity;
  const owedExactly = (payments: number): Fixed => {
    context.checkPrecision(rate, payments);
    return owedAfter(fixed, start, rate, takePayments(all, payments));
  };
  let owed = fixed.toNumber(owedAtFirst(fixed, start, rate));
  let errorBound = owed * ERROR_PER_STEP;
  let number = 1;
  for (const { qty, amount } of all) {
    const limit = Math.floor((amount * planned.lastPercent) / 100);
    for (const end = number + qty; number < end; number++) {
      if (number > most || owed > MAX_BALANCE) throw neverRepaid(context.field);
      const excess = owed - limit - 0.5;
      const isRepaid =
        Math.abs(excess) > errorBound ? excess < 0 : fixed.round(owedExactly(number - 1)) <= limit;
      if (isRepaid || number === final) return takePayments(all, number - 1);
      owed = (owed - amount) * growth;
      errorBound = errorBound * growth + owed * ERROR_PER_STEP;
    }
  }
  throw neverRepaid(context.field);
}

/**
 * Replaces every payment but those of 0.00 and the balloon with one level amount, rounded half up to the cent.
 * @param rows the payments to replace.
 * @param hasBalloon whether the last of them is a balloon and keeps its amount.
 * @throws Refusal invalid if the level amount isn't more than 0.00.
 */
export function levelRows(
  fixed: FixedPoint,
  start: SegmentStart,
  rate: Fixed,
  rows: readonly TermRow[],
  hasBalloon: boolean,
): readonly TermRow[] {
  const regular = hasBalloon ? takePayments(rows, countPayments(rows) - 1) : rows;
  if (regular.every(({ amount }) => amount === 0)) return rows;
  const balloon: readonly TermRow[] = hasBalloon ? [{ qty: 1, amount: lastAmount(rows) }] : [];
  const unpaid = regular.map(({ qty }) => ({ qty, amount: ZERO }));
  const units = regular.map(({ qty, amount }) => ({ qty, amount: amount === 0 ? ZERO : ONE_CENT }));
  const balloonWorth = worthAtFirst(fixed, [...unpaid, ...balloon], rate);
  const owed = owedAtFirst(fixed, start, rate) - balloonWorth;
  const exactLevel = fixed.over(owed, worthAtFirst(fixed, units, rate));
  if (!fixed.isCountable(exactLevel)) throw neverRepaid('keep');
  const level = fixed.round(exactLevel);
  if (level <= 0) {
    const message = `The last payment of ${formatMoney(lastAmount(rows))} alone repays the balance. Please keep the payment instead of the term.`;
    throw invalid('keep', 'event/level-payment', message);
  }
  return joinRows(
    regular.map(({ qty, amount }) => ({ qty, amount: amount === 0 ? amount : level })),
    balloon,
  );
}

/** The refusal of payments that leave a balance which grows without end. */
export function neverRepaid(field: string): Refusal {
  return invalid(
    field,
    'event/never-repaid',
    `With these payments the balance isn't repaid within ${formatCount(MAX_PAYMENTS)} payments. Please choose larger payments.`,
  );
}
