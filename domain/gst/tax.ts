import { Decimal } from 'decimal.js';
import { cents, type Cents, negated, sumCents, ZERO } from '../money.ts';
import { type LineAmountTypes, NO_GST, type TaxRate, type TaxType } from './tax-types.ts';

/** An amount, positive for a debit and negative for a credit, with its tax type. */
export interface TaxedLine {
  readonly amount: Cents;
  readonly taxType: TaxType;
}

/** Sums of a journal in cents, all positive but `outBy`. */
export interface JournalTotals {
  readonly debit: Cents;
  readonly credit: Cents;
  /** GST within (Inclusive) or on top of (Exclusive) the debits. */
  readonly debitTax: Cents;
  readonly creditTax: Cents;
  /** Debits less credits, with the tax that is added; 0 when the journal balances. */
  readonly outBy: Cents;
}

/**
 * GST of one line in cents: amount × rate ÷ (100 + rate) if included, amount × rate ÷ 100 if added, rounded half
 * up, a credit like the debit of the same amount.
 * @param rate in percent.
 */
export function lineTax(amount: Cents, rate: number, lineAmountTypes: LineAmountTypes): Cents {
  if (lineAmountTypes === 'NoTax') return ZERO;
  const base = lineAmountTypes === 'Inclusive' ? 100 + rate : 100;
  return cents(
    new Decimal(amount).times(rate).div(base).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber(),
  );
}

/**
 * Totals of a journal: tax is rounded for each line, then summed, as Xero does.
 * @throws RangeError for a tax type without a rate.
 */
export function journalTotals(
  lines: readonly TaxedLine[],
  lineAmountTypes: LineAmountTypes,
  rates: readonly TaxRate[],
): JournalTotals {
  const taxed = lines.map(({ amount, taxType }) => ({
    amount,
    tax: lineTax(amount, rateOfType(taxType, rates), lineAmountTypes),
  }));
  const debits = taxed.filter(({ amount }) => amount > 0);
  const credits = taxed.filter(({ amount }) => amount < 0);
  const debit = sumCents(debits.map(({ amount }) => amount));
  const credit = negated(sumCents(credits.map(({ amount }) => amount)));
  const debitTax = sumCents(debits.map(({ tax }) => tax));
  const creditTax = negated(sumCents(credits.map(({ tax }) => tax)));
  const addedTax = lineAmountTypes === 'Exclusive' ? debitTax - creditTax : 0;
  return { debit, credit, debitTax, creditTax, outBy: cents(debit - credit + addedTax) };
}

function rateOfType(taxType: TaxType, rates: readonly TaxRate[]): number {
  if (taxType === NO_GST) return 0;
  const found = rates.find((rate) => rate.taxType === taxType);
  if (!found) throw new RangeError(`There is no rate for tax type ${taxType}`);
  return found.rate;
}
