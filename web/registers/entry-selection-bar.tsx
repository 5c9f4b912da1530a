import { Button } from '@primer/react';
import { sumDollars } from '../../domain/money.ts';
import { counted } from '../data/counted.ts';
import { cutText, GoOnButton } from '../posting/cut-line.tsx';
import type { DocumentFailure } from '../posting/posted.ts';
import type { Posting } from '../posting/postings.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import type { RegisterEntry } from './types.ts';
import '../ui/selection-bar.css';

interface EntrySelectionBarProps {
  readonly selected: readonly RegisterEntry[];
  readonly progress: Posting | null;
  readonly onPost: () => void;
  readonly onClear: () => void;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
}

/** The chosen entries, or the progress of their posting with a button that stops it. */
export function EntrySelectionBar({
  selected,
  progress,
  onPost,
  onClear,
  onStop,
  onGoOn,
}: EntrySelectionBarProps) {
  if (progress) {
    const left = progress.total - progress.done;
    return (
      <div className="selection-bar" role="status">
        <span className="selection-text">
          {progress.isCut ? cutText(left, 'entry') : `Posting ${counted(left, 'entry', 'entries')}…`}
        </span>
        {progress.isCut && <GoOnButton left={left} onGoOn={onGoOn} />}
        <Button size="small" disabled={progress.isStopping} onClick={onStop}>
          Stop
        </Button>
      </div>
    );
  }
  if (selected.length === 0) return null;
  return (
    <div className="selection-bar" role="status">
      <span className="selection-text">
        {counted(selected.length, 'entry', 'entries')}
        <span className="wide-only"> selected</span> ·{' '}
        {formatDollars(sumDollars(selected.map(({ amount }) => amount)))}
      </span>
      <Button size="small" variant="primary" onClick={onPost}>
        Post selected
      </Button>
      <Button size="small" variant="invisible" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

/** The entries that were not posted, by reason. */
export function EntryFailures({ failures }: { readonly failures: readonly DocumentFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <Notice tone="error">
      <ul className="sync-failures">
        {[...Map.groupBy(failures, ({ message }) => message)].map(([message, some]) => (
          <li key={message}>
            {some.length === 1 ? 'Entry' : 'Entries'}{' '}
            {new Intl.ListFormat('en-AU').format(some.map(({ id }) => id.split(' ')[1] ?? '?'))}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
