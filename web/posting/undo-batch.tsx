/** The documents that were posted at once, and their undo while they are shown. */
import { Button } from '@primer/react';
import { useMay } from '../data/account.ts';
import { confirm } from '../ui/confirm.tsx';
import { Notice } from '../ui/notice.tsx';
import { FailureLines } from './failures.tsx';
import { countedDocuments, type PostedDocument, type PostedWhat, undoneText } from './posted.ts';
import { type Undo, useUndo } from './use-undo.ts';

interface UndoBatchProps {
  readonly what: PostedWhat;
  readonly posted: readonly PostedDocument[];
  /** How many were to be posted, where the page does not say it elsewhere. */
  readonly asked?: number;
  /** Hides what was posted, where it stands on a page of its own. */
  readonly onClose?: () => void;
}

/** Takes posted documents back, newest first, and names those that Xero keeps. Owners and Admins only. */
export function UndoBatch(props: UndoBatchProps) {
  return <UndoNotice {...props} undo={useUndo(props.what, props.posted)} />;
}

interface UndoNoticeProps extends UndoBatchProps {
  readonly undo: Undo;
}

export function UndoNotice({
  what,
  posted,
  asked = posted.length,
  undo: { isUndoing, done, kept, start },
  onClose,
}: UndoNoticeProps) {
  const mayReverse = useMay('reverse postings');
  const ask = async (): Promise<void> => {
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
              <Button size="small" loading={isUndoing} onClick={() => void ask()}>
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
            : undoneText(posted.length - kept.length, kept.length, what)}
        <FailureLines what={what} failures={kept ?? []} />
      </Notice>
    </div>
  );
}

function synced(what: PostedWhat, count: number, asked: number): string {
  if (count < asked) return `${count} of ${countedDocuments(asked, what)} posted.`;
  return `${countedDocuments(count, what)} ${count === 1 ? 'was' : 'were'} ${what === 'entry' ? 'posted' : 'synced'}.`;
}
