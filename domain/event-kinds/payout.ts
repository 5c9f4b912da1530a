/** The payout of the whole debt: the contract ends. */
import type { EventKind } from './event-kind.ts';
import {
  checkPayoutFigure,
  PAYOUT_FIELDS,
  type PayoutFigure,
  payoutLines,
  repaidByPayout,
} from './payout-figure.ts';
import { SAME } from './wire.ts';

export interface Payout extends PayoutFigure {
  readonly kind: 'payout';
  /** The account of the party that pays instead of the bank account, its id null while it isn't chosen. */
  readonly settledFrom: { readonly accountId: string | null } | null;
}

export const payout = {
  label: 'Payout',
  timing: 'at-once',
  fitsTable: true,
  fields: { ...PAYOUT_FIELDS, settledFrom: SAME },
  check: (input) => checkPayoutFigure(input),
  apply: () => null,
  repaid: (input) => repaidByPayout(input),
  lines: (input) => payoutLines(input, input.settledFrom),
} satisfies EventKind<Payout>;
