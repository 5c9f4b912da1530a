/** Posts the selected payments of a schedule to Xero, with progress and a way to stop. */
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import { type Decision, paymentsPart } from '../posting/post-payments.ts';
import type { DocumentFailure, PostedDocument } from '../posting/posted.ts';
import { closePosting, type Posting, usePosting, useShownPosting } from '../posting/postings.ts';
import { continuePosting, runPosting, stopPosting } from '../posting/run-posting.ts';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from '../xero/texts.ts';

export interface PaymentSync {
  /** Null if no run is active. */
  readonly progress: Posting | null;
  /** The payments that the last run failed to post, with reasons. */
  readonly failures: readonly DocumentFailure[];
  /** The payments that the last run posted. */
  readonly posted: readonly PostedDocument[];
  /** Does nothing while a run is active. */
  readonly start: (ids: readonly string[], decisions?: readonly Decision[]) => void;
  /** Stops after the current batch. */
  readonly stop: () => void;
  /** Goes on after the line was cut. */
  readonly goOn: () => void;
  /** Forgets what the last run posted. */
  readonly close: () => void;
}

export function usePaymentSync(
  params: ScheduleParams,
  onSynced: (payments: readonly SchedulePayment[]) => void,
): PaymentSync {
  const key = params.scheduleId;
  const posting = usePosting(key);
  useShownPosting(key);
  const start = (ids: readonly string[], decisions: readonly Decision[] = []): void =>
    void runPosting({
      key,
      what: 'payment',
      parts: [
        paymentsPart(
          ids.map((id) => ({ params, id })),
          {
            decisions,
            onPosted: ({ payments }) => onSynced(payments),
            onFailure: (error) => toast.failure(error, xeroTexts.syncFailed),
          },
        ),
      ],
    });
  return {
    progress: posting && !posting.isOver ? posting : null,
    failures: posting?.failures ?? [],
    posted: posting?.posted ?? [],
    start,
    stop: () => stopPosting(key),
    goOn: () => continuePosting(key),
    close: () => closePosting(key),
  };
}
