/** GST on the credit charges of a hire purchase, claimed in full at the opening: the charges are carried without it. */
import { cents, type Cents } from '../money.ts';

/** Ten elevenths of an amount that includes GST, half up to the cent; a credit as the debit of the same amount. */
export function withoutGst(amount: Cents): Cents {
  const net = Math.floor((Math.abs(amount) * 20 + 11) / 22);
  return cents(amount < 0 ? 0 - net : net);
}
