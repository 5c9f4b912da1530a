/**
 * Works out the missing figure of a contract: L(1 + r·g) = Σ p·v^(j − 1) solved for the loan, a payment, the number of
 * payments, the balloon or the rate. Exact at the stated rate; payments are rounded half up to the cent.
 */
import { cents, type Cents, MAX_AMOUNT, ZERO } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { amortise, originalTerms } from './amortise.ts';
import { type Fixed, type FixedPoint, type Fraction, precisionFor } from './fixed-point.ts';
import type { Frequency } from './frequency.ts';
import { nominalRate } from './rate.ts';
import { type BalloonDue, withBalloon } from './stated-balloon.ts';
import { allButLast, countPayments, joinRows, lastAmount, sumOf, type TermRow } from './term-rows.ts';
import { MAX_PAYMENTS, type Terms, TOO_MANY_PAYMENTS } from './terms.ts';
import { owedAtFirst, owedLater, worthAtFirst } from './time-value.ts';
import type { DateTerms } from './timetable.ts';

/** A row of payment terms as far as it is known. */
export interface DealRow {
  /** Null: to be worked out, in one row at most. */
  readonly qty: number | null;
  /** Null: the level amount, the same in every row without one. */
  readonly amount: Cents | null;
}

/** The figures of a contract, one of which may be missing. */
export interface Deal extends Omit<DateTerms, 'table'> {
  readonly balloonDue: BalloonDue;
  readonly loanAmount: Cents | null;
  /** 0.00 without one. */
  readonly balloon: Cents | null;
  readonly rows: readonly DealRow[];
  /** Percent a year, nominal. */
  readonly contractRate: number | null;
  /** Whether the last payment is what is owed at it; always so without interest. */
  readonly lastTakesRest: boolean;
}

/** `payment`: the level amount of every row without one. `last`: the last payment alone. */
export type DealPart = 'loanAmount' | 'payment' | 'qty' | 'balloon' | 'contractRate' | 'last';

/** The contract with the part worked out. */
export interface WorkedOut {
  /** Cents, a number of payments, or percent a year. */
  readonly value: number;
  readonly loanAmount: Cents;
  /** Every payment, the balloon included. */
  readonly rows: readonly TermRow[];
}

/**
 * Works out a part from the others. Without the rest in the last payment, the rate of the result differs a little from
 * the stated one, since payments are whole cents.
 * @throws Refusal invalid if no value of the part fits the others.
 */
export function workOut(part: DealPart, deal: Deal): WorkedOut {
  const worked = SOLVERS[part](deal);
  const isExact = part === 'last' || (part !== 'contractRate' && takesRest(deal));
  const rows = isExact ? withRest(deal, worked.loanAmount, worked.rows) : worked.rows;
  const amounts = [worked.loanAmount, ...rows.map(({ amount }) => amount)];
  if (amounts.some((amount) => amount > MAX_AMOUNT)) {
    throw tooLarge();
  }
  return { ...worked, rows, value: part === 'last' ? lastAmount(rows) : worked.value };
}

const takesRest = ({ lastTakesRest, contractRate }: Deal): boolean => lastTakesRest || contractRate === 0;

const SOLVERS: Readonly<Record<DealPart, (deal: Deal) => WorkedOut>> = {
  loanAmount: loanOf,
  payment: paymentOf,
  qty: countOf,
  balloon: balloonOf,
  contractRate: rateOfDeal,
  last: (deal) => ({ value: 0, loanAmount: loanIn(deal), rows: paymentsOf(deal) }),
};

/** The payments with some figures given, unknown amounts 0.00. */
function paymentsOf(deal: Deal, given: { level?: Cents; qty?: number; balloon?: Cents } = {}): TermRow[] {
  const { level = ZERO, qty = 1, balloon = deal.balloon ?? ZERO } = given;
  const rows = deal.rows.map((row) => ({ qty: row.qty ?? qty, amount: row.amount ?? level }));
  return [...withBalloon(rows, balloon, deal.balloonDue)];
}

const loanIn = ({ loanAmount }: Deal): Cents => loanAmount ?? ZERO;

const dealTerms = (deal: Deal, loanAmount: Cents, rows: readonly TermRow[]): Terms => ({
  frequency: deal.frequency,
  startDate: deal.startDate,
  firstPaymentOnStartDate: deal.firstPaymentOnStartDate,
  firstPaymentDate: deal.firstPaymentDate,
  paymentsAtMonthEnd: deal.paymentsAtMonthEnd,
  administrationFee: ZERO,
  loanAmount,
  rows,
});

/** Exact values of a deal at its stated rate, in a precision for as many payments. */
class Exact {
  readonly fixed: FixedPoint;
  readonly rate: Fixed;
  readonly #deal: Deal;

  constructor(deal: Deal, payments: number) {
    const rate = nominalRate(deal.contractRate ?? 0, deal.frequency);
    this.#deal = deal;
    this.fixed = precisionFor(rate.periodic, payments);
    this.rate = rate.exactly(this.fixed);
  }

  /** L(1 + r·g), owed at the first payment. */
  owed(loanAmount: Cents): Fixed {
    return owedAtFirst(this.fixed, originalTerms(dealTerms(this.#deal, loanAmount, [])), this.rate);
  }

  /** The value of the payments at the first one. */
  worth(rows: readonly TermRow[]): Fixed {
    return worthAtFirst(this.fixed, this.rate, rows);
  }

  /** A worth ÷ that of a cent, rounded half up. */
  amount(worth: Fixed, ofCent: Fixed): Cents {
    const amount = ofCent > 0n ? this.fixed.over(worth, ofCent) : null;
    if (amount === null || !this.fixed.isAtMost(amount, MAX_SUM)) throw tooLarge();
    return this.fixed.round(amount);
  }
}

const ONE_CENT = cents(1);
/** Cents that a double counts. */
const MAX_SUM = 1e15;

function loanOf(deal: Deal): WorkedOut {
  const rows = paymentsOf(deal);
  const exact = new Exact(deal, 0);
  const loan = exact.amount(exact.worth(rows), exact.owed(ONE_CENT));
  const loanAmount = cents(Math.min(loan, sumOf(rows)));
  if (loanAmount <= 0) throw noSolution('These payments repay no loan.');
  return { value: loanAmount, loanAmount, rows };
}

function paymentOf(deal: Deal): WorkedOut {
  const loanAmount = loanIn(deal);
  const exact = new Exact(deal, 0);
  const known = paymentsOf(deal);
  const unit = paymentsOf({ ...deal, rows: unknownAlone(deal) }, { balloon: ZERO });
  const level = exact.amount(exact.owed(loanAmount) - exact.worth(known), exact.worth(unit));
  if (level <= 0) throw noSolution('The other payments alone repay the loan at this rate.');
  const least = Math.ceil((loanAmount - sumOf(known)) / sumOf(unit));
  const value = cents(takesRest(deal) ? level : Math.max(level, least));
  return { value, loanAmount, rows: paymentsOf(deal, { level: value }) };
}

/** The rows with a cent where an amount is unknown, and nothing elsewhere. */
const unknownAlone = ({ rows }: Deal): DealRow[] =>
  rows.map(({ qty, amount }) => ({ qty, amount: amount === null ? ONE_CENT : ZERO }));

function balloonOf(deal: Deal): WorkedOut {
  const loanAmount = loanIn(deal);
  const exact = new Exact(deal, 0);
  const regular = paymentsOf(deal, { balloon: ZERO });
  const alone = { ...deal, rows: deal.rows.map((row) => ({ ...row, amount: ZERO })) };
  const unit = exact.worth(paymentsOf(alone, { balloon: ONE_CENT }));
  const balloon = exact.amount(exact.owed(loanAmount) - exact.worth(regular), unit);
  // Less than a cent a payment is the rounding of the payments, not a balloon.
  const isRounding = Math.abs(balloon) * exact.fixed.toNumber(unit) <= countPayments(regular);
  if (balloon < 0 && !isRounding) {
    throw noSolution('These payments repay more than the loan at this rate, without a balloon.');
  }
  const value = cents(isRounding ? 0 : Math.max(balloon, loanAmount - sumOf(regular)));
  return { value, loanAmount, rows: paymentsOf(deal, { balloon: value }) };
}

/**
 * The number n of payments a in a row repays the debt D at the first of them, with what follows the row worth V a period
 * after its last payment: D = a(1 − vⁿ) ÷ (1 − v) + V·vⁿ, which is linear in vⁿ.
 */
function countOf(deal: Deal): WorkedOut {
  const loanAmount = loanIn(deal);
  const index = deal.rows.findIndex(({ qty }) => qty === null);
  const before = paymentsOf({ ...deal, rows: deal.rows.slice(0, index) }, { balloon: ZERO });
  const later = deal.rows.slice(index + 1);
  const after = later.length > 0 ? paymentsOf({ ...deal, rows: later }) : [];
  const level = deal.rows[index]?.amount ?? ZERO;
  const exact = new Exact(deal, countPayments([...before, ...after]));
  let owed = exact.owed(loanAmount);
  for (const row of before) owed = owedLater(exact.fixed, owed, exact.rate, row);
  const debt = exact.fixed.toNumber(owed);
  const periodic = exact.fixed.toNumber(exact.rate);
  const perpetuity = (level * (1 + periodic)) / periodic;
  const residual =
    later.length > 0
      ? exact.fixed.toNumber(exact.worth(after))
      : (deal.balloon ?? ZERO) * (deal.balloonDue === 'with-last' ? 1 + periodic : 1);
  const periods =
    periodic === 0
      ? (debt - residual) / level
      : -Math.log((perpetuity - debt) / (perpetuity - residual)) / Math.log1p(periodic);
  if (!(periods >= 0.5) || periods === Infinity)
    throw noSolution('These payments never repay the loan at this rate.');
  if (periods > MAX_PAYMENTS) throw noSolution(TOO_MANY_PAYMENTS);
  const rowsOf = (qty: number): TermRow[] => paymentsOf(deal, { qty });
  const isRest = takesRest(deal) && later.length === 0;
  const qty = Math.max(isRest ? Math.ceil(periods - LAST_SHARE) : Math.round(periods), 1);
  const value = !takesRest(deal) && sumOf(rowsOf(qty)) < loanAmount ? qty + 1 : qty;
  return { value, loanAmount, rows: rowsOf(value) };
}

/** A last payment that takes the rest may be so much more than the others, as with contract events. */
const LAST_SHARE = 0.05;

function rateOfDeal(deal: Deal): WorkedOut {
  const [loanAmount, rows] = [loanIn(deal), paymentsOf(deal)];
  const { annualPercent } = amortise(dealTerms(deal, loanAmount, rows)).rate;
  return { value: annualPercent, loanAmount, rows };
}

/** The rows with a last payment of what is owed at it at exactly the stated rate, half up. */
function withRest(deal: Deal, loanAmount: Cents, rows: readonly TermRow[]): readonly TermRow[] {
  const before = allButLast(rows);
  const exact = new Exact(deal, countPayments(before));
  let owed = exact.owed(loanAmount);
  for (const row of before) owed = owedLater(exact.fixed, owed, exact.rate, row);
  if (!exact.fixed.isAtMost(owed, MAX_AMOUNT))
    throw noSolution('These payments never repay the loan at this rate.');
  const last = exact.fixed.round(owed);
  if (last <= 0) throw noSolution('The payments before the last one already repay the loan.');
  return joinRows(before, [{ qty: 1, amount: last }]);
}

/** The interest of so many periods on a loan, half up to the cent. @param contractRate percent a year, nominal. */
export function interestOnly(
  loanAmount: Cents,
  contractRate: number,
  frequency: Frequency,
  periods: Fraction,
): Cents {
  const rate = nominalRate(contractRate, frequency);
  const fixed = precisionFor(rate.periodic, 0);
  return fixed.round(fixed.timesFraction(rate.exactly(fixed), periods) * BigInt(loanAmount));
}

const tooLarge = (): Refusal => noSolution('These figures lead to an amount that is too large.');

const noSolution = (message: string): Refusal => new Refusal('invalid', 'schedule/no-solution', message);
