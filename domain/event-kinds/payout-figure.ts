/** The payout figure of a lender's letter with its fees, as a payout and a refinance state it. */
import { NO_GST, type TaxType } from '../gst/tax-types.ts';
import { cents, type Cents, formatMoney, negated, sumCents, toCents, toDollars } from '../money.ts';
import { invalid } from '../refusal.ts';
import { checkAmount } from '../amortisation/terms.ts';
import type { ChargesChange, ExtraLine } from './event-kind.ts';
import { MONEY, SAME } from './wire.ts';

/** A fee in a payout figure. */
interface PayoutFee<Amount> {
  /** Null: the schedule's administration fee account. */
  readonly accountId: string | null;
  readonly amount: Amount;
  readonly taxType: TaxType;
}

export interface PayoutFigure extends ChargesChange {
  /** The amount that the lender asks for, fees included. */
  readonly payoutFigure: Cents;
  readonly fees: readonly PayoutFee<Cents>[];
}

const FEES = {
  toWire: (fees: PayoutFigure['fees']) => fees.map((fee) => ({ ...fee, amount: toDollars(fee.amount) })),
  fromWire: (fees: readonly PayoutFee<number>[]) =>
    fees.map((fee) => ({ ...fee, amount: toCents(fee.amount) })),
};

export const PAYOUT_FIELDS = { payoutFigure: MONEY, fees: FEES, gstAccountId: SAME };

/** @throws Refusal invalid `payoutFigure` or `fees` for amounts beyond the limits, or fees of more than the figure. */
export function checkPayoutFigure({ payoutFigure, fees }: PayoutFigure): void {
  checkAmount('payoutFigure', payoutFigure);
  for (const { amount } of fees) checkAmount('fees', amount);
  const total = sumCents(fees.map(({ amount }) => amount));
  if (total <= payoutFigure) return;
  const message = `The fees add up to ${formatMoney(total)}, more than the payout figure of ${formatMoney(payoutFigure)}. Please enter the payout figure with its fees.`;
  throw invalid('fees', 'event/fees', message);
}

/** The payout figure without its fees. */
export function repaidByPayout({ payoutFigure, fees }: PayoutFigure): Cents {
  return cents(payoutFigure - sumCents(fees.map(({ amount }) => amount)));
}

/** @param settledFrom the account that pays the payout figure, its id null while it isn't chosen; null: the bank account. */
export function payoutLines(
  { payoutFigure, fees }: PayoutFigure,
  settledFrom: Pick<ExtraLine, 'accountId'> | null,
): readonly ExtraLine[] {
  const lines = fees.map((fee): ExtraLine => ({ purpose: 'fee', ...fee }));
  if (settledFrom === null) return lines;
  const { accountId } = settledFrom;
  return [...lines, { purpose: 'settlement', accountId, amount: negated(payoutFigure), taxType: NO_GST }];
}
