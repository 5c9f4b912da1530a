import { Button } from '@primer/react';
import { useRef, useState } from 'react';
import { refreshAfter } from '../data/change.ts';
import type { Change } from '../data/stale.ts';
import { confirm } from '../ui/confirm.tsx';
import { Notice } from '../ui/notice.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { ProgressBar } from '../ui/selection-bar.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useUnseen } from '../ui/use-unseen.ts';
import { exportAll, runBulk, type BulkAction, type BulkFailure, type BulkItem } from './bulk.ts';

interface ProgressState {
  readonly done: number;
  readonly total: number;
}

export function BulkProgress({ done, total, onStop }: ProgressState & { readonly onStop: () => void }) {
  return (
    <ProgressBar text={`${done} of ${total} done`} progress={{ done, total }}>
      <Button size="small" onClick={onStop}>
        Stop
      </Button>
    </ProgressBar>
  );
}

export function BulkFailures({ failures }: { readonly failures: readonly BulkFailure[] }) {
  return (
    <Notice tone="error">
      <ul className="sync-failures">
        {failures.map(({ name, message }) => (
          <li key={name}>
            {name}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface Task {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  readonly done: (count: number) => string;
}

const FAILED = 'Something went wrong. Please try again later.';

/** Runs actions on several schedules with progress, and keeps what failed. */
export function useBulk(onClear: () => void) {
  const [progress, setProgress] = useState<ProgressState | null>(null);
  const [failures, setFailures] = useState<readonly BulkFailure[]>([]);
  const isStopped = useRef(false);
  const reportUnseen = useUnseen();
  const { start: run } = useAction((work: () => Promise<void>) => work(), toast.failure);
  const watch = (total: number) => {
    isStopped.current = false;
    setFailures([]);
    setProgress({ done: 0, total });
    return {
      onProgress: (done: number) => setProgress({ done, total }),
      isStopped: () => isStopped.current,
    };
  };
  const finish = (failed: readonly BulkFailure[], text: string | null, changed?: Change): void => {
    setProgress(null);
    setFailures(failed);
    reportUnseen(failed.map(({ name, message }) => `${name}: ${message}`));
    if (text !== null) toast.success(text);
    if (changed !== undefined) void refreshAfter(changed);
    if (failed.length === 0) onClear();
  };
  const start = async (items: readonly BulkItem[], action: BulkAction, task: Task): Promise<void> => {
    const { title, body, action: label, done } = task;
    if (!(await confirm({ title, body, action: label }))) return;
    run(async () => {
      let processed = 0;
      const { onProgress, ...rest } = watch(items.length);
      const failed = await runBulk(items, action.run, FAILED, {
        ...rest,
        onProgress: (number) => {
          processed = number;
          onProgress(number);
        },
      });
      const succeeded = processed - failed.length;
      finish(failed, succeeded > 0 ? done(succeeded) : null, action.route);
    });
  };
  const save = (items: readonly BulkItem[]): void =>
    run(async () => {
      const { failures: failed, archive: file } = await exportAll(items, watch(items.length), FAILED);
      if (file) saveBlob('Schedules.zip', file);
      finish(failed, null);
    });
  return { progress, failures, start, save, stop: () => void (isStopped.current = true) };
}
