import type { DocumentLine, LineAmountTypes } from './records.ts';

/** Rounds half away from zero, after removing binary noise (1.005 × 100 is 100.49999…). */
function rounded(value: number): number {
  return Math.sign(value) * Math.round(Number(Math.abs(value).toPrecision(15)));
}

/** Converts an amount of Xero's JSON to cents. */
export function toCents(amount: number): number {
  return rounded(amount * 100);
}

export function toAmount(cents: number): number {
  return cents / 100;
}

export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Rounds a unit amount that Xero computes, which has four decimals. */
export const toUnitAmount = (amount: number): number => rounded(amount * 10_000) / 10_000;

/** Quantity times unit amount, in cents. */
export function lineCents(quantity: number, unitAmount: number): number {
  return rounded(quantity * unitAmount * 100);
}

/** The tax in (Inclusive) or on top of (Exclusive) a line amount, rounded per line as Xero does. `rate` in percent. */
export function taxCents(cents: number, rate: number, types: LineAmountTypes): number {
  if (types === 'NoTax') return 0;
  return rounded((cents * rate) / (types === 'Inclusive' ? 100 + rate : 100));
}

/** Returns a line's amount without tax. */
export function netCents(line: DocumentLine, types: LineAmountTypes): number {
  return types === 'Inclusive' ? line.cents - line.taxCents : line.cents;
}

export interface Totals {
  readonly subTotal: number;
  readonly tax: number;
  readonly total: number;
}

/** Returns the totals of a document in cents. */
export function totalsOf(lines: readonly DocumentLine[], types: LineAmountTypes): Totals {
  const subTotal = lines.reduce((sum, line) => sum + netCents(line, types), 0);
  const tax = lines.reduce((sum, line) => sum + line.taxCents, 0);
  return { subTotal, tax, total: subTotal + tax };
}
