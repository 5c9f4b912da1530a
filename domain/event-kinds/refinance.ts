/** The payout of the whole debt by another schedule. */
import type { EventKind } from './event-kind.ts';
import {
  checkPayoutFigure,
  PAYOUT_FIELDS,
  type PayoutFigure,
  payoutLines,
  repaidByPayout,
} from './payout-figure.ts';
import { SAME } from './wire.ts';

export interface Refinance extends PayoutFigure {
  readonly kind: 'refinance';
  /** The account between the old and the new schedule, null while it isn't chosen. */
  readonly clearingAccountId: string | null;
}

export const refinance = {
  label: 'Refinance',
  timing: 'at-once',
  fitsTable: true,
  fields: { ...PAYOUT_FIELDS, clearingAccountId: SAME },
  check: (input) => checkPayoutFigure(input),
  apply: () => null,
  repaid: (input) => repaidByPayout(input),
  lines: (input) => payoutLines(input, { accountId: input.clearingAccountId }),
} satisfies EventKind<Refinance>;
