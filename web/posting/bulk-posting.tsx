/** The review before the payments of many schedules are posted, one line each. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { isCalendarDate } from '../../domain/calendar.ts';
import { change } from '../data/change.ts';
import { checkRunPath } from '../data/paths.ts';
import { today } from '../ui/dates.ts';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useAction } from '../ui/use-action.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkSchedules } from './bulk-schedules.tsx';
import { summaryOf } from './bulk-texts.ts';
import {
  type AnsweredPayments,
  answeredPayments,
  type CodedAnswers,
  CodedSummary,
  unanswered,
  Unsearched,
} from './coded-match.tsx';
import { type PostingChoice, type Review, useBulkPosting } from './use-bulk-posting.ts';

interface BulkPostingProps {
  readonly choice: PostingChoice;
  /** The names of entities, where schedules of several are reviewed. */
  readonly entityNames?: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

export function BulkPosting({ choice, entityNames, onClose }: BulkPostingProps) {
  const [through, setThrough] = useState<string>(today);
  const [answers, setAnswers] = useState<CodedAnswers>(new Map());
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const posting = useBulkPosting(choice, isCalendarDate(through) ? through : null);
  const { review, failure, isSearching, phase, results, repeat, start } = posting;
  const coded = review?.inXero?.coded.filter(({ scheduleId }) => !excluded.has(scheduleId)) ?? [];
  const included = review?.schedules.filter(({ scheduleId }) => !excluded.has(scheduleId)) ?? [];
  const all = included.flatMap(({ payments }) => payments.map(({ id }) => id));
  const answered = answeredPayments(all, answers);
  const check = useCheckAll(onClose);
  const hasSeveral = new Set(included.map(({ entityId }) => entityId)).size > 1;
  return (
    <BulkDialog
      what="payment"
      through={through}
      onThrough={(value) => {
        setThrough(value);
        setAnswers(new Map());
      }}
      posting={posting}
      failure={failure}
      onRetry={posting.retry}
      summary={review && summaryOfPayments(review, answered)}
      count={answered.ids.length}
      isReady={failure === null && !isSearching && unanswered(coded, answers).length === 0}
      onPost={() => start(answers, excluded)}
      posted={[...results.values()].flatMap(({ posted }) => posted)}
      next={
        hasSeveral ? { content: 'Check all ledgers', loading: check.isBusy, onClick: check.start } : undefined
      }
      questions={
        <>
          {isSearching && <p role="status">Looking in Xero for payments that are coded already…</p>}
          <Unsearched ranges={review?.inXero?.unsearched ?? []} onRepeat={repeat} />
          <CodedSummary documents={coded} answers={answers} onAnswer={setAnswers} />
        </>
      }
      onClose={onClose}
    >
      {review && (
        <BulkSchedules
          review={review}
          results={results}
          entityNames={entityNames}
          answers={answers}
          excluded={excluded}
          onAnswer={phase === 'review' ? setAnswers : null}
          onExclude={(scheduleId) => setExcluded(excluded.symmetricDifference(new Set([scheduleId])))}
          onOpen={onClose}
        />
      )}
    </BulkDialog>
  );
}

/** Checks the ledgers of all entities as of today, and leads to the result. */
function useCheckAll(onClose: () => void) {
  const [, navigate] = useLocation();
  const leave = useLeave();
  return useAction(async () => {
    const { checkId } = await change('POST /v1/ledgerchecks', { body: { date: today() } });
    leave(() => {
      onClose();
      navigate(checkRunPath(checkId));
    });
  }, toast.failure);
}

/** The payments to post, without those that are left out, and how many of them are only corrected in Xero. */
function summaryOfPayments({ schedules, count }: Review, { ids, decisions }: AnsweredPayments): string {
  const chosen = new Set(ids);
  const summary = summaryOf({
    what: 'payment',
    noun: 'loan',
    found: count,
    isHindered: schedules.some(({ warnings }) => warnings.length > 0),
    asked: schedules.map(({ payments }) => payments.filter(({ id }) => chosen.has(id))),
  });
  const corrected = decisions.filter(({ decision }) => decision === 'correct').length;
  return corrected > 0 ? `${summary}, ${corrected} of them by correcting what is in Xero` : summary;
}
