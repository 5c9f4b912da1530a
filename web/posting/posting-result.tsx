import { useLayoutEffect, useRef } from 'react';
import { Failures } from './failures.tsx';
import type { PostedWhat } from './posted.ts';
import { UndoBatch } from './undo-batch.tsx';
import type { OwnerPosting } from './use-owner-posting.ts';
import './posting-result.css';

interface PostingResultProps {
  readonly what: PostedWhat;
  readonly posting: Pick<OwnerPosting, 'progress' | 'failures' | 'posted' | 'close'>;
}

/** The documents that the last run posted, with their undo, and those that it failed to post. */
export function PostingResult({ what, posting: { progress, failures, posted, close } }: PostingResultProps) {
  const result = useRef<HTMLDivElement>(null);
  const isOver = progress === null && (failures.length > 0 || posted.length > 0);
  useLayoutEffect(() => {
    // The button that began it is gone; a person who went on is not pulled back.
    if (isOver && document.activeElement === document.body) result.current?.focus();
  }, [isOver]);
  if (!isOver) return null;
  return (
    <div className="posting-result" role="group" aria-label="Result" tabIndex={-1} ref={result}>
      <Failures what={what} failures={failures} />
      {posted.length > 0 && <UndoBatch what={what} posted={posted} onClose={close} />}
    </div>
  );
}
