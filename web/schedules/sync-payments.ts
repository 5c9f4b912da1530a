/** Posts the selected payments of a schedule to Xero. */
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import { type Decision, paymentsPart } from '../posting/post-payments.ts';
import { type OwnerPosting, useOwnerPosting } from '../posting/use-owner-posting.ts';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from '../xero/texts.ts';

export interface PaymentSync extends Omit<OwnerPosting, 'run'> {
  /** Does nothing while a run is active. */
  readonly start: (ids: readonly string[], decisions?: readonly Decision[]) => void;
}

export function usePaymentSync(
  params: ScheduleParams,
  onSynced: (payments: readonly SchedulePayment[]) => void,
): PaymentSync {
  const { run, ...posting } = useOwnerPosting(params.scheduleId, 'payment');
  const start = (ids: readonly string[], decisions: readonly Decision[] = []): void => {
    const chosen = ids.map((id) => ({ params, id }));
    const onFailure = (error: unknown): void => toast.failure(error, xeroTexts.syncFailed);
    run(paymentsPart(chosen, { decisions, onPosted: ({ payments }) => onSynced(payments), onFailure }));
  };
  return { ...posting, start };
}
