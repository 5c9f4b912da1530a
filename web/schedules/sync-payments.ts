/** Posts the selected payments to Xero in batches, with progress and a way to stop. */
import { useRef, useState } from 'react';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import {
  type Decision,
  type PaymentFailure,
  type PostedPayment,
  postPayments,
  refreshPosted,
} from '../posting/post-payments.ts';
import { useCutLine, type CutLine } from '../posting/cut-line.tsx';
import { xeroTexts } from '../xero/texts.ts';

/** Progress of a run: `done` of `total` payments are finished, `batch` are in the current call. */
export interface SyncProgress {
  readonly done: number;
  readonly batch: number;
  readonly total: number;
  readonly isStopping: boolean;
}

export interface PaymentSync {
  /** Null if no run is active. */
  readonly progress: SyncProgress | null;
  /** The payments that the last run failed to post, with reasons. */
  readonly failures: readonly PaymentFailure[];
  /** The payments that the last run posted. */
  readonly posted: readonly PostedPayment[];
  /** Does nothing while a run is active. */
  readonly start: (ids: readonly string[], decisions?: readonly Decision[]) => void;
  readonly line: CutLine;
  /** Stops after the current batch. */
  readonly stop: () => void;
  /** Forgets what the last run posted. */
  readonly close: () => void;
}

export function usePaymentSync(
  params: ScheduleParams,
  onSynced: (payments: readonly SchedulePayment[]) => void,
): PaymentSync {
  const [progress, setProgress] = useState<PaymentSync['progress']>(null);
  const [failures, setFailures] = useState<readonly PaymentFailure[]>([]);
  const [posted, setPosted] = useState<readonly PostedPayment[]>([]);
  const line = useCutLine();
  const wantsStop = useRef(false);
  const run = async (ids: readonly string[], decisions: readonly Decision[] = []): Promise<void> => {
    wantsStop.current = false;
    setFailures([]);
    setPosted([]);
    try {
      await postPayments(
        ids.map((id) => ({ params, id })),
        {
          decisions,
          isStopped: () => wantsStop.current,
          goesOn: line.wait,
          onBatch: (batch) => setProgress({ ...batch, total: ids.length, isStopping: false }),
          onPosted: ({ payments, posted: inXero, failures: failed }) => {
            onSynced(payments);
            setFailures((before) => [...before, ...failed]);
            setPosted((before) => [...before, ...inXero]);
          },
        },
      );
    } finally {
      setProgress(null);
      void refreshPosted([{ params }]);
    }
  };
  const { start } = useAction(run, (error) => toast.failure(error, xeroTexts.syncFailed));
  const stop = (): void => {
    wantsStop.current = true;
    setProgress((now) => now && { ...now, isStopping: true });
    line.end();
  };
  return { progress, failures, posted, line, start, stop, close: () => setPosted([]) };
}
