/** The review before the entries of many registers are posted, one line each. */
import { useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { paths, pathTo } from '../data/paths.ts';
import { BulkDialog } from '../posting/bulk-dialog.tsx';
import { BulkLine, type LineResult } from '../posting/bulk-line.tsx';
import { summaryOf } from '../posting/bulk-texts.ts';
import type { DocumentFailure, PostedDocument } from '../posting/posted.ts';
import { today } from '../ui/dates.ts';
import type { RegisterSummary } from './types.ts';
import { type ReviewedRegister, useBulkEntries } from './use-bulk-entries.ts';

interface BulkEntriesProps {
  readonly entityId: string;
  readonly registers: readonly RegisterSummary[];
  /** A word for one of them. */
  readonly noun: string;
  readonly onClose: () => void;
}

export function BulkEntries({ entityId, registers, noun, onClose }: BulkEntriesProps) {
  const [through, setThrough] = useState<string>(today);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const posting = useBulkEntries(entityId, registers, isCalendarDate(through) ? through : null);
  const { review, failure, phase, running } = posting;
  const due = review?.filter(({ entries }) => entries.length > 0) ?? [];
  const ready = due.filter(({ id }) => !excluded.has(id));
  const asked = ready.map(({ entries }) => entries);
  const { posted = [], failures = [], stoppedBy = null } = running ?? {};
  return (
    <BulkDialog
      what="entry"
      through={through}
      onThrough={setThrough}
      posting={posting}
      failure={failure}
      onRetry={posting.retry}
      summary={review && summaryOf({ what: 'entry', noun, found: due.length, isHindered: false, asked })}
      count={asked.flat().length}
      isReady={failure === null}
      onPost={() => posting.start(ready)}
      posted={posted}
      stoppedBy={stoppedBy}
      onClose={onClose}
    >
      {review && (
        <ul className="bulk-posting-list">
          {due.map((register) => {
            const { id, name, entries, warning } = register;
            const isExcluded = excluded.has(id);
            return (
              <BulkLine
                key={id}
                what="entry"
                name={name}
                href={pathTo(paths.registerPage, { entityId, registerId: id })}
                documents={entries}
                warnings={warning === null ? [] : [warning]}
                isExcluded={isExcluded}
                onExclude={
                  phase === 'review' ? () => setExcluded(excluded.symmetricDifference(new Set([id]))) : null
                }
                result={phase === 'review' || isExcluded ? null : resultOf(register, posted, failures)}
                onOpen={onClose}
              />
            );
          })}
        </ul>
      )}
    </BulkDialog>
  );
}

function resultOf(
  { id, entries }: ReviewedRegister,
  posted: readonly PostedDocument[],
  failures: readonly DocumentFailure[],
): LineResult {
  const isOwn = ({ params }: PostedDocument): boolean => 'registerId' in params && params.registerId === id;
  return {
    asked: entries.length,
    posted: posted.filter(isOwn).length,
    reasons: [...new Set(failures.filter(isOwn).map(({ message }) => message))],
  };
}
