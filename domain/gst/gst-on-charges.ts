/**
 * GST on the credit charges of a hire purchase, claimed in full at the opening: the charges are carried without it. And
 * GST on the fees of an event, claimed with its document.
 */
import { cents, type Cents, sumCents } from '../money.ts';
import { AU_TAX_RATES } from './tax-types.ts';

/** Ten elevenths of an amount that includes GST, half up to the cent; a credit as the debit of the same amount. */
export function withoutGst(amount: Cents): Cents {
  const net = Math.floor((Math.abs(amount) * 20 + 11) / 22);
  return cents(amount < 0 ? 0 - net : net);
}

const TAXED = new Set<string>(AU_TAX_RATES.flatMap(({ taxType, rate }) => (rate > 0 ? [taxType] : [])));

/** The sum of fees, without the GST that is claimed on them. */
export const feesWithoutGst = (
  fees: readonly { readonly amount: Cents; readonly taxType: string }[],
): Cents => sumCents(fees.map(({ amount, taxType }) => (TAXED.has(taxType) ? withoutGst(amount) : amount)));
