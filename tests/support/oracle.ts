import { Decimal } from 'decimal.js';

/**
 * The payment table by a slow and simple method, in decimals of at least 50 digits, independent of the domain: the
 * rate by Newton's method on the sum of discounted payments, the balances forward from the loan.
 */

/** A loan in cents with its payments. */
export interface OracleLoan {
  readonly amount: number;
  readonly payments: readonly number[];
  readonly firstAtStart: boolean;
}

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

function balancesForward({ amount, payments, firstAtStart }: OracleLoan, rate: Decimal): Decimal[] {
  const growth = rate.plus(1);
  let balance = growth.times(0).plus(amount);
  return payments.map((payment, index) => {
    const carriesInterest = index > 0 || !firstAtStart;
    balance = (carriesInterest ? balance.times(growth) : balance).minus(payment);
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
  if (valueAt(0, loan) === loan.amount) return 0;
  let low = 0;
  let high = 1;
  while (valueAt(high, loan) > loan.amount) high *= 2;
  while (high - low > high * 1e-14) {
    const middle = (low + high) / 2;
    if (valueAt(middle, loan) > loan.amount) low = middle;
    else high = middle;
  }
  return high;
}

function valueAt(rate: number, { payments, firstAtStart }: OracleLoan): number {
  let value = 0;
  for (let index = payments.length - 1; index >= 0; index--) {
    value += payments[index] ?? 0;
    if (index > 0 || !firstAtStart) value /= 1 + rate;
  }
  return value;
}

function exactRate(loan: OracleLoan, guess: number, precision: number): Decimal {
  const Exact = Decimal.clone({ precision });
  let rate = new Exact(guess);
  if (guess === 0) return rate;
  const halfOfDigits = new Exact(10).pow(-Math.ceil(Exact.precision / 2));
  for (;;) {
    const { value, slope } = discounted(loan, rate, Exact);
    const step = value.minus(loan.amount).div(slope);
    rate = rate.plus(step);
    if (step.abs().lt(rate.times(halfOfDigits))) return rate;
  }
}

/** Returns Σ payment ÷ (1 + rate)ᵗ and its derivative by the rate, negated: Σ t × payment ÷ (1 + rate)ᵗ⁺¹. */
function discounted(
  { payments, firstAtStart }: OracleLoan,
  rate: Decimal,
  Exact: typeof Decimal,
): { value: Decimal; slope: Decimal } {
  const discount = new Exact(1).div(rate.plus(1));
  let value = new Exact(0);
  let slope = new Exact(0);
  for (let index = payments.length - 1; index >= 0; index--) {
    const payment = payments[index] ?? 0;
    const time = firstAtStart ? index : index + 1;
    value = value.plus(payment);
    slope = slope.plus(time * payment);
    if (time > 0) {
      value = value.times(discount);
      slope = slope.times(discount);
    }
  }
  return { value, slope: slope.times(discount) };
}
