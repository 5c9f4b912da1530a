/** An amount repaid on top of the payments. */
import type { Cents } from '../money.ts';
import { checkAmount } from '../amortisation/terms.ts';
import type { ChargesChange, EventKind, Keep } from './event-kind.ts';
import { repriced } from './next-segment.ts';
import { MONEY, SAME } from './wire.ts';

export interface ExtraRepayment extends ChargesChange {
  readonly kind: 'extra-repayment';
  readonly amount: Cents;
  readonly keep: Keep;
}

export const extraRepayment = {
  label: 'Extra repayment',
  timing: 'after-posted',
  fitsTable: false,
  isDatedByBank: true,
  fields: { amount: MONEY, keep: SAME, gstAccountId: SAME },
  check: ({ amount }) => checkAmount('amount', amount),
  apply: (closing, { amount, keep }) => repriced(closing, keep, { repaid: amount }),
  repaid: ({ amount }) => amount,
} satisfies EventKind<ExtraRepayment>;
