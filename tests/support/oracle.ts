import { Decimal } from 'decimal.js';

/**
 * The payment table by a slow and simple method, in decimals of at least 50 digits, independent of the domain: the
 * rate by Newton's method on the sum of discounted payments, the balances forward from the loan.
 */

/** A loan in cents with its payments. */
export interface OracleLoan {
  readonly amount: number;
  readonly payments: readonly number[];
  /** Periods until the first payment: simple interest. 0 on the start date, 1 a period later. */
  readonly firstPeriod: { readonly numerator: number; readonly denominator: number };
}

export const USUAL_PERIOD = { numerator: 1, denominator: 1 };

export interface OracleTable {
  /** Interest of one period, as a fraction. */
  readonly rate: Decimal;
  /** The exact balance after each payment, in cents. */
  readonly balances: readonly Decimal[];
}

const TIE = new Decimal(2).pow(-64);

/** Rounds a balance half up to the cent. Nearer than 2⁻⁶⁴ of a cent to a half counts as a half. */
export function roundedBalance(balance: Decimal): number {
  return balance.plus(TIE).plus(0.5).floor().toNumber();
}

/** Above this many digits of growth, balances are computed backwards, because errors shrink in that direction. */
const MAX_GROWTH_DIGITS = 40;

export function oracleTable(loan: OracleLoan): OracleTable {
  const guess = roughRate(loan);
  const growthDigits = Math.ceil(loan.payments.length * Math.log10(1 + guess));
  if (growthDigits <= MAX_GROWTH_DIGITS) {
    const rate = exactRate(loan, guess, 50 + growthDigits);
    return { rate, balances: balancesForward(loan, rate) };
  }
  for (let digits = 50; ; digits *= 2) {
    const rate = exactRate(loan, guess, digits);
    const balances = balancesBack(loan, rate);
    const isClear = balances.every((balance) =>
      balance
        .mod(1)
        .minus(0.5)
        .abs()
        .gt(`1e-${digits / 2}`),
    );
    if (isClear) return { rate, balances };
  }
}

function balancesForward({ amount, payments, firstPeriod }: OracleLoan, rate: Decimal): Decimal[] {
  const growth = rate.plus(1);
  const first = rate.times(firstPeriod.numerator).div(firstPeriod.denominator).plus(1);
  let balance = growth.times(0).plus(amount);
  return payments.map((payment, index) => {
    balance = balance.times(index === 0 ? first : growth).minus(payment);
    return balance;
  });
}

function balancesBack({ payments }: OracleLoan, rate: Decimal): Decimal[] {
  const growth = rate.plus(1);
  let balance = growth.times(0);
  const backwards = payments.toReversed().map((payment) => {
    const after = balance;
    balance = balance.plus(payment).div(growth);
    return after;
  });
  return backwards.toReversed();
}

/** Halves an interval in doubles until the rate has about fourteen digits. */
function roughRate(loan: OracleLoan): number {
  if (excessAt(0, loan) <= 0) return 0;
  let low = 0;
  let high = 1;
  while (excessAt(high, loan) > 0) high *= 2;
  while (high - low > high * 1e-14) {
    const middle = (low + high) / 2;
    if (excessAt(middle, loan) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** By how much the payments are worth more at the first one than what is owed then: Σ p ÷ (1 + r)^(j − 1) − L(1 + r·g). */
function excessAt(rate: number, { amount, payments, firstPeriod }: OracleLoan): number {
  let value = 0;
  for (const payment of payments.toReversed()) value = value / (1 + rate) + payment;
  return value - amount * (1 + (rate * firstPeriod.numerator) / firstPeriod.denominator);
}

function exactRate(loan: OracleLoan, guess: number, precision: number): Decimal {
  const Exact = Decimal.clone({ precision });
  let rate = new Exact(guess);
  if (guess === 0) return rate;
  const halfOfDigits = new Exact(10).pow(-Math.ceil(Exact.precision / 2));
  for (;;) {
    const { excess, slope } = excessExactly(loan, rate, Exact);
    const step = excess.div(slope);
    rate = rate.plus(step);
    if (step.abs().lt(rate.times(halfOfDigits))) return rate;
  }
}

/** Returns {@link excessAt} and its derivative by the rate, negated. */
function excessExactly(
  { amount, payments, firstPeriod }: OracleLoan,
  rate: Decimal,
  Exact: typeof Decimal,
): { excess: Decimal; slope: Decimal } {
  const discount = new Exact(1).div(rate.plus(1));
  let value = new Exact(0);
  let slope = new Exact(0);
  for (const payment of payments.toReversed()) {
    const later = value.times(discount);
    slope = slope.plus(later).times(discount);
    value = later.plus(payment);
  }
  const accruing = new Exact(amount).times(firstPeriod.numerator).div(firstPeriod.denominator);
  return { excess: value.minus(accruing.times(rate).plus(amount)), slope: slope.plus(accruing) };
}
