import { sumDollars } from '../../domain/money.ts';
import type { SchedulePayment } from '../data/answers.ts';

/** Dollars that leave the bank for payments: their amounts with their fees. */
export const bankAmountOf = (
  payments: readonly Pick<SchedulePayment, 'payments' | 'administrationFee'>[],
): number =>
  sumDollars(payments.flatMap(({ payments: amount, administrationFee }) => [amount, administrationFee]));
