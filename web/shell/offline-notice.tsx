import { Button } from '@primer/react';
import { mutate } from 'swr';
import { UNREACHABLE } from '../data/problem.ts';
import { Notice } from '../ui/notice.tsx';

/** Reports that the service can't be reached. The page and typed text stay. */
export function OfflineNotice() {
  return (
    <div className="offline-notice">
      <Notice
        tone="warning"
        action={
          <Button size="small" onClick={() => void mutate(() => true)}>
            Try again
          </Button>
        }
      >
        {UNREACHABLE} Your input on this page is kept.
      </Notice>
    </div>
  );
}
