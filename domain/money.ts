import { formatCount } from './text.ts';

declare const centsBrand: unique symbol;

/** Money in AUD as a whole number of cents. Dollars exist only on the wire and on the screen. */
export type Cents = number & { readonly [centsBrand]: true };

/** No amount of cents at all. */
export const ZERO = cents(0);

/** The largest loan, payment or fee: a thousand million dollars. */
export const MAX_AMOUNT = cents(100_000_000_000);

/**
 * Marks a whole number as cents.
 * @throws RangeError if it isn't a safe integer: a fraction of a cent is a mistake of the program.
 */
export function cents(amount: number): Cents {
  const whole = amount === 0 ? 0 : amount;
  if (!isCents(whole)) throw new RangeError(`${amount} is not a whole number of cents`);
  return whole;
}

function isCents(amount: number): amount is Cents {
  return Number.isSafeInteger(amount);
}

/** The same amount on the other side: a credit for a debit. */
export function negated(amount: Cents): Cents {
  return cents(0 - amount);
}

/** Whether a number of dollars has at most two decimals and can be counted in cents exactly. */
export function isMoney(dollars: number): boolean {
  const amount = Math.round(dollars * 100);
  return Number.isSafeInteger(amount) && amount / 100 === dollars;
}

/**
 * Dollars, as on the wire, to cents.
 * @throws RangeError for more than two decimals or for an amount too large to count in cents.
 */
export function toCents(dollars: number): Cents {
  if (!isMoney(dollars)) throw new RangeError(`${dollars} is not an amount of dollars with two decimals`);
  return cents(Math.round(dollars * 100));
}

/** Cents to dollars, for the wire: the double nearest to the decimal amount. */
export function toDollars(amount: Cents): number {
  return amount / 100;
}

/** Every amount of a record in dollars, for the wire. */
export function inDollars<Amounts extends Readonly<Record<keyof Amounts, Cents>>>(
  amounts: Amounts,
): { [Name in keyof Amounts]: number } {
  const dollars = Object.entries<Cents>(amounts).map(([name, amount]) => [name, toDollars(amount)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names
  return Object.fromEntries(dollars) as { [Name in keyof Amounts]: number };
}

/** @throws RangeError if the sum can't be counted exactly. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

/** Adds dollars, as on the wire, in cents, so that no binary fraction is left over. */
export function sumDollars(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum += Math.round(amount * 100);
  return sum / 100;
}

/**
 * Rounds a fraction half up to the cent, exactly.
 * @param numerator cents times the denominator, 0 or more.
 */
export function halfUp(numerator: bigint, denominator: bigint): Cents {
  return cents(Number((2n * numerator + denominator) / (2n * denominator)));
}

/** `$1,234.56`, negative `-$5.00`, as `Intl.NumberFormat` writes it in en-AU. */
export function formatMoney(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}$${formatCount(digits.slice(0, -2))}.${digits.slice(-2)}`;
}
