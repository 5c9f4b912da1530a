/** The documents that were posted at once, and their undo while they are shown. */
import { Button } from '@primer/react';
import { useState } from 'react';
import { useMay } from '../data/account.ts';
import { confirm } from '../ui/confirm.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { FailureLines } from './failures.tsx';
import {
  countedDocuments,
  type DocumentFailure,
  outOfXero,
  type PostedDocument,
  type PostedWhat,
  takeBack,
} from './posted.ts';

interface UndoBatchProps {
  readonly what?: PostedWhat;
  readonly posted: readonly PostedDocument[];
  /** How many were to be posted, where the page does not say it elsewhere. */
  readonly asked?: number;
  /** Called with the count of documents that are out of Xero again. */
  readonly onUndone?: (undone: number) => void;
  /** Hides what was posted, where it stands on a page of its own. */
  readonly onClose?: () => void;
}

/** Takes posted documents back, newest first, and names those that Xero keeps. Owners and Admins only. */
export function UndoBatch({
  what = 'payment',
  posted,
  asked = posted.length,
  onUndone,
  onClose,
}: UndoBatchProps) {
  const mayReverse = useMay('reverse postings');
  const [done, setDone] = useState(0);
  const [kept, setKept] = useState<readonly DocumentFailure[] | null>(null);
  const { isBusy: isUndoing, start } = useAction(async () => {
    setDone(0);
    const left = await takeBack(posted, setDone);
    setKept(left);
    onUndone?.(posted.length - left.length);
  }, toast.failure);
  const undo = async (): Promise<void> => {
    const isWanted = await confirm({
      title: `Undo ${countedDocuments(posted.length, what)}?`,
      body:
        what === 'entry'
          ? 'Their journals are voided in Xero, the newest first.'
          : 'Their transactions are deleted in Xero, the newest first. Reconciled ones stay. Journals that move the coding of a transaction are voided.',
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
            ? synced(what, posted.length, asked)
            : undone(what, posted.length - kept.length, kept.length)}
        <FailureLines what={what} failures={kept ?? []} />
      </Notice>
    </div>
  );
}

function synced(what: PostedWhat, count: number, asked: number): string {
  if (count < asked) return `${count} of ${countedDocuments(asked, what)} posted.`;
  return `${countedDocuments(count, what)} ${count === 1 ? 'was' : 'were'} ${what === 'entry' ? 'posted' : 'synced'}.`;
}

function undone(what: PostedWhat, count: number, kept: number): string {
  const taken = `${outOfXero(count, what)}.`;
  return kept === 0 ? taken : `${taken} ${countedDocuments(kept, what)} kept:`;
}
