import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import { ProgressBar } from '../ui/selection-bar.tsx';
import { cutText, GoOnButton } from './cut-line.tsx';
import { countedDocuments } from './posted.ts';
import type { Posting } from './postings.ts';
import type { OwnerPosting } from './use-owner-posting.ts';

interface PostingBarProps {
  readonly posting: Pick<OwnerPosting, 'progress' | 'stop' | 'goOn'>;
  /** The chosen documents with their actions, shown while no run is active. */
  readonly children: ReactNode;
}

/** The progress of a run with a button that stops it. */
export function PostingBar({ posting: { progress, stop, goOn }, children }: PostingBarProps) {
  if (progress === null) return children;
  const { what, done, batch, total, isCut, isStopping } = progress;
  const left = total - done;
  if (isCut) {
    return (
      <ProgressBar text={cutText(left, what)}>
        <GoOnButton left={left} onGoOn={goOn} />
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      </ProgressBar>
    );
  }
  return (
    <ProgressBar
      text={isStopping ? 'Stopping after this batch…' : progressText(progress)}
      progress={isOneBatch(progress) ? null : progress}
    >
      {batch < left && (
        <Button size="small" disabled={isStopping} onClick={stop}>
          Stop
        </Button>
      )}
    </ProgressBar>
  );
}

/** Returns the range that the current call posts; Xero reports no progress within a call. */
function progressText(progress: Posting): string {
  const { what, done, batch, total } = progress;
  const verb = what === 'payment' ? 'Syncing' : 'Posting';
  if (isOneBatch(progress)) return `${verb} ${countedDocuments(total, what)}…`;
  return `${verb} ${done + 1}–${done + batch} of ${total}…`;
}

const isOneBatch = ({ batch, total }: Posting): boolean => batch === total;
