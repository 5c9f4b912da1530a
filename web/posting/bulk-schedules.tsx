/** The schedules of a review, with the payments that each posts. */
import { useState } from 'react';
import { paths, pathTo } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { Notice } from '../ui/notice.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { BulkLine, type LineResult } from './bulk-line.tsx';
import { type CodedAnswers, CodedMatch, documentKey } from './coded-match.tsx';
import { namedDocuments } from './posted.ts';
import { bankName, readPreview, ReviewedDocument } from './reviewed-document.tsx';
import { POSTING_FAILED } from './run-posting.ts';
import type { BulkPostingRun, Result, Review, ReviewedSchedule } from './use-bulk-posting.ts';

interface BulkSchedulesProps {
  readonly review: Review;
  readonly results: BulkPostingRun['results'];
  /** The names of entities, where schedules of several are reviewed. */
  readonly entityNames: ReadonlyMap<string, string> | undefined;
  readonly answers: CodedAnswers;
  /** The ids of schedules that are left out. */
  readonly excluded: ReadonlySet<string>;
  readonly onExclude: (scheduleId: string) => void;
  /** Null once posting has begun. */
  readonly onAnswer: ((answers: CodedAnswers) => void) | null;
  readonly onOpen: () => void;
}

/** One line for each schedule that posts; those that can't come last, by reason. */
export function BulkSchedules(props: BulkSchedulesProps) {
  const { review, results, entityNames, answers, excluded, onAnswer, onExclude, onOpen } = props;
  const posting = review.schedules.filter(({ payments }) => payments.length > 0);
  const others = review.schedules.filter(
    ({ payments, warnings }) => payments.length === 0 && warnings.length > 0,
  );
  return (
    <>
      <ul className="bulk-posting-list">
        {posting.map((schedule) => {
          const { entityId, scheduleId, name, payments, warnings } = schedule;
          const isExcluded = excluded.has(scheduleId);
          const result = results.get(scheduleId);
          const coded = isExcluded
            ? []
            : (review.inXero?.coded.filter((one) => one.scheduleId === scheduleId) ?? []);
          return (
            <BulkLine
              key={scheduleId}
              what="payment"
              name={name}
              href={pathTo(paths.schedule, { entityId, scheduleId })}
              beside={entityNames?.get(entityId)}
              documents={payments}
              warnings={warnings.map(({ message }) => message)}
              isExcluded={isExcluded}
              onExclude={onAnswer && (() => onExclude(scheduleId))}
              result={result ? lineOf(result) : null}
              onOpen={onOpen}
            >
              {result === undefined && <DocumentLines schedule={schedule} />}
              {onAnswer &&
                coded.map((document) => (
                  <CodedMatch
                    key={documentKey(document)}
                    document={document}
                    bank={document.bankAccount || 'the bank account'}
                    answers={answers}
                    onAnswer={onAnswer}
                  />
                ))}
            </BulkLine>
          );
        })}
      </ul>
      {[...Map.groupBy(others, ({ warnings }) => warnings[0]?.message ?? '')].map(([reason, some]) => (
        <p key={reason} className="muted bulk-posting-left">
          Not included: {some.map(({ name }) => name).join(', ')}. {reason}
        </p>
      ))}
    </>
  );
}

const lineOf = ({ asked, posted, failures, stoppedBy }: Result): LineResult => ({
  asked,
  posted: posted.length,
  reasons: [
    ...failures.map(({ number, message }) => `${namedDocuments([number], 'payment')}: ${message}`),
    ...(stoppedBy === null ? [] : [stoppedBy]),
  ],
});

interface DocumentLinesProps {
  readonly schedule: ReviewedSchedule;
}

/** The bank account and the lines of a schedule's documents, read from Xero once they are asked for. */
function DocumentLines({
  schedule: { entityId, scheduleId, name, payments, bankAccountId },
}: DocumentLinesProps) {
  const [isOpen, setOpen] = useState(false);
  const { preview, error } = usePreview(
    isOpen ? { params: { entityId, scheduleId }, selected: payments } : null,
    readPreview,
  );
  return (
    <details className="bulk-posting-lines" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`Bank account and lines of ${name}`}>Bank account and lines</summary>
      {isOpen && error !== undefined && <Notice tone="error">{messageOf(error, POSTING_FAILED)}</Notice>}
      {isOpen && !preview && error === undefined && <Bar width={20} />}
      {isOpen && preview && (
        <>
          <p className="card-text">
            From {bankName(preview, bankAccountId)} to {preview.contact}
          </p>
          {preview.documents.map((document) => (
            <ReviewedDocument key={documentKey(document)} document={document} accounts={preview.accounts} />
          ))}
        </>
      )}
    </details>
  );
}
