/** Another administration fee from a payment on. Rate, amounts and balances stay. */
import type { Cents } from '../money.ts';
import { checkAdministrationFee } from '../amortisation/terms.ts';
import type { EventKind } from './event-kind.ts';
import { samePayments } from './next-segment.ts';
import { restOfTable } from './table-events.ts';
import { MONEY, SAME } from './wire.ts';

export interface FeeChange {
  readonly kind: 'fee-change';
  readonly fromPayment: number;
  readonly administrationFee: Cents;
}

export const feeChange = {
  label: 'Change of administration fee',
  timing: 'from-payment',
  fitsTable: true,
  fields: { fromPayment: SAME, administrationFee: MONEY },
  check: ({ administrationFee }) => checkAdministrationFee(administrationFee),
  apply: (closing, { administrationFee }) =>
    closing.plan.timetable.table
      ? restOfTable(closing, administrationFee)
      : samePayments(closing, administrationFee),
} satisfies EventKind<FeeChange>;
