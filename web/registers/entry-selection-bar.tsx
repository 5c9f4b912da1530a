import { Button } from '@primer/react';
import { sumDollars } from '../../domain/money.ts';
import { counted } from '../data/counted.ts';
import { PostingBar } from '../posting/posting-bar.tsx';
import { formatDollars } from '../ui/money.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import type { RegisterEntry } from './types.ts';
import type { EntryPosting } from './use-entry-posting.ts';

interface EntrySelectionBarProps {
  readonly selected: readonly RegisterEntry[];
  readonly posting: EntryPosting;
  readonly onPost: () => void;
  readonly onClear: () => void;
}

/** The chosen entries, or the progress of their posting. */
export function EntrySelectionBar({ selected, posting, onPost, onClear }: EntrySelectionBarProps) {
  const text = (
    <>
      {counted(selected.length, 'entry', 'entries')}
      <span className="wide-only"> selected</span> ·{' '}
      {formatDollars(sumDollars(selected.map(({ amount }) => amount)))}
    </>
  );
  return (
    <PostingBar posting={posting}>
      {selected.length > 0 && (
        <SelectionBar text={text} onClear={onClear}>
          <Button size="small" variant="primary" onClick={onPost}>
            Post selected
          </Button>
        </SelectionBar>
      )}
    </PostingBar>
  );
}
