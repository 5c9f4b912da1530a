import { Button } from '@primer/react';
import { Notice } from '../ui/notice.tsx';
import { cutText, GoOnButton } from './cut-line.tsx';
import { countedDocuments } from './posted.ts';
import { closePosting, type Posting, usePostingsElsewhere } from './postings.ts';
import { continuePosting, stopPosting } from './run-posting.ts';
import { UndoBatch } from './undo-batch.tsx';

/** The postings that were left by a link: they follow the person with their progress, and with the result at the end. */
export function RunningPostings() {
  return usePostingsElsewhere().map((posting) => (
    <div key={posting.key} className="offline-notice" role="status">
      {posting.isOver ? <Result posting={posting} /> : <Progress posting={posting} />}
    </div>
  ));
}

function Progress({ posting: { key, what, total, done, isCut, isStopping } }: { readonly posting: Posting }) {
  if (isCut) {
    const left = total - done;
    return (
      <Notice
        tone="warning"
        action={
          <>
            <GoOnButton left={left} onGoOn={() => continuePosting(key)} />
            <Stop posting={{ key, isStopping }} />
          </>
        }
      >
        {cutText(left, what)}
      </Notice>
    );
  }
  return (
    <Notice tone="info" action={<Stop posting={{ key, isStopping }} />}>
      {isStopping ? 'Stopping after this batch…' : `Posting ${done} of ${total}`}
    </Notice>
  );
}

function Stop({ posting: { key, isStopping } }: { readonly posting: Pick<Posting, 'key' | 'isStopping'> }) {
  return (
    <Button size="small" disabled={isStopping} onClick={() => stopPosting(key)}>
      Stop
    </Button>
  );
}

function Result({
  posting: { key, what, total, posted, failures, stoppedBy },
}: {
  readonly posting: Posting;
}) {
  const reasons = [...new Set([...failures.map(({ message }) => message), stoppedBy ?? []].flat())];
  return (
    <>
      {posted.length > 0 && (
        <UndoBatch what={what} posted={posted} asked={total} onClose={() => closePosting(key)} />
      )}
      {posted.length < total && (
        <Notice
          tone="warning"
          action={
            posted.length === 0 && (
              <Button size="small" variant="invisible" onClick={() => closePosting(key)}>
                Close
              </Button>
            )
          }
        >
          {posted.length === 0
            ? 'Nothing was posted.'
            : `${countedDocuments(total - posted.length, what)} not posted.`}{' '}
          {reasons.join(' ')}
        </Notice>
      )}
    </>
  );
}
