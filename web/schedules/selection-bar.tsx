import { Button } from '@primer/react';
import { counted } from '../data/counted.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { cutText, GoOnButton } from '../posting/cut-line.tsx';
import { bankAmountOf } from '../posting/bank-amount.ts';
import type { Selection } from '../posting/selection.ts';
import type { DocumentFailure } from '../posting/posted.ts';
import type { Posting } from '../posting/postings.ts';
import type { PaymentSync } from './sync-payments.ts';
import type { SchedulePayment } from '../data/answers.ts';
import '../ui/selection-bar.css';

interface SelectionBarProps {
  readonly payments: readonly SchedulePayment[];
  readonly selection: Selection;
  readonly sync: PaymentSync;
  readonly onSync: () => void;
}

/** The number of chosen payments, or the progress of their sync with a button that stops it. */
export function SelectionBar({ payments, selection, sync, onSync }: SelectionBarProps) {
  const { progress } = sync;
  if (progress?.isCut) {
    const left = progress.total - progress.done;
    return (
      <div className="selection-bar" role="status">
        <span className="selection-text">{cutText(left)}</span>
        <GoOnButton left={left} onGoOn={sync.goOn} />
        <Button size="small" onClick={sync.stop}>
          Stop
        </Button>
      </div>
    );
  }
  if (progress) {
    return (
      <div className="selection-bar" role="status">
        <span className="selection-text">
          {progress.isStopping ? 'Stopping after this batch…' : progressText(progress)}
        </span>
        <progress
          className="selection-progress"
          {...(isOneBatch(progress) ? {} : { value: progress.done, max: progress.total })}
          aria-label="Progress of the sync"
        />
        {progress.done + progress.batch < progress.total && (
          <Button size="small" disabled={progress.isStopping} onClick={sync.stop}>
            Stop
          </Button>
        )}
      </div>
    );
  }
  if (selection.ids.size === 0) return null;
  const chosen = payments.filter(({ id }) => selection.ids.has(id));
  const fees = bankAmountOf(chosen.map(({ administrationFee }) => ({ payments: 0, administrationFee })));
  return (
    <div className="selection-bar" role="status">
      <span className="selection-text">
        {counted(chosen.length, 'payment')}
        <span className="wide-only"> selected</span> · {formatDollars(bankAmountOf(chosen))}
        {fees > 0 && <span className="muted"> incl. {formatDollars(fees)} fees</span>}
      </span>
      <Button size="small" variant="primary" onClick={onSync}>
        Sync selected
      </Button>
      <Button size="small" variant="invisible" onClick={selection.clear}>
        Clear
      </Button>
    </div>
  );
}

/** Returns the range that the current call posts; Xero reports no progress within a call. */
function progressText(progress: Posting): string {
  const { done, batch, total } = progress;
  if (!isOneBatch(progress)) return `Syncing ${done + 1}–${done + batch} of ${total}…`;
  return total === 1 ? 'Syncing 1 payment…' : `Syncing ${total} payments…`;
}

function isOneBatch({ batch, total }: Posting): boolean {
  return batch === total;
}

interface SyncFailuresProps {
  readonly failures: readonly DocumentFailure[];
  readonly payments: readonly SchedulePayment[];
}

/** The payments that were not posted, grouped by reason. */
export function SyncFailures({ failures, payments }: SyncFailuresProps) {
  if (failures.length === 0) return null;
  const numbers = new Map(payments.map(({ id, number }) => [id, number]));
  const reasons = Map.groupBy(failures, ({ message }) => message);
  return (
    <Notice tone="error">
      <ul className="sync-failures">
        {[...reasons].map(([message, failed]) => (
          <li key={message}>
            {failed.length === 1 ? 'Payment' : 'Payments'}{' '}
            {new Intl.ListFormat('en-AU').format(failed.map(({ id }) => String(numbers.get(id) ?? '?')))}:{' '}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
