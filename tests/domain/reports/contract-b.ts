/** Contract B of the worked figures: 50,000 over 60 × 1,000 monthly from 15 January 2025, in arrears. */
import { calendarDate, type CalendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { contractOf, contractsOf, type ReportedContract } from '../../../domain/reports/contract.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import type { Change } from '../../../domain/event-kinds/kinds.ts';
import { exampleTerms } from '../../support/example-terms.ts';

export const TERMS_B = exampleTerms();

export const CONTRACT_B: ReportedContract = contractOf(scheduleOf(TERMS_B));

/** B with one event. */
export const withEvent = (
  date: string,
  change: Change,
  postedThrough = 0,
): ((date: CalendarDate) => ReportedContract) =>
  contractsOf(scheduleOf(TERMS_B, [{ date: calendarDate(date), postedThrough, change }]));

/** B paid out on 5 August 2026, after payment 18, by 37,046.92 and a fee of 350.00. */
export const PAID_OUT_B = withEvent('2026-08-05', {
  kind: 'payout',
  payoutFigure: cents(3_739_692),
  fees: [{ accountId: null, amount: cents(35_000), taxType: NO_GST }],
  settledFrom: null,
});
