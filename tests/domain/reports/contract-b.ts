/** Contract B of the worked figures: 50,000 over 60 × 1,000 monthly from 15 January 2025, in arrears. */
import { calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { contractOf, type Contract } from '../../../domain/reports/contract.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';

export const TERMS_B: Terms = {
  loanAmount: cents(5_000_000),
  frequency: 'monthly',
  startDate: calendarDate('2025-01-15'),
  firstPaymentOnStartDate: false,
  administrationFee: cents(0),
  rows: [{ qty: 60, amount: cents(100_000) }],
};

export const CONTRACT_B: Contract = contractOf(amortise(TERMS_B));

/** B paid out on 5 August 2026, after payment 18, by 37,046.92 and a fee of 350.00. */
export const PAID_OUT_B: Contract = {
  ...CONTRACT_B,
  rows: CONTRACT_B.rows.slice(0, 18),
  events: [
    {
      date: calendarDate('2026-08-05'),
      kind: 'payout',
      amount: cents(3_704_692),
      interest: cents(15_748),
      fee: cents(35_000),
      endingBalance: cents(0),
    },
  ],
};
