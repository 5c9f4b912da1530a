import type { SchedulePayment } from '../data/answers.ts';

/** Dollars that leave the bank for payments: their amounts with their fees. */
export const bankAmountOf = (
  payments: readonly Pick<SchedulePayment, 'payments' | 'administrationFee'>[],
): number =>
  payments.reduce(
    (sum, { payments: amount, administrationFee }) => sum + Math.round((amount + administrationFee) * 100),
    0,
  ) / 100;
