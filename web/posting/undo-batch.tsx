/** The payments that were posted at once, and their undo while they are shown. */
import { Button } from '@primer/react';
import { useState } from 'react';
import { counted } from '../data/counted.ts';
import { numberList } from '../../domain/ledger/review.ts';
import { useMay } from '../data/account.ts';
import { confirm } from '../ui/confirm.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { type PostedPayment, takeBack } from './post-payments.ts';

interface UndoBatchProps {
  readonly posted: readonly PostedPayment[];
  /** How many were to be posted, where the page does not say it elsewhere. */
  readonly asked?: number;
  /** Called with the count of payments that are out of Xero again. */
  readonly onUndone?: (undone: number) => void;
  /** Hides what was posted, where it stands on a page of its own. */
  readonly onClose?: () => void;
}

/** Takes posted payments back, newest first, and names those that Xero keeps. Owners and Admins only. */
export function UndoBatch({ posted, asked = posted.length, onUndone, onClose }: UndoBatchProps) {
  const mayReverse = useMay('reverse postings');
  const [done, setDone] = useState(0);
  const [kept, setKept] = useState<Awaited<ReturnType<typeof takeBack>> | null>(null);
  const { isBusy: isUndoing, start } = useAction(async () => {
    setDone(0);
    const left = await takeBack(posted, setDone);
    setKept(left);
    onUndone?.(posted.length - left.length);
  }, toast.failure);
  const undo = async (): Promise<void> => {
    const isWanted = await confirm({
      title: `Undo ${counted(posted.length, 'payment')}?`,
      body: 'Their transactions are deleted in Xero, the newest first. Reconciled ones stay. Journals that move the coding of a transaction are voided.',
      action: 'Undo',
    });
    if (isWanted) start();
  };
  return (
    <div aria-live="polite">
      <Notice
        tone={kept !== null && kept.length > 0 ? 'warning' : 'info'}
        action={
          <>
            {mayReverse && kept === null && (
              <Button size="small" loading={isUndoing} onClick={() => void undo()}>
                Undo this batch
              </Button>
            )}
            {onClose && !isUndoing && (
              <Button size="small" variant="invisible" onClick={onClose}>
                Close
              </Button>
            )}
          </>
        }
      >
        {isUndoing
          ? `Undoing ${done} of ${posted.length}…`
          : kept === null
            ? synced(posted.length, asked)
            : undone(posted.length - kept.length, kept.length)}
        {kept !== null && kept.length > 0 && (
          <ul className="sync-failures">
            {[...Map.groupBy(kept, ({ message }) => message)].map(([message, some]) => (
              <li key={message}>
                {some.length === 1 ? 'Payment' : 'Payments'} {numberList(some.map(({ number }) => number))}:{' '}
                {message}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

function synced(count: number, asked: number): string {
  if (count < asked) return `${count} of ${counted(asked, 'payment')} posted.`;
  return count === 1 ? '1 payment was synced.' : `${count} payments were synced.`;
}

function undone(count: number, kept: number): string {
  const taken = `${outOfXero(count)}.`;
  return kept === 0 ? taken : `${taken} ${counted(kept, 'payment')} kept:`;
}

/** The outcome of an undo. */
export const outOfXero = (count: number): string =>
  `Undone: ${counted(count, 'payment')} ${count === 1 ? 'is' : 'are'} out of Xero again`;
