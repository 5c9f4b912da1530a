/** Payments of 0.00, after which the remaining ones follow. Interest accrues. */
import { ZERO } from '../money.ts';
import { invalid } from '../refusal.ts';
import { dropPayments, joinRows, takePayments } from '../amortisation/term-rows.ts';
import { checkPaymentCount } from '../amortisation/terms.ts';
import type { ChargesChange, EventKind } from './event-kind.ts';
import { keepPayments } from './next-segment.ts';
import { SAME } from './wire.ts';

export interface Holiday extends ChargesChange {
  readonly kind: 'holiday';
  readonly fromPayment: number;
  readonly qty: number;
}

export const holiday = {
  label: 'Payment holiday',
  timing: 'after-posted',
  fitsTable: false,
  fields: { fromPayment: SAME, qty: SAME, gstAccountId: SAME },
  check({ qty }) {
    if (Number.isInteger(qty) && qty > 0) return;
    throw invalid('qty', 'event/qty', 'The number of payments must be a whole number, 1 or more.');
  },
  apply(closing, { fromPayment, qty }) {
    const { plan, k, remaining } = closing;
    checkPaymentCount('qty', plan.count + qty);
    const before = fromPayment - 1 - k;
    const skipped = { qty, amount: ZERO };
    const rows = joinRows(takePayments(remaining, before), [skipped], dropPayments(remaining, before));
    return keepPayments(closing, rows, 'qty');
  },
} satisfies EventKind<Holiday>;
