/** A schedule's payments as the review before posting looks at them. */
import type { Contract } from '../../../domain/contract/contract.ts';
import type { ReviewedPayment } from '../../../domain/ledger/review.ts';
import type { PaymentState } from '../../records/schedules/payments.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';

/** @param covered the last payment in the opening balances, 0 for none */
export const reviewedPayments = (
  { syncedNumbers }: Pick<OwnedSchedule, 'syncedNumbers'>,
  contract: Contract,
  states: ReadonlyMap<number, PaymentState>,
  covered: number,
): ReviewedPayment[] =>
  contract.payments.map(({ number, date }) => {
    const state = states.get(number);
    const isBegun = state !== undefined && state.state !== 'unsynced';
    return {
      number,
      date: state?.paidOn ?? state?.parts.at(-1)?.date ?? date,
      isSettled: number <= covered || syncedNumbers.has(number) || isBegun,
    };
  });
