/** Posts the selected payments to Xero in batches, with progress and a way to stop. */
import { useRef, useState } from 'react';
import { call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { toast } from '../ui/toasts.tsx';
import type { SchedulePayment } from '../data/answers.ts';
import { xeroTexts } from '../xero/texts.ts';

const SYNC = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments';
const BATCH = 50;

export interface SyncFailure {
  readonly id: string;
  readonly message: string;
}

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
  readonly failures: readonly SyncFailure[];
  readonly start: (ids: readonly string[]) => Promise<void>;
  /** Stops after the current batch. */
  readonly stop: () => void;
}

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

export function usePaymentSync(
  params: Params,
  onSynced: (payments: readonly SchedulePayment[]) => void,
): PaymentSync {
  const [progress, setProgress] = useState<PaymentSync['progress']>(null);
  const [failures, setFailures] = useState<readonly SyncFailure[]>([]);
  const wantsStop = useRef(false);
  const start = async (ids: readonly string[]): Promise<void> => {
    wantsStop.current = false;
    setFailures([]);
    let synced = 0;
    try {
      for (let done = 0; done < ids.length && !wantsStop.current; done += BATCH) {
        const batch = ids.slice(done, done + BATCH);
        setProgress({ done, batch: batch.length, total: ids.length, isStopping: false });
        const { schedulePayments, errors } = await syncBatch(params, batch);
        onSynced(schedulePayments);
        setFailures((before) => [...before, ...errors]);
        synced += schedulePayments.filter(({ xeroSynchronized }) => xeroSynchronized).length;
      }
    } catch (error) {
      toast.error(messageOf(error, xeroTexts.syncFailed));
    }
    setProgress(null);
    if (synced > 0) toast.success(xeroTexts.synced(synced));
    await refreshAfter(SYNC, { params });
  };
  const stop = (): void => {
    wantsStop.current = true;
    setProgress((now) => now && { ...now, isStopping: true });
  };
  return { progress, failures, start, stop };
}

function syncBatch(params: Params, ids: readonly string[]) {
  return call(SYNC, {
    params,
    body: { SyncSchedulePayments: [...ids] },
  });
}
