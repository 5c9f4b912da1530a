import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import { cutText, GoOnButton } from './cut-line.tsx';
import { countedDocuments } from './posted.ts';
import type { Posting } from './postings.ts';
import type { OwnerPosting } from './use-owner-posting.ts';
import '../ui/selection-bar.css';

interface PostingBarProps {
  readonly posting: Pick<OwnerPosting, 'progress' | 'stop' | 'goOn'>;
  /** The chosen documents with their actions, shown while no run is active. */
  readonly children: ReactNode;
}

/** The progress of a run with a button that stops it. */
export function PostingBar({ posting: { progress, stop, goOn }, children }: PostingBarProps) {
  if (progress === null) return children;
  if (progress.isCut) {
    const left = progress.total - progress.done;
    return (
      <div className="selection-bar" role="status">
        <span className="selection-text">{cutText(left, progress.what)}</span>
        <GoOnButton left={left} onGoOn={goOn} />
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      </div>
    );
  }
  return (
    <div className="selection-bar" role="status">
      <span className="selection-text">
        {progress.isStopping ? 'Stopping after this batch…' : progressText(progress)}
      </span>
      <progress
        className="selection-progress"
        {...(isOneBatch(progress) ? {} : { value: progress.done, max: progress.total })}
        aria-label="Progress"
      />
      {progress.done + progress.batch < progress.total && (
        <Button size="small" disabled={progress.isStopping} onClick={stop}>
          Stop
        </Button>
      )}
    </div>
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
