/** GST on the charges of a hire purchase, claimed with its purchase. */
import type { LiabilityMapping } from '../accounts/account-mapping.ts';
import type { Contract } from '../contract/contract.ts';
import { NO_GST } from '../gst/tax-types.ts';
import { openingLines } from '../journal/opening-balances.ts';
import { cents, negated, sumCents } from '../money.ts';
import type { PurchaseLine } from './purchase.ts';

/**
 * Returns the lines that claim the GST on the charges at the start of the contract. Both are on the account of the
 * unexpired charges, which carries the charges without GST, so they leave it as it is: the charges with their GST, and
 * the credit of the charges without it. Empty for a contract whose charges have no GST.
 */
export function chargesGstLines(contract: Contract, mapping: LiabilityMapping): PurchaseLine[] {
  const { terms, totalInterest } = contract;
  if (terms.gstOnCharges !== true) return [];
  const fixed = openingLines(contract, { date: terms.startDate, includesDate: false }, mapping);
  const gst = cents(negated(sumCents(fixed.map(({ amount }) => amount))) - terms.loanAmount);
  if (gst === 0) return [];
  const accountId = mapping.unexpiredChargesCurrentId;
  const without = negated(cents(totalInterest - gst));
  return [
    { description: 'Charges with their GST', accountId, taxType: 'INPUT', amount: totalInterest },
    { description: 'Charges without GST', accountId, taxType: NO_GST, amount: without },
  ];
}
